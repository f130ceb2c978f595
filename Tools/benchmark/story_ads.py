"""The ads of a session: loads, shows, reloads, and the two intended faults."""

from story import ADAPTERS, FULL_SCREEN, HOUR, MESSAGES, NOTES, SECOND, Story


class AdStory(Story):
    """A session with every format but rewarded interstitials."""

    def request(self, form, reason, failures=True):
        """Requests until a load succeeds; returns the names of the ad and of the adapter load."""
        tries = 0
        while True:
            request = self.name("r")
            self.emit("ad.requested", **self.slot(form), request=request, **self.scene,
                      reason=reason, orientation="portrait", test=False)
            self.wait(150, 2500)
            if not failures or tries > 1 or not self.chance(0.08):
                return request
            tries += 1
            self.emit("ad.failed_to_load", **self.slot(form), request=request, **self.scene,
                      error_domain="com.google.admob", error_code=self.random.choice((1, 2, 3)),
                      error_message=self.random.choice(MESSAGES))
            self.wait(2 * SECOND << tries, 3 * SECOND << tries)
            reason = "retry"

    def load(self, form, reason, failures=True):
        request = self.request(form, reason, failures)
        ad = self.name("a")
        self.loaded(form, request, ad)
        if form in FULL_SCREEN:
            unit = self.slot(form)["unit"]
            self.emit("ad.delegate_set", ad=ad, unit=unit)
            self.emit("ad.paid_handler_set", ad=ad, unit=unit)
            self.held[form] = (ad, self.t)
        return ad

    def loaded(self, form, request, ad):
        latency = self.random.randint(150, 2400)
        fields = dict(self.slot(form), request=request, ad=ad, **self.scene,
                      adapter=self.random.choice(ADAPTERS),
                      response=f"{self.random.getrandbits(96):024x}", latency_ms=latency)
        if self.chance(0.1):
            fields["waterfall"] = [
                {"adapter": ADAPTERS[1], "latency_ms": latency // 3, "error_code": 204},
                {"adapter": ADAPTERS[0], "latency_ms": latency - latency // 3},
            ]
        self.emit("ad.loaded", **fields)

    def earn(self, ad, form):
        self.emit("ad.impression", ad=ad, **self.slot(form))
        self.wait(5, 300)
        self.emit("ad.paid", ad=ad, **self.slot(form),
                  value_micros=self.random.randint(40, 22000), currency="USD",
                  precision=self.random.choice(("estimated", "precise")))

    def show(self, form, trigger, close=lambda: None):
        """Presents the held ad until its dismissal, then requests the next one."""
        ad, since = self.held.pop(form)
        slot = self.slot(form)
        counted = {}
        if form == "app_open":
            self.shows += 1
            counted = {"remaining": self.remaining()}
        self.emit("ad.show_decided", **slot, outcome="show", reason="ready", ad=ad, **self.scene,
                  **counted, trigger=trigger)
        self.emit("ad.present_requested", ad=ad, **slot, **self.scene, trigger=trigger,
                  orientation="portrait")
        if form == "app_open" and self.t - since >= 4 * HOUR:
            self.stale += 1
        self.wait(40, 300)
        self.emit("ad.will_present", ad=ad, **slot, **self.scene)
        self.wait(20, 250)
        self.earn(ad, form)
        self.wait(4 * SECOND, 25 * SECOND)
        if self.chance(0.05):
            self.emit("ad.clicked", ad=ad, **slot)
            self.wait(800, 3000)
        if form == "rewarded":
            self.reward(ad, slot["unit"])
        self.emit("ad.will_dismiss", ad=ad, **slot, **self.scene)
        self.wait(200, 500)
        self.emit("ad.dismissed", ad=ad, **slot, **self.scene)
        close()
        self.after(form)

    def reward(self, ad, unit):
        gain = {"type": "coins", "amount": self.random.randint(1, 50)}
        self.emit("ad.reward_earned", ad=ad, unit=unit, **gain)
        self.wait(10, 90)
        self.emit("ad.reward_granted", ad=ad, unit=unit, **gain)
        self.wait(300, 2000)

    def after(self, form):
        """Requests after a dismissal; as a fault, not within half a minute."""
        if self.fault != "no_reload" or form == "app_open":
            self.wait(20, 700)
            self.load(form, "dismissed")
            return
        self.fault = None
        self.unreloaded += 1
        self.act(3)
        self.wait(35 * SECOND, 50 * SECOND)
        self.emit("ad.show_decided", **self.slot(form), outcome="skip", reason="not_ready",
                  **self.scene)
        self.wait(20, 400)
        self.load(form, "not_ready")

    def native(self):
        unit = self.slot("native")["unit"]
        request = self.request("native", "user", failures=False)
        load, ad, adapter = self.name("l"), self.name("a"), ADAPTERS[2]
        self.emit("adapter.load_called", load=load, request=request, adapter=adapter,
                  format="native", unit=unit, parameter_present=True, disable_image_loading=False)
        self.wait(90, 700)
        self.emit("native.mapped", ad=ad, unit=unit, load=load, headline=True, media=True,
                  body=True, icon=True, call_to_action=True, ad_choices=True, images=1,
                  images_as="image", has_video=False, handles_impressions=False,
                  handles_clicks=False)
        self.emit("adapter.completed", load=load, adapter=adapter, has_ad=True, has_error=False,
                  ad=ad)
        self.wait(2, 30)
        self.loaded("native", request, ad)
        self.wait(20, 200)
        self.emit("native.rendered", ad=ad, unit=unit, view_passed=True, **self.scene)
        self.emit("view.appeared", ad=ad, unit=unit)
        self.wait(1000, 1400)
        self.earn(ad, "native")
        self.emit("adapter.told", load=load, adapter=adapter, what="impression")
        self.act()
        self.emit("view.hidden", ad=ad, unit=unit)
        self.emit("native.untracked", ad=ad, unit=unit)
        self.emit("ad.discarded", ad=ad, unit=unit, reason="other")

    def banner(self):
        """A banner and its refreshes while it is visible."""
        unit = self.slot("banner")["unit"]
        ad = self.load("banner", "user")
        self.emit("view.appeared", ad=ad, unit=unit)
        self.wait(900, 1500)
        self.earn(ad, "banner")
        for _ in range(self.random.randint(0, 2)):
            self.act(2)
            self.wait(30 * SECOND, 60 * SECOND)
            ad = self.load("banner", "refresh")
            self.earn(ad, "banner")
        self.emit("view.hidden", ad=ad, unit=unit)
        self.emit("ad.discarded", ad=ad, unit=unit, reason="other")

    def note(self):
        self.emit("note", text=self.random.choice(NOTES))
