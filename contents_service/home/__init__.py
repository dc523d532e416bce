"""The Home Folder: a person's files, opened so that nothing outside it ever is."""
