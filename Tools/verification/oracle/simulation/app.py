"""What the app and the system do around the ads: launch, spans away, scenes, consent, time."""

from .chances import DEFAULTS
from .world import World

FULL_SCREEN = ("app_open", "interstitial", "rewarded", "rewarded_interstitial")
WHY = ("picker", "purchase", "share", None)


class App(World):
    def __init__(self, chances, policy, multi_scene, start, offset):
        super().__init__(chances, policy, multi_scene)
        self.start, self.offset = start, offset
        self.blocked, self.shown, self.allowed = set(), None, True
        self.wants_test_flag = self.consents = False
        self.decides, self.counts_remaining = chances.chance(0.7), chances.chance(0.7)
        self.cold = chances.chance(0.8)
        self.content = chances.chance(0.6)
        self.has_splash = chances.chance(0.6)
        self.locks = chances.chance(0.5)
        self.windows, self.closed = [], set()

    def local_day(self):
        return (self.start + self.t + self.wall_shift + self.offset * 60000) // 86400000

    def emit_late(self, event, fields):
        self.emit(event, **fields)

    def scene_or_none(self, scene="s1"):
        return scene if self.multi_scene and not self.chances.slip(0.3) else None

    def full_screen_slots(self, *formats):
        return [slot for slot in self.slots if slot.format in (formats or FULL_SCREEN)]

    def reason_to_skip(self, slot):
        if slot.format == "app_open":
            if self.suppressed:
                return "suppressed"
            if self.day and self.day.used(self) >= self.policy["daily_cap"]:
                return "daily_cap"
        return None

    def presented(self, slot, ad):
        self.shown = ad
        if slot.format == "app_open" and self.day:
            self.day.shown(self)

    def dismissed(self, slot, ad):
        if self.shown is ad:
            self.shown = None
        if self.windows and not self.chances.slip():
            self.emit("window.closed", window=self.windows.pop())
        if self.splash_up and not self.chances.slip(0.5):
            self.after(self.within("splash_close_s"), self.finish_splash)

    def ad_window(self, scene):
        self.windows.append(self.name("w"))
        given = scene or ("s1" if self.multi_scene else None)
        self.emit(
            "window.shown",
            window=self.windows[-1],
            scene=None if self.chances.slip(0.5) else given,
            level=1,
        )

    # Beginning

    def begin(self):
        chances = self.chances
        if self.consents and chances.chance(0.8):
            self.consent(not chances.slip(0.7))
        for scene in self.scenes:
            if chances.chance(0.9):
                self.scene_event("scene.connected", scene)
        if self.has_splash and chances.chance(0.5):
            self.begin_splash()
        self.pass_time(chances.choice([0, 0, 40]))
        self.emit("app.launched", cold=self.cold)
        if self.consents:
            if chances.chance(0.3):
                self.form()
            if not chances.slip(0.5):
                self.emit("sdk.started")
            if chances.slip(0.4):
                self.after(chances.randint(10, 20000), self.emit_late, "sdk.started", {})
        if self.has_splash and not self.splash_up:
            self.begin_splash()
        self.pass_time(chances.choice([0, 50, 300]))
        if chances.chance(0.8):
            self.emit("app.became_active")
        for slot in self.slots:
            if chances.chance(0.85):
                slot.request(chances.choice(["launch", None, "view_did_load", "view_did_appear"]))
        if self.splash_up:
            self.pass_time(self.within("splash_max_s") // 2)
            for slot in self.full_screen_slots("app_open"):
                if chances.chance(0.7):
                    slot.show("launch")
            self.after(self.within("splash_max_s") // 2, self.finish_splash)
        elif self.content:
            self.after(chances.choice([0, 200, 5000]), self.show_content)

    def begin_splash(self):
        self.splash_up = True
        self.emit("splash.began", scene=self.scene_or_none())

    def finish_splash(self):
        if (
            not self.splash_up
            or (self.shown and not self.chances.slip(2))
            or self.chances.slip(0.3)
        ):
            return
        self.splash_up = False
        self.emit("splash.finished", scene=self.scene_or_none())
        if self.content:
            self.after(self.chances.choice([0, 10, 300]), self.show_content)

    def show_content(self):
        self.emit("content.shown", scene=self.scene_or_none())
        if self.chances.slip(0.5):
            self.after(self.chances.choice([0, 100, 4000]), self.show_content)

    def consent(self, allowed):
        self.allowed = allowed
        self.emit("consent.updated", can_request_ads=allowed)

    def form(self):
        self.emit("consent.form_shown")
        if not self.chances.slip():
            self.after(self.chances.randint(100, 9000), self.close_form)

    def close_form(self):
        self.emit("consent.form_closed")
        if self.chances.chance(0.7):
            self.consent(self.chances.chance(0.8))

    # Spans away

    def span_away(self, depth=0):
        """To the background and back, a lock or a real one, short or long."""
        chances, locked = self.chances, self.locks and self.chances.chance(0.45)
        lock_at = chances.choice(
            [-300, 0, self.within("lock_window_s"), self.within("lock_window_s")]
        )
        length = max(1, self.apart("min_background_s"))
        if chances.chance(0.1):
            length = chances.choice([60_000, 1_300_000, 4_000_000])
        if not chances.slip(0.4):
            self.emit("app.resigned_active")
        if locked and lock_at < 0:
            self.emit("device.locked", confidence="known")
        self.pass_time(chances.choice([0, 20, 400]))
        self.emit("app.entered_background")
        self.in_background, began, span_began = True, self.t, len(self.events)
        self.postpone(length)
        for slot in self.full_screen_slots("app_open"):
            if (
                slot.requested_on_background
                and chances.chance(0.6)
                and (not locked or chances.slip(3))
            ):
                slot.request("background", chances.slip(2))
        if locked and 0 <= lock_at < length:
            self.pass_time(lock_at)
            self.emit("device.locked", confidence=chances.choice(["known", "hint", None]))
            if chances.chance(0.3):
                for slot in self.full_screen_slots("app_open"):
                    if chances.slip(2) or chances.chance(0.2):
                        slot.request("background", True)
        if chances.slip(0.4):
            self.try_any_show("active")
        self.pass_time(max(0, began + length - self.t))
        if locked and chances.chance(0.7):
            self.emit("device.unlocked", confidence="known")
        if chances.slip(0.25):
            return
        self.emit("app.entering_foreground")
        self.in_background = False
        back_fast = chances.chance(0.5)
        self.pass_time(chances.choice([0, 30, 200]))
        self.emit("app.became_active")
        if back_fast and chances.chance(0.8):
            self.pass_time(self.within("decision_s"))
            careful = not chances.slip(2)
            if not (careful and (locked or length <= self.limit("min_background_s"))):
                self.try_any_show("foreground", "app_open")
            elif self.decides:
                for slot in self.full_screen_slots("app_open")[:1]:
                    slot.decide("skip", "locked" if locked else "interval", "foreground")
        if self.content and chances.chance(0.4):
            self.show_content()

    def dialog(self):
        self.emit("app.resigned_active")
        self.pass_time(self.chances.choice([100, 2000, 9000]))
        self.emit("app.became_active")
        if self.chances.slip():
            self.try_any_show("active", "app_open")

    def try_any_show(self, trigger, *formats):
        slots = self.full_screen_slots(*formats)
        if slots:
            self.chances.choice(slots).show(trigger)

    def suppress(self):
        why = self.chances.choice(WHY)
        self.suppressed = True
        self.emit("suppression.began", why=why)
        if self.chances.chance(0.5):
            self.after(10, self.span_away, active=False)
        if not self.chances.slip():
            end = self.chances.randint(500, 9000)
            self.after(end, self.end_suppression, why)
            if self.chances.chance(0.6):
                self.after(
                    end + self.apart("suppression_tail_s"), self.try_any_show, "active", "app_open"
                )

    def end_suppression(self, why):
        if self.chances.slip(0.5):
            why = self.chances.choice(WHY)
        self.suppressed = False
        self.emit("suppression.ended", why=why)

    # Scenes

    def scene_event(self, event, scene):
        width, height, full, turn = self.scenes[scene]
        self.emit(
            event, scene=scene, width=width, height=height, full_screen=full, orientation=turn
        )

    def resize(self):
        if not self.scenes:
            return
        chances, scene = self.chances, self.chances.choice(list(self.scenes))
        before = self.scenes[scene]
        self.scenes[scene] = new_size(chances)
        self.scene_event("scene.resized", scene)
        for slot in self.slots:
            if slot.scene != scene and self.multi_scene:
                continue
            if slot.format == "banner":
                slot.resized(before[0] != self.scenes[scene][0])
            elif slot.format in FULL_SCREEN:
                for ad in slot.usable():
                    if not chances.slip():
                        self.after(self.within("fit_check_s"), self.check_fit, slot, ad, scene)

    def check_fit(self, slot, ad, scene):
        chances = self.chances
        if chances.chance(0.25):
            return slot.discard(ad, "resized")
        fits = chances.chance(0.6)
        self.emit("ad.fit_checked", **ad.fields(False), scene=scene, fits=fits)
        if not fits and not chances.slip():
            if not chances.slip(2):
                ad.gone = True
            self.after(self.within("fit_check_s"), slot.request, "resized", True)

    def close_scene(self):
        if len(self.scenes) > 1 or self.chances.chance(0.2):
            scene = self.chances.choice(list(self.scenes) or ["s1"])
            self.emit("scene.disconnected", scene=scene)
            self.closed.add(scene)
            if self.chances.chance(0.4) and scene in self.scenes:
                self.after(self.chances.randint(100, 9000), self.open_again, scene)

    def open_again(self, scene):
        self.closed.discard(scene)
        self.scene_event("scene.connected", scene)

    # Facts that change

    def change_config(self, policy=None):
        if policy is None:
            policy = self.chances.small_policy(0.08)
            if self.chances.chance(0.3):
                policy["daily_cap"] = self.chances.randint(1, 4)
        self.policy.update(policy)
        self.emit(
            "config.changed", policy=dict(policy), source=self.chances.choice([None, "remote"])
        )
        for slot in self.blocked:
            slot.blocked = False
        self.blocked.clear()

    def change_time(self):
        chances = self.chances
        fields = {"reason": chances.choice(["clock", "zone", "midnight", None])}
        if fields["reason"] == "zone":
            self.offset = chances.choice([-480, 0, 60, 120, 330, 540])
            fields["utc_offset_min"] = self.offset
        if fields["reason"] == "clock":
            self.wall_shift += chances.choice([-3600_000, 86_400_000, -86_400_000, 5000])
        self.emit("app.time_changed", **fields)


def new_size(chances):
    width, height = chances.choice([(375, 812), (812, 375), (507, 1024), (678, 1024), (1024, 768)])
    return (
        width,
        height,
        chances.chance(0.5),
        chances.choice(["portrait", "landscape", "landscape", None, "unknown"]),
    )
