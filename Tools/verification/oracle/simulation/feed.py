"""Native ads with their adapters and videos, and banners that follow their window."""

from .slot import Slot

VIDEO = [
    "video.played",
    "video.muted",
    "video.paused",
    "video.played",
    "video.unmuted",
    "video.ended",
]


class Native(Slot):
    def mapped(self, load, ad):
        world, chances = self.world, self.world.chances
        self.tracks = getattr(self, "tracks", {})
        fields = dict(
            ad=ad,
            unit=self.unit,
            load=load if chances.chance(0.8) else None,
            headline=not chances.slip(0.4),
            media=not chances.slip(0.4),
            ad_choices=chances.choice([None, True, True]) if not chances.slip(0.6) else False,
            images=chances.choice([None, 0, 1, 3]),
            images_as=chances.choice([None, "image", "url"]),
            has_video=chances.choice([None, True, True, False]),
            handles_impressions=chances.chance(0.6),
            handles_clicks=chances.chance(0.6),
        )
        self.tracks[ad] = fields
        world.emit("native.mapped", **fields)

    def delivered(self, ad):
        world, chances = self.world, self.world.chances
        ad.used = True
        if chances.chance(0.85):
            world.after(world.within("native_max_age_s"), self.render, ad, active=False)

    def render(self, ad):
        world, chances = self.world, self.world.chances
        tracks = getattr(self, "tracks", {}).get(ad.name, {})
        world.emit(
            "native.rendered",
            **ad.fields(False),
            scene=self.named_scene if chances.chance(0.5) else None,
            view_passed=not chances.slip(0.7) if chances.chance(0.85) else None
        )
        if chances.chance(0.5):
            world.emit("view.appeared", **ad.fields(False))
        if chances.chance(0.8):
            world.after(chances.choice([0, 300, 1500]), self.impression, ad, tracks)
        if chances.chance(0.3):
            world.after(chances.randint(500, 6000), self.click, ad, tracks)
        if chances.chance(0.3):
            self.video(ad)
        if chances.chance(0.35):
            world.after(chances.choice([100, world.within("impression_s")]), self.let_go, ad)
        if chances.slip(0.5):
            world.after(700, self.render, ad)

    def impression(self, ad, tracks):
        world, chances = self.world, self.world.chances
        if not chances.slip(0.4):
            world.emit("ad.impression", **ad.fields())
        if chances.slip(0.3):
            world.after(chances.choice([0, 900]), self.impression, ad, tracks)
        if ad.load:
            adapter = bool(tracks.get("handles_impressions")) != chances.slip(0.6)
            if adapter:
                for _ in range(2 if chances.slip(2) else 1):
                    world.after(
                        world.within("impression_s"), self.reported, ad.load[0], 0, "impression"
                    )
            else:
                self.told(ad.load[0], "impression")
        if chances.chance(0.6):
            world.after(world.within("paid_s"), self.paid, ad)

    def paid(self, ad):
        self.world.emit(
            "ad.paid",
            **ad.fields(),
            value_micros=self.world.chances.choice([0, 100, 900]),
            currency="EUR",
            precision="estimated"
        )
        if self.world.chances.slip(0.4):
            self.world.after(1, self.paid, ad)

    def click(self, ad, tracks):
        if ad.load:
            if bool(tracks.get("handles_clicks")) != self.world.chances.slip(0.6):
                self.reported(ad.load[0], 0, "click")
            else:
                self.told(ad.load[0], "click")
        self.world.emit("ad.clicked", **ad.fields())

    def told(self, load, what):
        self.world.emit("adapter.told", load=load, adapter="AdapterA", what=what)

    def let_go(self, ad):
        self.world.emit("native.untracked", **ad.fields(False))
        if self.world.chances.chance(0.5):
            self.world.emit("view.hidden", **ad.fields(False))

    def video(self, ad):
        chances, delay = self.world.chances, 0
        kinds = [kind for kind in VIDEO if chances.chance(0.75)]
        if chances.slip(2):
            chances.shuffle(kinds)
        for kind in kinds:
            delay += chances.choice([0, 300, 2000])
            self.world.after(delay, self.world.emit_late, kind, ad.fields(False))


class Banner(Slot):
    showing = None

    def delivered(self, ad):
        world, chances = self.world, self.world.chances
        ad.used = True
        before, self.showing = self.showing, ad
        ad.hidden = before.hidden if before else False
        if before and chances.chance(0.5):
            world.emit("ad.discarded", **before.fields(False), reason="replaced")
        if chances.chance(0.7) and not ad.hidden:
            world.emit("view.appeared", **ad.fields(False))
        if chances.chance(0.7):
            world.after(chances.choice([10, 800, 3000]), self.impression, ad)
        if chances.chance(0.35):
            world.after(chances.randint(1000, 15000), self.hide, ad)
        if chances.chance(0.5):
            world.after(chances.randint(3000, 30000), self.refresh, ad)
        if chances.chance(0.3):
            world.after(chances.randint(500, 5000), self.check, ad)

    def impression(self, ad):
        if ad.hidden and not self.world.chances.slip(2):
            return
        self.world.emit("ad.impression", **ad.fields())
        if self.world.chances.chance(0.2):
            self.world.emit("ad.clicked", **ad.fields())

    def hide(self, ad):
        if self.showing is ad:
            ad.hidden = True
            self.world.emit("view.hidden", **ad.fields(False))
            if self.world.chances.chance(0.6):
                self.world.after(self.world.chances.randint(500, 9000), self.unhide, ad)

    def unhide(self, ad):
        if self.showing is ad and ad.hidden:
            ad.hidden = False
            self.world.emit("view.appeared", **ad.fields(False))

    def refresh(self, ad):
        if self.showing is ad and (not ad.hidden or self.world.chances.slip(3)):
            self.request("refresh", forced=True)

    def check(self, ad):
        if self.showing is not ad:
            return
        fits = self.world.chances.chance(0.6)
        self.world.emit("ad.fit_checked", **ad.fields(False), scene=self.scene or "s1", fits=fits)
        if not fits:
            self.resized()

    def resized(self, width_changed=True):
        if (width_changed and not self.world.chances.slip()) or self.world.chances.slip(0.5):
            self.world.after(self.world.within("fit_check_s"), self.request, "resized", True)
            if self.world.chances.slip(0.6):
                self.world.after(self.world.within("fit_check_s"), self.request, "resized", True)
