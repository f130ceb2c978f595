"""An invented session as a list of records, and the correct answers to the three questions about it.

The name of the session and the calendar day are filled in later. A session keeps all rules except for two
intended faults, so a rule and a query give the same number.
"""

SECOND = 1000
HOUR = 3600 * SECOND
FULL_SCREEN = ("app_open", "interstitial", "rewarded")
PUBLISHER = "ca-app-pub-7300164502281956/"
UNITS = {
    "app_open": "4190226831",
    "interstitial": "2755013864",
    "rewarded": "8306471925",
    "banner": "6017738245",
    "native": "9912604387",
}
ADAPTERS = ("GADMAdapterGoogleAdMobAds", "ExampleNetworkAdapter", "SampleCustomEventAdapter")
ACTIONS = ("open level", "finish level", "open shop", "scroll list", "open settings", "turn page")
MESSAGES = (
    "No ad to show.",
    'Request error: no ad returned for "unit"',
    "The network connection was lost.",
    "Quota dépassé — réessayer plus tard",
    "Réponse vide\tdu serveur \\ passerelle",
)
NOTES = (
    'café — "quoted" \\ path/to, and some more words',
    "レベル 12 をクリアした 🚀 次へ",
    "tab\tseparated\nand two lines",
)
# What the app decided about its ads; without these the rules about them would not be judged.
POLICY = {"unused_returns": 3, "first_ad_min_launches": 3, "min_background_s": 10, "daily_cap": 20,
          "interstitial_min_gap_s": 30}
CAPTURES = (
    "session app lock splash user consent load present decision delegate handler revenue reward"
    " grant video native visibility adapter"
).split()


class Story:
    """The records so far, the clock, and the ads that the app holds."""

    def __init__(self, random, fault=None, earlier=None):
        """`earlier`: the previous session of the same install on the same day, if any."""
        self.random, self.fault = random, fault
        self.earlier_shows = earlier.shows if earlier else 0
        self.utc_offset = earlier.utc_offset if earlier else random.choice((-300, -180, 0, 60, 120))
        self.t = 0
        self.records = []
        self.names = {"r": 0, "a": 0, "l": 0}
        self.held = {}
        self.shows = 0
        self.stale = self.unreloaded = 0
        self.scene = {"scene": "main"} if random.random() < 0.25 else {}

    def wait(self, low, high):
        self.t += self.random.randint(low, high)

    def emit(self, event, **fields):
        self.records.append((self.t, event, fields))

    def name(self, letter):
        self.names[letter] += 1
        return f"{letter}-{self.names[letter]}"

    def remaining(self):
        """The number of shows left of the twenty of the day."""
        return 20 - self.earlier_shows - self.shows

    def chance(self, share):
        return self.random.random() < share

    def slot(self, form):
        return {"unit": PUBLISHER + UNITS[form], "format": form}

    def act(self, count=1):
        for _ in range(count):
            self.wait(900, 6 * SECOND)
            self.emit("user.acted", what=self.random.choice(ACTIONS), **self.scene)

    def begin(self):
        choose = self.random.choice
        header = dict(
            app="com.example.pebblequest", app_version=f"4.{self.random.randint(0, 19)}.1",
            build="release", os="iOS", os_version=f"26.{self.random.randint(0, 2)}",
            device=choose(("phone", "tablet")), sdk="google-mobile-ads", sdk_version="13.1.0",
            install="@install@", utc_offset_min=self.utc_offset,
            launch_count=self.random.randint(3, 400), captures=CAPTURES, policy=POLICY)
        if self.scene:
            header["captures"] = CAPTURES + ["scene"]
        self.emit("session.began", **header)
        if self.scene:
            self.emit("scene.connected", scene="main", width=820, height=1180, full_screen=True,
                      orientation="portrait")
        self.wait(2, 9)
        self.emit("consent.updated", can_request_ads=True, status="obtained")
        self.wait(20, 60)
        self.emit("app.launched", cold=True)
        self.emit("splash.began", **self.scene)
        self.wait(10, 40)
        self.emit("sdk.started")
        self.wait(80, 200)
        self.emit("app.became_active")

    def end(self):
        self.wait(40 * SECOND, 60 * SECOND)
        self.emit("user.acted", what="leave", **self.scene)
        self.wait(500, 4 * SECOND)
        self.emit("app.resigned_active")
        self.wait(300, 900)
        self.emit("app.entered_background")
        self.wait(1000, 9 * SECOND)
        self.emit("app.terminating")
        self.wait(2, 9)
        self.emit("session.ended", reason="terminated")
