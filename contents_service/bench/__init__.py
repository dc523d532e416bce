"""Benchmarks: ratios measured side by side in one run, which depend less on the machine than times do."""
