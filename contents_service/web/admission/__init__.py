"""Which requests are let in: rate limits, bounded queues, and upload slots for large bodies."""
