"""The commands, one in each file; `__main__.py` lists them."""
