"""What tests stand on: makers of what they need, and stand-ins that keep the promises of the real thing."""
