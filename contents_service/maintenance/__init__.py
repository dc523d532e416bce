"""What an operator does with everything at once: backing up, restoring, rebuilding, migrating."""
