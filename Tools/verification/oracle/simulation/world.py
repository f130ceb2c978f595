"""One simulated run of an app: a clock, a queue of things to happen, the records so far."""

import heapq

from .chances import DEFAULTS


class World:
    def __init__(self, chances, policy, multi_scene, captured=None):
        self.chances, self.policy = chances, {**DEFAULTS, **policy}
        self.multi_scene = multi_scene
        self.t, self.events, self.queue, self.count = 0, [], [], 0
        self.wall_shift = 0
        self.in_background = False
        self.ended = False
        self.most = 60
        self.slots, self.banners, self.scenes = [], [], {}
        self.splash_up = self.suppressed = False
        self.install = None
        self.day = None
        self.names = {}

    def name(self, letter):
        self.names[letter] = self.names.get(letter, 0) + 1
        return f"{letter}{self.names[letter]}"

    def limit(self, key):
        return int(self.policy[key] * 1000)

    def within(self, key):
        return self.chances.under(self.limit(key))

    def apart(self, key):
        return self.chances.over(self.limit(key))

    def emit(self, event, **fields):
        if self.full:
            return
        fields = {key: value for key, value in fields.items() if value is not None}
        self.events.append([self.t, self.wall_shift, event, fields])

    @property
    def full(self):
        return self.ended or len(self.events) >= self.most

    def after(self, delay, action, *arguments, active=True):
        self.count += 1
        heapq.heappush(self.queue, [self.t + int(delay), self.count, active, action, arguments])

    def step(self, until):
        """Run what is due up to `until`; True when something ran."""
        if not self.queue or self.queue[0][0] > until or self.full:
            return False
        t, _, _, action, arguments = heapq.heappop(self.queue)
        self.t = max(self.t, t)
        action(*arguments)
        return True

    def pass_time(self, delay):
        until = self.t + int(delay)
        while self.step(until):
            pass
        self.t = max(self.t, until)

    def postpone(self, delay):
        """A suspended app does nothing: what waits in active time waits longer."""
        for item in self.queue:
            if item[2] and self.chances.chance(0.8):
                item[0] += delay
        heapq.heapify(self.queue)
