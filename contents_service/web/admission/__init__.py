"""Who is let in, and when: rate limits, bounded queues, upload slots."""
