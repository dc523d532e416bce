"""Reading what is due: leases, a fair queue, and the reader process."""
