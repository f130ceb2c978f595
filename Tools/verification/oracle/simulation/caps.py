"""The app's own counter of shows on a local day."""


class Day:
    """Shared by the sessions of one install."""

    def __init__(self):
        self.shows = {}

    def shown(self, world):
        self.shows[world.local_day()] = self.shows.get(world.local_day(), 0) + 1

    def used(self, world):
        return self.shows.get(world.local_day(), 0)

    def remaining(self, world, shows):
        chances = world.chances
        remaining = int(world.policy["daily_cap"]) - self.used(world) - (1 if shows else 0)
        if chances.slip(0.6):
            remaining += chances.choice([-1, 1])
        return max(0, remaining) if not chances.slip(0.2) else remaining
