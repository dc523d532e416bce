"""Detecting what a file is, and which encoding its text has."""
