"""How fast it is, as ratios measured side by side in one run: machines are noisy, ratios less so."""
