"""One session as a random story: who it is, which slots it has, what happens in which order."""

from .app import App, new_size
from .chances import SMALL
from .feed import Banner, Native
from .full_screen import FullScreen

TEST = "ca-app-pub-3940256099942544/"
LIVE = "ca-app-pub-1234567890123456/"
OTHER_TEST = "/21775744923/example/"
FORMATS = ("app_open", "interstitial", "rewarded", "rewarded_interstitial", "banner", "native")
THEMES = {
    "app_open": (["app_open"], ["span", "span", "span", "show", "request", "suppress", "dialog"]),
    "caps": (["app_open"], ["span", "show", "show", "show_app_open", "time", "day"]),
    "launch": (["app_open", "interstitial"], ["span", "show", "content", "splash"]),
    "interstitial": (["interstitial", "app_open"], ["show", "show", "acted", "acted", "request"]),
    "rewarded": (
        ["rewarded", "rewarded_interstitial"],
        ["show", "show", "show", "request", "acted"],
    ),
    "scenes": (
        ["interstitial", "banner", "app_open"],
        ["resize", "resize", "close", "show", "window"],
    ),
    "banner": (["banner"], ["resize", "resize", "request", "refresh", "span"]),
    "native": (["native"], ["request", "request", "span", "resize"]),
    "mediation": (["native", "interstitial"], ["request", "request", "show", "config"]),
    "loads": (["interstitial", "rewarded", "banner"], ["request", "request", "config", "memory"]),
    "consent": (["app_open", "native"], ["form", "consent", "request", "show"]),
    "mixed": (["app_open", "interstitial", "native", "banner", "rewarded"], []),
}
EVERY = [
    "span",
    "show",
    "request",
    "acted",
    "memory",
    "config",
    "time",
    "resize",
    "dialog",
    "suppress",
    "form",
    "consent",
    "window",
    "content",
    "note",
    "terminate",
]


class Story:
    def __init__(self, chances, start, day=None, launch=1):
        self.chances = chances
        chances.carelessness = chances.choice([0, 0, 0.03, 0.1, 0.25, 0.5])
        theme = chances.choice(list(THEMES) + ["rewarded", "scenes", "banner"])
        formats, self.actions = THEMES[theme]
        self.actions = (self.actions or EVERY) + [
            action for action in EVERY if chances.chance(0.12)
        ]
        self.policy = chances.small_policy(chances.choice([0, 0.3, 0.8, 1]))
        if chances.chance(0.3):
            self.policy["daily_cap"] = chances.randint(1, 4)
        self.build = chances.choice(["debug", "release"])
        self.sdk = "google-mobile-ads" if chances.chance(0.8) else "applovin-max"
        self.test_device = chances.choice([None, None, True, False])
        offset = chances.choice([-480, -60, 0, 0, 60, 330])
        multi = chances.chance(0.75 if theme in ("scenes", "banner") else 0.25)
        self.app = app = App(chances, self.policy, multi, start, offset)
        app.day, app.most = day, chances.randint(5, 78)
        app.consents = chances.chance(0.9 if theme == "consent" else 0.5)
        if multi or chances.chance(0.3):
            app.scenes = {
                f"s{n}": new_size(chances)
                for n in range(1, 1 + chances.choice([1, 2] if multi else [1]))
            }
        if multi and not app.scenes:
            app.scenes = {"s1": new_size(chances)}
        self.fill_slots(formats)
        self.header = self.describe(multi, offset, launch)

    def fill_slots(self, formats):
        chances, app = self.chances, self.app
        app.wants_test_flag = self.build == "debug" and chances.chance(0.3)
        for number, format in enumerate(formats):
            if len(formats) > 2 and chances.chance(0.3):
                continue
            wants_live = (self.build == "release") != chances.slip(0.5)
            base = LIVE if wants_live else chances.choice([TEST, TEST, OTHER_TEST])
            unit = base + (f"{number + 1}" if not chances.slip(0.15) else "1")
            kind = {"banner": Banner, "native": Native}.get(format, FullScreen)
            for scene in list(app.scenes) or [None]:
                app.slots.append(kind(app, unit, format, scene))

    def describe(self, multi, offset, launch):
        chances = self.chances
        header = dict(
            app="com.example.app",
            app_version="1.2",
            build=self.build,
            os="iOS",
            os_version="18.1",
            sdk=self.sdk,
            sdk_version="12.1",
            utc_offset_min=offset,
        )
        if chances.chance(0.75):
            header["launch_count"] = launch if chances.chance(0.6) else chances.randint(1, 6)
        if multi or chances.chance(0.3):
            header["multi_scene"] = multi
        if self.test_device is not None:
            header["test_device"] = self.test_device
        if self.policy:
            header["policy"] = self.policy
        return header

    def tell(self):
        chances, app = self.chances, self.app
        app.begin()
        while not app.full and len(app.events) < app.most and app.t < 40 * 3600_000:
            app.pass_time(self.pause())
            getattr(self, "do_" + chances.choice(self.actions))()
            if app.in_background and chances.chance(0.5):
                app.emit("app.entering_foreground")
                app.in_background = False
            if chances.chance(0.04):
                break
        app.pass_time(chances.choice([0, 500, 5000, 60000]))
        if chances.chance(0.3):
            app.pass_time(1_000_000)
        if chances.chance(0.6):
            app.most += 2
            if chances.chance(0.2):
                app.emit("app.terminating")
            app.emit("session.ended", reason=chances.choice([None, "terminated", "other"]))
        return app.events

    def pause(self):
        chances, app = self.chances, self.app
        draw = chances.random()
        if draw < 0.4:
            return chances.randint(0, 2000)
        if draw < 0.8:
            return chances.randint(2000, 15000)
        key = chances.choice([key for key in SMALL if key.endswith("_s")])
        return chances.edge(app.limit(key))

    # Each action of the actions above

    def do_span(self):
        self.app.span_away()

    def do_show(self):
        self.app.try_any_show(self.chances.choice(["user", "transition", "active", None]))

    def do_show_app_open(self):
        self.app.try_any_show("active", "app_open")

    def do_request(self):
        if self.app.slots:
            reason = self.chances.choice(
                [None, "user", "view_did_appear", "refresh", "launch", "view_did_load"]
            )
            self.chances.choice(self.app.slots).request(reason)

    do_refresh = do_request

    def do_acted(self):
        self.app.emit("user.acted", what="level")

    def do_memory(self):
        self.app.pass_time(self.chances.choice([0, 9999, 10000, 10001, 15000]))
        self.app.emit("app.memory_warning")

    def do_config(self):
        self.app.change_config()

    def do_time(self):
        self.app.change_time()

    def do_day(self):
        self.app.pass_time(self.chances.choice([3600_000, 6 * 3600_000, 24 * 3600_000]))

    def do_resize(self):
        self.app.resize()

    def do_close(self):
        self.app.close_scene()

    def do_dialog(self):
        self.app.dialog()

    def do_suppress(self):
        self.app.suppress()

    def do_form(self):
        self.app.form()

    def do_consent(self):
        self.app.consent(self.chances.chance(0.7))

    def do_window(self):
        if self.app.windows and self.chances.chance(0.7):
            self.app.emit("window.closed", window=self.app.windows.pop())
        else:
            self.app.ad_window(self.chances.choice(list(self.app.scenes) or [None]))

    def do_content(self):
        self.app.show_content()

    def do_splash(self):
        self.app.begin_splash()
        self.app.after(self.app.within("splash_max_s"), self.app.finish_splash)

    def do_note(self):
        self.app.emit("note", text='ärger "now"')

    def do_terminate(self):
        if self.chances.chance(0.2):
            self.app.emit("app.terminating")
