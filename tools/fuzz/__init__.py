"""A fuzzer: mutates samples of every format and reads them in the real sandbox."""
