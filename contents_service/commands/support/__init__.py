"""What several commands share: none of these modules is a command."""
