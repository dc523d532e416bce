"""The Home Folder: a person's files, opened so that no path or link leads out of it."""
