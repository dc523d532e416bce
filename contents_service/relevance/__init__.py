"""Relevance of passages to a question: terms, ranking, spelling, and the evaluation of answers."""
