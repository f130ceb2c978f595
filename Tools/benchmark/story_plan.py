"""The course of a session: launch, a mix of views, ads and absences, end."""

from story import HOUR, SECOND
from story_ads import AdStory


class Plan(AdStory):
    """A whole session of about `length` records."""

    def run(self, length):
        self.begin()
        self.launch()
        while len(self.records) < length - 12:
            self.scene_of_life()
        if self.fault == "stale":
            self.absence(4 * HOUR + 60 * SECOND, 4 * HOUR + 1200 * SECOND)
        self.end()
        return self

    def launch(self):
        self.wait(10, 90)
        self.load("app_open", "launch", failures=False)
        if self.chance(0.5):
            self.show("app_open", "launch", close=self.into_the_app)
        else:
            self.into_the_app()

    def into_the_app(self):
        self.wait(20, 200)
        self.emit("splash.finished", **self.scene)
        self.wait(5, 60)
        self.emit("content.shown", **self.scene)

    def scene_of_life(self):
        step = self.random.random()
        self.act()
        if step < 0.22:
            self.absence(11 * SECOND, 300 * SECOND)
        elif step < 0.42:
            self.offer("interstitial")
        elif step < 0.58:
            self.offer("rewarded")
        elif step < 0.74:
            self.native()
        elif step < 0.90:
            self.banner()
        elif step < 0.93:
            self.note()
        elif step < 0.96:
            self.lock()

    def offer(self, form):
        """Shows the ad of the format; loads one if none is held, replaces an old one."""
        held = self.held.get(form)
        if held is None:
            self.load(form, "user")
            return
        if self.t - held[1] > HOUR - 600 * SECOND:
            self.discard(form)
            return
        self.wait(31 * SECOND, 50 * SECOND)
        self.act(2)
        self.wait(20, 300)
        self.show(form, "transition" if form == "interstitial" else "user")

    def discard(self, form):
        ad, _ = self.held.pop(form)
        self.emit("ad.discarded", ad=ad, unit=self.slot(form)["unit"], reason="expired")
        self.load(form, "expired")

    def absence(self, shortest, longest):
        """Leaves the app and returns; the return shows a held app-open ad."""
        self.wait(500, 3000)
        self.emit("app.resigned_active")
        self.wait(200, 900)
        self.emit("app.entered_background")
        self.wait(shortest, longest)
        self.emit("app.entering_foreground")
        self.wait(10, 60)
        stale = self.t - self.held["app_open"][1] >= 4 * HOUR
        if stale and self.fault != "stale":
            self.emit("ad.show_decided", **self.slot("app_open"), outcome="skip",
                      reason="expired", **self.scene, remaining=self.remaining(),
                      trigger="foreground")
            self.discard("app_open")
        else:
            self.show("app_open", "foreground")
        self.wait(20, 300)
        self.emit("app.became_active")

    def lock(self):
        """Locks and unlocks the screen, which shows no ad."""
        self.wait(500, 3000)
        self.emit("app.resigned_active")
        self.wait(200, 900)
        self.emit("app.entered_background")
        self.wait(20, 200)
        self.emit("device.locked", confidence="known")
        self.wait(5 * SECOND, 90 * SECOND)
        self.emit("device.unlocked", confidence="known")
        self.wait(200, 900)
        self.emit("app.entering_foreground")
        self.wait(10, 60)
        self.emit("ad.show_decided", **self.slot("app_open"), outcome="skip", reason="locked",
                  **self.scene, remaining=self.remaining(), trigger="foreground")
        self.emit("app.became_active")
