"""Maintenance of a whole index by its operator: backing up, restoring, rebuilding and migrating it."""
