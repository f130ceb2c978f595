"""Random choices that like the edges of the policy's limits."""

import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))


def table(name):
    with open(
        os.path.join(HERE, "..", "..", "..", "Journals", "formats", "1", name), encoding="utf-8"
    ) as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


DEFAULTS = {row["key"]: float(row["default"]) for row in table("policy.tsv")}
COUNTS = {row["key"] for row in table("policy.tsv") if row["unit"] == "count"}
SMALL = {
    "app_open_max_age_s": (20, 90),
    "full_screen_max_age_s": (20, 90),
    "native_max_age_s": (8, 40),
    "load_timeout_s": (3, 20),
    "request_when_none_ready_s": (1, 3),
    "reload_after_dismiss_s": (2, 15),
    "app_open_reload_after_dismiss_s": (1, 6),
    "reload_after_present_failure_s": (1, 6),
    "present_failure_storm": (1, 3),
    "present_failure_storm_s": (10, 90),
    "retry_base_s": (1, 5),
    "retry_max_s": (2, 16),
    "slot_silence_s": (10, 60),
    "present_outcome_s": (1, 8),
    "dismiss_pair_s": (1, 5),
    "dismiss_timeout_s": (10, 60),
    "quiet_after_dismiss_s": (2, 20),
    "splash_max_s": (3, 15),
    "lock_window_s": (1, 4),
    "stuck_ad_s": (4, 30),
    "unused_returns": (1, 3),
    "splash_close_s": (1, 3),
    "first_ad_min_launches": (1, 4),
    "min_background_s": (2, 15),
    "daily_cap": (1, 4),
    "decision_s": (1, 5),
    "interstitial_min_actions": (1, 3),
    "interstitial_min_gap_s": (3, 40),
    "fit_check_s": (1, 5),
    "adapter_timeout_s": (2, 20),
    "impression_s": (1, 8),
    "paid_s": (2, 15),
    "reward_grace_s": (1, 8),
    "late_event_s": (1, 8),
    "accidental_click_s": (1, 3),
    "suppression_tail_s": (1, 5),
}


class Chances(random.Random):
    """A seeded source with the app's carelessness (0 = careful … 1 = reckless)."""

    carelessness = 0.1

    def chance(self, share):
        return self.random() < share

    def slip(self, weight=1.0):
        return self.random() < min(0.9, self.carelessness * weight)

    def small_policy(self, share):
        keys = [key for key in SMALL if self.chance(share)]
        return {key: self.limit(key) for key in keys}

    def limit(self, key):
        low, high = SMALL[key]
        value = self.randint(low, high)
        if key not in COUNTS and self.chance(0.08):
            value += self.choice([0.5, 0.25, 0.001])
        return value

    def edge(self, milliseconds):
        return max(0, milliseconds + self.choice([-1, 0, 0, 1]))

    def under(self, milliseconds):
        """Mostly in time for a deadline, near it at times, over it by a slip."""
        if self.slip():
            return self.over_by_much(milliseconds)
        if self.chance(0.2 + self.carelessness):
            return self.edge(milliseconds)
        if self.chance(0.15):
            return 0
        return self.randint(0, max(1, int(milliseconds * 0.7)))

    def over(self, milliseconds):
        """Mostly later than a least distance, near it at times, under it by a slip."""
        if self.slip():
            return self.randint(0, max(1, milliseconds - 1))
        if self.chance(0.2 + self.carelessness):
            return self.edge(milliseconds)
        return milliseconds + self.randint(1, max(2, milliseconds))

    def over_by_much(self, milliseconds):
        return milliseconds + self.choice([1, 2, 500, milliseconds + 1000])
