"""What a file is, and what encoding its text is in."""
