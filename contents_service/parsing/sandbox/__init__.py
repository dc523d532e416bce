"""Reading a stranger's file in a confined child process."""
