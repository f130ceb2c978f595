// The lines of four loads, as check.py feeds them to `adjournal record`.
import { AdEvents } from "./adEvents";

declare const console: { log(text: string): void };
declare const process: { argv: string[] };

const recorded = process.argv[2] === "callbacks" ? "callbacks" : "all";
const print = (lines: string[]) => lines.forEach((line) => console.log(line));
const unit = "ca-app-pub-3940256099942544/4411468910";

const shown = new AdEvents(unit, "interstitial", 1, recorded);
print(shown.requested("launch"));
print(shown.loaded("response \"1\"\n", "Network ü"));
print(shown.presentRequested("user"));
print(shown.shown());
print(shown.impression());
print(shown.paid(1250.4, "EUR", "estimated"));
print(shown.clicked());
print(shown.dismissed());

const rewarded = new AdEvents(unit, "rewarded", 2, recorded);
print(rewarded.requested());
print(rewarded.loaded(null, undefined));
print(rewarded.presentRequested());
print(rewarded.shown());
print(rewarded.rewardEarned("coins", 2.5));
print(rewarded.dismissed());

const failed = new AdEvents(unit, "app_open", 3, recorded);
print(failed.requested("foreground"));
print(failed.failedToLoad(1));

const hidden = new AdEvents(unit, "rewarded_interstitial", 4, recorded);
print(hidden.requested("dismissed"));
print(hidden.loaded("response 4"));
print(hidden.presentRequested("transition"));
print(hidden.failedToPresent(18));
