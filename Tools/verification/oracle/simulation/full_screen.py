"""Full-screen ads: decisions, attempts, what happens while one is up, dismissal, reload."""

from .slot import FULL_SCREEN, MAX_AGE, Slot


class FullScreen(Slot):
    @property
    def rewards(self):
        return self.format in ("rewarded", "rewarded_interstitial")

    def delivered(self, ad):
        world, chances = self.world, self.world.chances
        if not chances.slip(0.5):
            world.emit("ad.delegate_set", **ad.fields(False))
        if not chances.slip(0.5):
            world.emit("ad.paid_handler_set", **ad.fields(False))
        if chances.chance(0.06):
            world.after(chances.randint(100, 60000), self.expire, ad)
        elif chances.chance(0.04):
            world.after(chances.randint(100, 60000), self.discard, ad, "replaced")
        if chances.chance(0.2):
            world.after(self.age(), self.show, "user", active=False)
        if chances.slip(0.4):
            self.attempt(ad, "loaded")
        if self.rewards and chances.slip(0.4):
            world.after(chances.randint(0, 5000), self.earn, ad)

    def age(self):
        return self.world.chances.under(
            self.world.limit(MAX_AGE.get(self.format, "full_screen_max_age_s"))
        )

    def expire(self, ad):
        if not ad.used or self.world.chances.slip():
            self.world.emit("ad.expired", **ad.fields(False))
            if not self.world.chances.slip():
                ad.gone = True

    def discard(self, ad, reason):
        if not ad.used or reason == "shown" or self.world.chances.slip():
            self.world.emit("ad.discarded", **ad.fields(False), reason=reason)
            ad.gone = True

    def decide(self, outcome, reason, trigger, ad=None):
        world, chances = self.world, self.world.chances
        if not world.decides or chances.slip(0.4):
            return
        remaining = None
        if self.format == "app_open" and world.day and world.counts_remaining:
            remaining = world.day.remaining(world, outcome == "show")
        world.emit(
            "ad.show_decided",
            unit=self.unit,
            format=self.format,
            outcome=outcome,
            reason=reason,
            ad=ad.name if ad and chances.chance(0.7) else None,
            scene=self.named_scene,
            remaining=remaining,
            trigger=trigger,
        )

    def show(self, trigger="user"):
        """A moment at which the app would like to show."""
        world, chances = self.world, self.world.chances
        careful = not chances.slip(0.6)
        if careful and not chances.chance(0.5) and self.scene in world.closed:
            return
        if careful and (world.in_background or (world.shown and not world.shown.gone)):
            return
        if careful and world.reason_to_skip(self):
            return self.decide("skip", world.reason_to_skip(self), trigger)
        self.ready = [ad for ad in self.ready if not ad.gone] if careful else self.ready
        if not self.ready:
            self.decide("skip", "not_ready", trigger)
            return self.ask_soon("not_ready")
        ad = self.ready[-1]
        if careful and ad not in self.usable():
            self.ready.clear()
            self.decide("skip", "expired", trigger)
            return self.ask_soon("expired")
        if not chances.chance(0.9):
            return self.decide(
                "skip", chances.choice(["interval", "does_not_fit", "showing", None]), trigger
            )
        if self.format == "interstitial" and not chances.slip():
            for _ in range(int(world.policy["interstitial_min_actions"])):
                world.emit("user.acted", what="level")
        self.decide("show", "ready", trigger, ad)
        self.attempt(ad, trigger)

    def ask_soon(self, reason):
        if not self.world.chances.slip(2 if reason == "expired" else 1):
            self.world.after(self.world.within("request_when_none_ready_s"), self.request, reason)

    def attempt(self, ad, trigger):
        world, chances = self.world, self.world.chances
        ad.used = True
        if ad in self.ready and not chances.slip(0.5):
            self.ready.remove(ad)
        ad.scene = (
            self.named_scene
            if not chances.slip(1.5)
            else chances.choice(list(world.scenes) or [None])
        )
        turn = (
            self.orientation
            if not chances.slip()
            else chances.choice([None, "portrait", "landscape"])
        )
        if not chances.slip(0.4):
            world.emit(
                "ad.present_requested",
                **ad.fields(),
                scene=ad.scene,
                trigger=trigger,
                orientation=turn if chances.chance(0.6) else None
            )
        draw = chances.random()
        delay = world.within("present_outcome_s")
        if draw < 0.85 - 0.1 * chances.carelessness:
            world.after(delay, self.will_present, ad)
        elif draw < 0.97:
            world.after(delay, self.fail, ad)
        if chances.slip(0.25):
            world.after(
                delay + chances.choice([0, 5, 700]),
                chances.choice([self.fail, self.will_present]),
                ad,
            )
        if chances.slip(0.3):
            world.after(chances.choice([0, 30, 2000]), self.attempt, ad, trigger)

    def fail(self, ad):
        world, chances = self.world, self.world.chances
        code = 21 if chances.slip(0.4) else chances.choice([15, 15, 18, 1])
        world.emit("ad.failed_to_present", **ad.fields(), scene=ad.scene, error_code=code)
        if world.shown is ad:
            world.shown = None
        world.after(
            world.within("reload_after_present_failure_s"), self.request, "failed_to_present"
        )
        if chances.chance(0.25):
            storm = self.world.limit("present_failure_storm_s")
            for _ in range(chances.randint(1, 3)):
                world.after(
                    chances.choice([storm // 2, storm - 1, storm, storm + 1, 300]), self.fail, ad
                )

    def will_present(self, ad):
        world, chances = self.world, self.world.chances
        early = chances.chance(0.15)
        if early:
            world.emit("ad.impression", **ad.fields())
        world.emit("ad.will_present", **ad.fields(), scene=ad.scene)
        world.presented(self, ad)
        if chances.chance(0.5) and world.multi_scene:
            world.ad_window(self.scene)
        if not early:
            self.soon("impression_s", self.impression, ad)
        if chances.chance(0.35):
            world.after(world.apart("accidental_click_s"), self.click, ad)
        if self.rewards:
            world.after(chances.randint(500, 8000), self.earn, ad)
        if not chances.slip(0.5):
            self.schedule_dismissal(ad)

    def schedule_dismissal(self, ad):
        world, chances = self.world, self.world.chances
        if chances.chance(0.7):
            delay = chances.randint(
                1000, max(1500, min(30000, world.limit("dismiss_timeout_s") - 1))
            )
        else:
            delay = world.within("dismiss_timeout_s")
        if chances.chance(0.5):
            world.after(max(0, delay - world.within("dismiss_pair_s")), self.will_dismiss, ad)
        world.after(delay, self.dismiss, ad)
        if chances.slip(0.4):
            world.after(delay + chances.choice([0, 1, 3000]), self.dismiss, ad)
        if chances.slip(0.7):
            after = delay + world.within("late_event_s")
            late = chances.choice([self.impression, self.click, self.will_dismiss, self.earn])
            world.after(after, late, ad)

    def soon(self, key, action, *arguments):
        if not self.world.chances.slip(0.6):
            self.world.after(self.world.within(key), action, *arguments)

    def impression(self, ad):
        world, chances = self.world, self.world.chances
        world.emit("ad.impression", **ad.fields())
        if chances.slip(0.4):
            world.after(chances.choice([0, 800]), self.impression, ad)
        if chances.chance(0.6):
            world.after(chances.choice([0, 100, world.within("paid_s")]), self.paid, ad)

    def paid(self, ad):
        chances = self.world.chances
        self.world.emit(
            "ad.paid",
            **ad.fields(),
            value_micros=-5 if chances.slip(0.3) else chances.choice([0, 1200, 45000]),
            currency=chances.choice(["usd", "EURO", "", "U1D"]) if chances.slip(0.3) else "USD",
            precision=(
                "guess"
                if chances.slip(0.3)
                else chances.choice(["unknown", "estimated", "publisher", "precise"])
            )
        )
        if chances.slip(0.4):
            self.world.after(500, self.paid, ad)

    def click(self, ad):
        world, chances = self.world, self.world.chances
        world.emit("ad.clicked", **ad.fields())
        for _ in range(chances.choice([0, 0, 1, 1, 2])):
            world.after(
                chances.choice([0, 200, 900]),
                world.emit_late,
                "ad.will_present",
                dict(ad.fields(), scene=getattr(ad, "scene", None)),
            )

    def earn(self, ad):
        world, chances = self.world, self.world.chances
        if chances.chance(0.25):
            return
        amount = chances.choice([1, 10, 2.5, None])
        if not chances.slip(0.4):
            world.emit("ad.reward_earned", **ad.fields(False), type="coins", amount=amount)
        if chances.slip(0.8):
            world.after(chances.choice([0, 700]), self.earn, ad)
        if not chances.slip(0.5):
            given = amount if not chances.slip(0.5) else 3
            world.after(
                world.within("reward_grace_s"),
                world.emit_late,
                "ad.reward_granted",
                dict(ad.fields(False), type="coins", amount=given),
            )

    def will_dismiss(self, ad):
        self.world.emit("ad.will_dismiss", **ad.fields(), scene=ad.scene)

    def dismiss(self, ad):
        world, chances = self.world, self.world.chances
        world.emit("ad.dismissed", **ad.fields(), scene=ad.scene)
        ad.gone = True
        world.dismissed(self, ad)
        if self.rewards and chances.chance(0.35):
            world.after(world.within("reward_grace_s"), self.earn, ad)
        key = (
            "app_open_reload_after_dismiss_s"
            if self.format == "app_open"
            else "reload_after_dismiss_s"
        )
        if not chances.slip(0.7):
            world.after(world.within(key), self.request, "dismissed")
        if chances.chance(0.2):
            world.after(chances.choice([0, 20]), self.discard, ad, "shown")
        if chances.slip(0.8):
            other = chances.choice([s for s in world.slots if s.format in FULL_SCREEN] or [self])
            world.after(world.within("quiet_after_dismiss_s"), other.show, "transition")
