"""Sessions of random records: few names, every kind, times at the edges of the limits.

No app can have most of these sessions. They test what the simulator never writes: names that two ads
share, callbacks in any order, fields that are missing. Of 97 errors put into the oracle, 14 000 lines of
changed simulated sessions found 28, as many lines of these found 33, and both together 42.
"""

from causes import LISTED
from lines import VOCABULARY
from timeline import DEFAULTS, POLICY_UNITS, UNSET
from writing import ORDER, REQUIRED

TEST = "ca-app-pub-3940256099942544/"
OTHER_TEST = "/21775744923/example/"
LIVE = "ca-app-pub-7300164502281956/"
GROUPS = [
    ["ad.requested", "ad.loaded", "ad.loaded", "ad.failed_to_load", "ad.expired", "ad.discarded"],
    [
        "ad.present_requested",
        "ad.will_present",
        "ad.will_present",
        "ad.failed_to_present",
        "ad.dismissed",
        "ad.will_dismiss",
        "ad.clicked",
        "ad.impression",
        "ad.paid",
        "ad.show_decided",
    ],
    [
        "app.launched",
        "app.became_active",
        "app.resigned_active",
        "app.entered_background",
        "app.entering_foreground",
        "app.entered_background",
        "app.entering_foreground",
        "device.locked",
        "device.unlocked",
    ],
    [
        "splash.began",
        "splash.finished",
        "content.shown",
        "user.acted",
        "suppression.began",
        "suppression.ended",
        "app.memory_warning",
    ],
    [
        "scene.connected",
        "scene.resized",
        "scene.disconnected",
        "window.shown",
        "window.closed",
        "ad.fit_checked",
    ],
    [
        "consent.updated",
        "consent.form_shown",
        "consent.form_closed",
        "sdk.started",
        "tracking.answered",
        "app.time_changed",
        "config.changed",
        "app.terminating",
    ],
    [
        "ad.delegate_set",
        "ad.delegate_lost",
        "ad.paid_handler_set",
        "ad.reward_earned",
        "ad.reward_granted",
        "reward.verified",
    ],
    ["ad.paid", "ad.paid", "revenue.forwarded", "revenue.forwarded"],
    ["callback.received", "callback.received", "ad.dismissed", "ad.reward_earned"],
    ["ad.request_abandoned", "ad.present_requested", "ad.show_without_ad", "connectivity.changed"],
    ["preload.started", "preload.stopped", "preload.available", "preload.exhausted"],
    [
        "content.paused",
        "content.resumed",
        "audio.interrupted",
        "audio.resumed",
        "cover.observed",
        "ad.will_present",
        "ad.dismissed",
    ],
    [
        "entitlement.changed",
        "tracking.prompt_shown",
        "tracking.answered",
        "sdk.started",
        "sdk.ready",
        "session.previous_ended",
        "ad.present_requested",
    ],
    [
        "adapter.load_called",
        "adapter.completed",
        "adapter.reported",
        "adapter.told",
        "native.mapped",
        "native.rendered",
        "native.untracked",
        "ad.impression",
    ],
    [
        "video.played",
        "video.paused",
        "video.ended",
        "video.muted",
        "video.unmuted",
        "native.mapped",
    ],
    ["view.appeared", "view.hidden", "ad.requested", "ad.loaded", "ad.impression", "scene.resized"],
    ["note", "app.mood"],
]
STRINGS = {
    "reason": [
        "launch",
        "foreground",
        "background",
        "dismissed",
        "expired",
        "resized",
        "retry",
        "user",
        "config",
        "view_did_appear",
        "view_did_load",
        "refresh",
        "not_ready",
        "shown",
        "preload",
        "advert",
        "timeout",
        "surprise",
    ],
    "how": ["orderly", "crash", "hang", "surprise"],
    "by": ["advert", "advert", "nothing", "surprise"],
    "when": ["activation", "after_dismissal", "surprise"],
    "layer": ["app", "app", "bridge", "sdk", "surprise"],
    "to": ["firebase", "adjust", "other", "surprise"],
    "state": ["ready", "not_ready"],
    "why": ["picker", "share"],
    "trigger": ["loaded", "user", "active"],
    "outcome": ["show", "skip"],
    "orientation": ["portrait", "landscape", "unknown"],
    "what": ["impression", "click", "rendered", "video", "loaded", "failed_to_load", "dismissed",
             "reward", "will_present"],
    "type": ["coins", "gems"],
    "currency": ["USD", "usd", "ÄÖÜ"],
    "precision": ["precise", "wild"],
    "images_as": ["image", "url"],
    "adapter": ["AdapterA", "AdapterB"],
    "confidence": ["known", "hint"],
    "cause": ["configuration", "configuration", "surprise", *LISTED],
}
NUMBERS = {
    "error_code": [0, 4, 7, 10, 12, 20, 1, 2, 3, 21, 15],
    "remaining": [0, 1, 2, 3, 19, 18],
    "width": [320, 375],
    "height": [480, 812],
    "count": [1, 2],
    "value_micros": [0, -1, 1200],
    "images": [0, 1],
    "utc_offset_min": [0, 60, -480],
    "level": [1],
    "latency_ms": [10],
}
NAMES = {"ad": "a", "request": "r", "load": "l", "window": "w", "scene": "s"}
DURABLE = {"session.began", "session.ended", "session.sealed", "session.continued", "recorder.gap"}


class Soup:
    def __init__(self, chances):
        self.chances = chances
        self.pool = {
            name: [f"{letter}{n}" for n in range(1, 1 + chances.choice([1, 2, 3]))]
            for name, letter in NAMES.items()
        }
        self.formats = chances.choice(
            [
                ["app_open"],
                ["interstitial"],
                ["rewarded", "interstitial"],
                ["native"],
                ["banner"],
                ["app_open", "interstitial"],
                ["banner", "native", "app_open"],
            ]
        )
        self.units = {
            f: chances.choice([TEST, LIVE, LIVE, OTHER_TEST]) + str(n)
            for n, f in enumerate(self.formats)
        }
        groups = chances.sample(GROUPS, chances.choice([2, 3, 4]))
        self.kinds = [kind for group in [GROUPS[0]] + groups for kind in group]
        self.sensible = chances.chance(0.88)
        self.orders, self.owners = {}, {}

    def fill(self, event):
        chances, fields = self.chances, {}
        format = chances.choice(self.formats)
        for name in ORDER.get(event, []):
            if name not in REQUIRED.get(event, ()) and chances.chance(0.5):
                continue
            if name in ("unit", "format"):
                fields[name] = self.units[format] if name == "unit" else format
            elif name in self.pool:
                fields[name] = chances.choice(self.pool[name])
            elif name in STRINGS:
                fields[name] = chances.choice(STRINGS[name])
            elif name in NUMBERS:
                fields[name] = chances.choice(NUMBERS[name])
            elif name == "amount":
                fields[name] = chances.choice([1, 2.5, 1.0])
            elif name == "policy":
                fields[name] = small_policy(chances, 0.1)
            elif name in BOOLEANS:
                fields[name] = chances.chance(0.6)
            elif name in REQUIRED.get(event, ()):
                fields[name] = "x"
        self.belong(fields)
        return self.tidy(event, fields)

    def belong(self, fields):
        """An ad and a request mostly keep to one unit and format."""
        for name in ("ad", "request", "load"):
            if name in fields and self.sensible:
                format = self.owners.setdefault(
                    (name, fields[name]), self.chances.choice(self.formats)
                )
                if "unit" in fields:
                    fields["unit"] = self.units[format]
                if "format" in fields:
                    fields["format"] = format
                return

    def tidy(self, event, fields):
        """Mostly: births have new names, events of an ad follow its birth."""
        if not self.sensible:
            return fields
        request = fields.get("request")
        born = {
            "ad.requested": "request",
            "adapter.load_called": "load",
            "window.shown": "window",
        }.get(event)
        if born:
            used = self.orders.setdefault(born, [])
            fields[born] = NAMES[born] + str(len(used) + 1)
            if born == "load" and ("request", request) in self.owners:
                fields["format"] = self.owners["request", request]
            if "format" in fields:
                self.owners[born, fields[born]] = fields["format"]
            used.append(fields[born])
            self.pool[born] = used[-2:]
        if event == "ad.loaded" and self.chances.chance(0.9):
            used = self.orders.setdefault("ad", [])
            fields["ad"] = "a" + str(len(used) + 1)
            fields.pop("again", None)
            format = self.owners.setdefault(("request", request), fields["format"])
            self.owners["ad", fields["ad"]] = format
            fields.update(format=format, unit=self.units[format])
            used.append(fields["ad"])
            self.pool["ad"] = used[-2:]
        return fields

    def session(self):
        """The events of a session as [t, wall shift, event, fields], with the header."""
        chances, t = self.chances, 0
        policy = small_policy(chances, 0.4)
        header = {"app": "com.example.soup", "app_version": "1", "build": chances.choice(BUILDS),
                  "os": chances.choice(["iOS", "iPadOS", "ios", "Android"]), "os_version": "26.0",
                  "sdk": chances.choice([*["google-mobile-ads"] * 4, "applovin-max", "other"]),
                  "sdk_version": "13.1.0", "launch_count": chances.randint(1, 5),
                  "utc_offset_min": chances.choice([-480, 0, 60]), "policy": policy}
        events = [[0, 0, "session.began", header]]
        limits = [1000 * value for key, value in {**DEFAULTS, **policy}.items()
                  if POLICY_UNITS[key] == "s" and value != UNSET]
        few = chances.sample(limits, 3)
        for _ in range(chances.randint(5, 70)):
            draw = chances.random()
            if draw < 0.5:
                t += chances.choice([0, 1, 100, 1000])
            elif draw < 0.85:
                t += max(0, int(chances.choice(few)) + chances.choice([-1, 0, 0, 1]))
            else:
                t += int(chances.random() * chances.choice(few))
            event = chances.choice(self.kinds)
            events.append([t, 0, event, self.fill(event)])
        if chances.chance(0.5):
            events.append([t, 0, "session.ended", {}])
        return events


def small_policy(chances, share):
    """Small limits for a share of the policy's keys."""
    return {key: chances.randint(1, 4) if POLICY_UNITS[key] == "count" else chances.randint(1, 60)
            for key in sorted(DEFAULTS) if chances.chance(share)}


BUILDS = ("release", "release", "debug")
BOOLEANS = {name for fields in VOCABULARY.values()
            for name, (kind, _) in fields.items() if kind == "boolean"}
