"""How much work one web process takes on: bounded queues and rate limits."""
