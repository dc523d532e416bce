"""The commands, a file each; `__main__.py` lists them."""
