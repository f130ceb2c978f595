"""Fills gaps of a session with random records that can have been there."""

import json

from possible import born_twice, faults
from lines import CLASS_OF, wall_ms
from writing import ORDER, REQUIRED, wall_text

FULL = ["app_open", "interstitial", "rewarded", "rewarded_interstitial"]
OF_ADS = [
    "ad.present_requested", "ad.will_present", "ad.will_present", "ad.dismissed", "ad.dismissed",
    "ad.clicked", "ad.impression", "ad.failed_to_present", "ad.will_dismiss", "ad.expired",
    "ad.discarded", "ad.paid", "ad.delegate_set", "ad.paid_handler_set", "ad.fit_checked",
    "ad.reward_earned", "ad.reward_granted", "video.played", "video.paused", "video.ended",
    "video.muted", "video.unmuted", "native.mapped", "native.mapped", "native.rendered",
    "native.untracked", "view.appeared", "view.hidden", "revenue.forwarded", "reward.verified",
    "callback.received", "ad.delegate_lost",
]
OF_APP = [
    "app.became_active", "app.resigned_active", "app.entered_background", "app.entered_background",
    "app.entering_foreground", "app.entering_foreground", "app.memory_warning", "device.locked",
    "device.locked", "device.unlocked", "splash.began", "splash.finished", "content.shown",
    "user.acted", "suppression.began", "suppression.ended", "scene.connected", "scene.resized",
    "scene.disconnected", "window.shown", "window.closed", "app.launched", "content.paused",
    "content.resumed", "audio.interrupted", "audio.resumed", "cover.observed",
    "connectivity.changed", "entitlement.changed", "tracking.prompt_shown", "tracking.answered",
    "sdk.ready",
]
OF_LOADS = [
    "ad.requested", "ad.requested", "ad.loaded", "ad.loaded", "ad.failed_to_load",
    "ad.show_decided", "ad.show_decided", "adapter.load_called", "adapter.completed",
    "adapter.reported", "adapter.told", "ad.request_abandoned", "ad.show_without_ad",
    "preload.started", "preload.stopped", "preload.available", "preload.exhausted",
]
#: What a recorder keeps when it has to drop records.
DURABLE = {"preload.started", "preload.stopped"}
#: Kinds with a unit and a format, which come from their request or ad.
OF_UNITS = {
    "ad.loaded", "ad.failed_to_load", "ad.requested", "ad.show_decided", "ad.request_abandoned",
    "ad.show_without_ad", "preload.started", "preload.stopped", "preload.available",
    "preload.exhausted",
}


def filled(chances, lines):
    """(records, session, inserted numbers) of a whole journal from which the cut one can come."""
    records = [json.loads(line) for line in lines]
    sessions = {}
    for record in records:
        sessions.setdefault(record["session"], []).append(record)
    torn = [name for name, own in sessions.items() if holes(own)]
    if not torn or any(own[0]["event"] != "session.began" for own in sessions.values()):
        return None
    if any("captures" not in own[0] for own in sessions.values()):
        return None
    session = chances.choice(torn)
    for _ in range(20):
        if len(torn) > 1:
            return None
        own = put_in(chances, sessions[session])
        twice = born_twice(own) - born_twice(sessions[session])
        if not twice and not faults(own):
            break
    else:
        return None
    at = {record["seq"]: record for record in own}
    kept, result, seq = {record["seq"] for record in sessions[session]}, [], 1
    for record in records:
        if record["session"] == session:
            while seq <= record["seq"]:
                result.append(at[seq])
                seq += 1
        else:
            result.append(record)
    return result, session, set(at) - kept


def holes(own):
    return [(a, b) for a, b in zip(own, own[1:]) if b["seq"] > a["seq"] + 1]


def put_in(chances, own):
    world = World(chances, own)
    result = []
    for before, after in zip(own, own[1:] + [None]):
        result.append(before)
        if after is None:
            break
        count = after["seq"] - before["seq"] - 1
        if not count:
            continue
        times = sorted(chances.choice([
            before["t"], after["t"], chances.randint(before["t"], after["t"])])
            for _ in range(count))
        shift = wall_ms(before["wall"]) - before["t"]
        used = chances.choice([1, 1, 2, 3, count, count])
        chosen = set(chances.sample(range(count), min(used, count)))
        for number, t in enumerate(times):
            event, fields = world.event(result) if number in chosen else ("note", {"text": "x"})
            record = {"v": 1, "session": before["session"], "seq": before["seq"] + 1 + number,
                      "t": t, "wall": wall_text(max(0, t + shift)), "event": event}
            result.append(dict(record, **fields))
    return result


class World:
    """What the session speaks of, as material for records."""

    def __init__(self, chances, own):
        self.chances, self.own, self.count = chances, own, 0
        self.captured = set(own[0]["captures"]) | {"session", "app", "load", "present"}
        self.focus = {}
        self.is_told = any(r["event"] == "recorder.gap" for r in own)
        def values(name):
            return sorted({r[name] for r in own if isinstance(r.get(name), str)})
        self.ads, self.units = values("ad"), values("unit") or ["u/1"]
        self.requests, self.loads = values("request"), values("load")
        self.scenes, self.windows, self.whys = values("scene"), values("window"), values("why")
        self.formats, self.unit_of = {}, {}
        for r in own:
            for key in ("ad", "request", "load", "unit"):
                if r.get(key) and r.get("format"):
                    self.formats.setdefault(r[key], r["format"])
                if r.get(key) and r.get("unit"):
                    self.unit_of.setdefault(r[key], r["unit"])
        # What nothing says a format of is of none.
        self.ads = [ad for ad in self.ads if ad in self.formats]
        self.born = {(k, r[k]) for r in own for e, k in (
            ("ad.requested", "request"), ("ad.loaded", "ad"), ("adapter.load_called", "load"),
            ("window.shown", "window")) if r["event"] == e}
        # An app launches once, and an adapter maps the ad of a load once.
        self.is_launched = any(r["event"] == "app.launched" for r in own)
        self.mapped = {r[k] for r in own if r["event"] == "native.mapped"
                       for k in ("ad", "load") if k in r}
        self.mapped |= {r["load"] for r in own if r["event"] == "adapter.completed"
                        and r.get("ad") in self.mapped}
        self.favourites = [self.chances.choice(self.ads) for _ in range(2) if self.ads]

    def event(self, so_far):
        while True:
            kinds = self.chances.choice([OF_ADS, OF_ADS, OF_APP, OF_APP, OF_LOADS])
            event = self.chances.choice(kinds)
            if CLASS_OF[event] in self.captured and not (self.is_told and event in DURABLE):
                fields = self.fields(event)
                if fields is not None and not self.is_again(event, fields):
                    return event, fields

    def is_again(self, event, fields):
        """Whether it comes once alone, and did; the first one is remembered."""
        if event == "app.launched":
            self.is_launched, was = True, self.is_launched
            return was
        if event == "adapter.completed":
            return fields.get("ad") in self.mapped
        if event != "native.mapped":
            return False
        # One that names no load could be of any, as its ad's completions say.
        names = {fields["ad"], fields.get("load")}
        if None in names or names & self.mapped:
            return True
        self.mapped |= names
        return False

    def pick(self, some, fresh):
        if some and self.chances.random() < 0.9:
            return self.chances.choice(some)
        self.count += 1
        return f"{fresh}{self.count}"

    def ad(self):
        if self.favourites and self.chances.random() < 0.75:
            return self.chances.choice(self.favourites)
        return self.pick(self.ads, "hidden-a")

    def fields(self, event):
        chances, result = self.chances, {}
        needed = REQUIRED[event]
        names = [n for n in ORDER[event] if n in needed or chances.random() < 0.4]
        if event in OF_ADS:
            ad = self.ad()
            result["ad"] = ad
            result["unit"] = self.unit_of.get(ad) or chances.choice(self.units)
            result["format"] = self.formats.get(ad) or self.formats.get(result["unit"]) or "native"
        elif event in OF_UNITS:
            if event == "ad.requested":
                free = [r for r in self.requests if ("request", r) not in self.born]
                result["request"] = self.pick(free, "hidden-r")
            else:
                result["request"] = self.pick(self.requests, "hidden-r")
            if event == "ad.loaded":
                free = [a for a in self.ads if ("ad", a) not in self.born]
                result["ad"] = self.pick(free, "hidden-a")
            if event == "ad.show_decided":
                result["ad"] = self.ad()
            key = result.get("ad") if result.get("ad") in self.formats else result["request"]
            result["unit"] = self.unit_of.get(key) or chances.choice(self.units)
            result["format"] = self.formats.get(key) or self.formats.get(
                result["unit"]) or chances.choice(FULL)
        elif event.startswith("adapter."):
            if event == "adapter.load_called":
                free = [r for r in self.loads if ("load", r) not in self.born]
                result["load"] = self.pick(free, "hidden-l")
            else:
                result["load"] = self.pick(self.loads, "hidden-l")
            result["request"] = self.pick(self.requests, "hidden-r")
            result["format"] = self.formats.get(result["request"], "native")
            result["ad"] = self.ad()
        if event == "native.mapped" and result["format"] != "native":
            return None
        for name in names:
            if name not in result:
                result[name] = self.value(event, name)
        # Only native ads are mapped, and so are only loads of theirs.
        if event == "native.mapped" and self.formats.get(result.get("load"), "native") != "native":
            return None
        keep = set(names) | ({"ad"} if event == "ad.show_decided" and chances.random() < 0.7
                             else set())
        if event == "ad.failed_to_load":
            # Whatever the header says, no gap hides a failure for the configuration.
            result["cause"], keep = "no_fill", keep | {"cause"}
        return {n: result[n] for n in ORDER[event] if n in keep and result.get(n) is not None}

    def value(self, event, name):
        chances = self.chances
        table = {
            "scene": lambda: self.pick(self.scenes, "hidden-s") if self.scenes else None,
            "window": lambda: self.pick(self.windows, "hidden-w"),
            "why": lambda: self.pick(self.whys, "share"),
            "width": lambda: chances.choice([375, 812, 507, 1024]),
            "height": lambda: chances.choice([375, 812]),
            "full_screen": lambda: chances.random() < 0.5,
            "orientation": lambda: chances.choice(["portrait", "landscape"]),
            "error_code": lambda: chances.choice([1, 2, 3, 5, 15, 21]),
            "reason": lambda: chances.choice(REASONS.get(event, ["other"])),
            "outcome": lambda: chances.choice(["show", "skip"]),
            "remaining": lambda: chances.randint(0, 5),
            "trigger": lambda: chances.choice(["user", "active", "foreground", "launch"]),
            "what": lambda: chances.choice(WHATS.get(event, ["impression", "click"])),
            "request": lambda: self.pick(self.requests, "hidden-r"),
            "cold": lambda: chances.random() < 0.5,
            "adapter": lambda: "AdapterA",
            "value_micros": lambda: 1000,
            "currency": lambda: "USD",
            "precision": lambda: "precise",
            "type": lambda: "coins",
            "amount": lambda: chances.choice([1, 2.5, 10]),
            "count": lambda: chances.choice([1, 3]),
            "images": lambda: chances.choice([0, 1]),
            "images_as": lambda: chances.choice(["url", "image"]),
            "confidence": lambda: "known",
            "load": lambda: self.pick(self.loads, "hidden-l"),
            "layer": lambda: chances.choice(["app", "bridge", "sdk"]),
            "by": lambda: chances.choice(["advert", "nothing"]),
            "when": lambda: chances.choice(["activation", "after_dismissal"]),
            "to": lambda: chances.choice(["firebase", "adjust", "other"]),
            "state": lambda: chances.choice(["ready", "not_ready"]),
            "status": lambda: "authorized",
        }
        if name in table:
            return table[name]()
        if name in ("width", "extras", "waterfall", "response", "latency_ms", "error_domain",
                    "error_message", "level", "network", "creative", "placement", "again",
                    "description", "controller"):
            return None
        return chances.random() < 0.5


WHATS = {
    "ad.delegate_lost": ["delegate", "paid_handler"],
    "callback.received": ["loaded", "failed_to_load", "will_present", "failed_to_present",
                          "dismissed", "impression", "click", "paid", "reward"],
}
REASONS = {
    "content.paused": ["advert", "user", "inactive"],
    "ad.requested": ["launch", "background", "retry", "user", "resized", "view_did_appear",
                     "dismissed", "not_ready", "preload"],
    "ad.show_decided": ["not_ready", "expired", "ready", "capped"],
    "ad.discarded": ["shown", "replaced"],
}
