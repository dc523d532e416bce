"""gunicorn, set up to serve slow clients safely."""
