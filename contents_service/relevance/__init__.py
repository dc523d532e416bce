"""What makes a passage answer a question: its terms, its score, its spelling."""
