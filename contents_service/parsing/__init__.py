"""From a file's bytes to passages that know where they are, in a child process that can do nothing else."""
