"""A stress test: a service is used while its programs die, and a report says how it fared."""
