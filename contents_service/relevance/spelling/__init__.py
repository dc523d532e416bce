"""Words that a scope lacks: other ways to write them, and words spelt nearly like them."""
