"""Loads of one slot (unit and scene) of any format: requests, answers, retries, adapters."""

CONFIGURATION = (0, 4, 7, 10, 12, 20)
PASSING = (1, 2, 3, 5, 9, 11)
RETRIES = ("retry", None, "retry", "resized", "config", "user")
FULL_SCREEN = ("app_open", "interstitial", "rewarded", "rewarded_interstitial")
MAX_AGE = {"app_open": "app_open_max_age_s", "native": "native_max_age_s"}


class Ad:
    def __init__(self, name, slot, born, load=None):
        self.name, self.slot, self.born, self.load = name, slot, born, load
        self.gone = self.used = self.hidden = False

    def fields(self, with_format=True):
        fields = {"ad": self.name, "unit": self.slot.unit}
        if with_format:
            fields["format"] = self.slot.format
        return fields


class Slot:
    def __init__(self, world, unit, format, scene=None):
        self.world, self.unit, self.format, self.scene = world, unit, format, scene
        self.ready, self.past, self.in_flight, self.failures = [], [], 0, 0
        self.blocked = False
        self.requested_on_background = world.chances.chance(0.5)
        self.orientation = world.chances.choice([None, None, "portrait", "landscape"])
        self.mediated = world.chances.chance(0.75 if format == "native" else 0.2)

    @property
    def named_scene(self):
        if not self.world.multi_scene and self.world.chances.chance(0.8):
            return None
        return None if self.world.chances.slip(0.5) else self.scene

    def request(self, reason=None, forced=False):
        world, chances = self.world, self.world.chances
        careful = not forced and not chances.slip(0.6)
        if careful and (self.in_flight or self.blocked or self.usable()):
            return
        if careful and reason == "view_did_load" and world.multi_scene:
            reason = "view_did_appear"
        request = world.name("r")
        fields = dict(
            unit=self.unit,
            format=self.odd_format(),
            request=request,
            scene=self.named_scene,
            reason=reason,
        )
        if self.orientation or chances.slip(0.3):
            fields["orientation"] = "unknown" if chances.slip(0.7) else self.orientation
        if self.format == "native" and chances.chance(0.4):
            fields["count"] = chances.randint(1, 3)
        test = chances.choice([None, None, True, False]) if self.mediated else None
        if world.wants_test_flag and not chances.slip():
            test = True
        fields["test"] = test
        world.emit("ad.requested", **fields)
        self.in_flight += 1
        if self.mediated or chances.slip(0.2):
            world.after(
                chances.choice([0, 50, 300]), self.waterfall, request, test, fields.get("count", 1)
            )
        else:
            self.answer_later(request, fields.get("count", 1))

    def odd_format(self):
        return (
            self.world.chances.choice(FULL_SCREEN) if self.world.chances.slip(0.12) else self.format
        )

    def usable(self):
        limit = self.world.limit(MAX_AGE.get(self.format, "full_screen_max_age_s"))
        return [
            ad
            for ad in self.ready
            if not ad.gone and not ad.used and self.world.t - ad.born < limit
        ]

    def answer_later(self, request, count, load=None):
        chances, delay = self.world.chances, self.world.within("load_timeout_s")
        draw = chances.random()
        if draw < 0.68:
            self.world.after(delay, self.loaded, request, count, load)
        elif draw < 0.68 + 0.27 * (0.4 + chances.carelessness):
            self.world.after(delay, self.failed, request)
        elif draw > 0.97:
            self.world.after(delay, self.forget)
        else:
            self.world.after(delay, self.loaded, request, count, load)
        if chances.slip(0.5):
            again = self.loaded if chances.chance(0.5) else self.failed
            arguments = (request, 1, load) if again == self.loaded else (request,)
            self.world.after(delay + chances.choice([0, 10, 2000]), again, *arguments)

    def forget(self):
        self.in_flight = 0

    def loaded(self, request, count, load=None):
        world, chances = self.world, self.world.chances
        self.in_flight, self.failures = max(0, self.in_flight - 1), 0
        delivered = count if self.format == "native" else 1
        if chances.slip(0.4):
            delivered += 1
        for _ in range(delivered):
            ad = Ad(load[1] if load and load[1] else world.name("a"), self, world.t, load)
            load = (load[0], None) if load else None
            if not (chances.slip(0.25) and self.format in FULL_SCREEN):
                world.emit(
                    "ad.loaded",
                    unit=self.unit,
                    format=self.format,
                    request=request,
                    ad=ad.name,
                    scene=None if chances.chance(0.7) else self.named_scene,
                    latency_ms=chances.choice([None, 120, 4000]),
                )
            if chances.slip(0.15):
                world.emit(
                    "ad.loaded", unit=self.unit, format=self.format, request=request, ad=ad.name
                )
            self.ready.append(ad)
            self.delivered(ad)

    def delivered(self, ad):
        """What the app does with a new ad; each format says."""

    def failed(self, request):
        world, chances = self.world, self.world.chances
        self.in_flight, self.failures = max(0, self.in_flight - 1), self.failures + 1
        code = chances.choice(CONFIGURATION if chances.chance(0.25) else PASSING)
        world.emit(
            "ad.failed_to_load",
            unit=self.unit,
            format=self.format,
            request=request,
            scene=None if chances.chance(0.7) else self.named_scene,
            error_code=code,
        )
        if code in CONFIGURATION:
            self.blocked = True
            world.blocked.add(self)
            if chances.chance(0.5):
                world.after(chances.randint(500, 20000), world.change_config, {})
        if chances.slip(0.5):
            return
        k = min(self.failures, 8)
        pause = min(world.policy["retry_base_s"] * 2 ** (k - 1), world.policy["retry_max_s"])
        pause = chances.over(int(pause * 1000))
        if chances.chance(0.1):
            pause = max(pause, world.within("slot_silence_s"))
        world.after(pause, self.retry)

    def retry(self):
        if self.blocked and not self.world.chances.slip(2):
            return
        self.request(self.world.chances.choice(RETRIES), forced=True)

    def waterfall(self, request, test, count):
        world, chances = self.world, self.world.chances
        for attempt in range(chances.choice([1, 1, 1, 2])):
            load = world.name("l")
            flag = test if not chances.slip() else chances.choice([None, True, False])
            world.emit(
                "adapter.load_called",
                load=load,
                request=request,
                adapter="Adapter" + "AB"[attempt],
                format=self.format,
                unit=chances.choice([None, self.unit]),
                parameter_present=not chances.slip(0.6),
                disable_image_loading=chances.choice([None, True, False]),
                test=flag,
            )
            good = chances.chance(0.8)
            ad = world.name("a") if good else None
            has_error = not good if not chances.slip(0.7) else good
            named = ad if not chances.slip(0.4) else None
            if not chances.slip(0.6):
                delay = world.within("adapter_timeout_s")
                world.after(delay, self.completed, load, attempt, good, has_error, named)
                if chances.slip(0.6):
                    world.after(
                        delay + chances.choice([0, 1, 900]),
                        self.completed,
                        load,
                        attempt,
                        good,
                        has_error,
                        named,
                    )
            else:
                delay = 500
            if chances.slip(0.6):
                self.reported(load, attempt)
        if good and self.format == "native":
            world.after(delay, self.mapped, load, ad)
        world.after(delay + 1, self.answer_later, request, count, (load, ad) if good else None)

    def mapped(self, load, ad):
        """Native formats map assets here."""

    def completed(self, load, which, good, has_error, ad):
        self.world.emit(
            "adapter.completed",
            load=load,
            adapter="Adapter" + "AB"[which],
            has_ad=good,
            has_error=has_error,
            ad=ad,
            error_code=None if good else self.world.chances.choice([1, 3, 1001]),
        )

    def reported(self, load, which=0, what=None):
        what = what or self.world.chances.choice(["impression", "click", "will_present", "video"])
        self.world.emit("adapter.reported", load=load, adapter="Adapter" + "AB"[which], what=what)
