"""What an operator does with everything at once: back up, restore, rebuild, migrate."""
