"""gunicorn, and what it takes to serve slow clients safely."""
