"""Contents: what an application knows, as passages that know where they are."""
