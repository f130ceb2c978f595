// The glue between react-native-google-mobile-ads and adEvents.ts. AdjournalModule.m is its native part.
import { NativeModules } from "react-native";
import { AdEventType, RevenuePrecisions, RewardedAdEventType } from "react-native-google-mobile-ads";
import type {
  AppOpenAd, InterstitialAd, PaidEvent, RewardedAd, RewardedAdReward, RewardedInterstitialAd,
} from "react-native-google-mobile-ads";

import { AdEvents, type Format, type Precision } from "./adEvents";

type FullScreenAd = AppOpenAd | InterstitialAd | RewardedAd | RewardedInterstitialAd;
const { Adjournal } = NativeModules;
let loads = 0;

/** Records lines; call it with events of your own, too, such as `{ event: "sdk.started" }`. */
export function record(lines: string[]): void {
  for (const line of lines) Adjournal.record(line);
}

// The plugin replaces the codes of Google's SDK by names.
const codes: Record<string, number> = {
  "invalid-request": 0, "no-fill": 1, "network-error": 2, "server-error": 3, "os-version-too-low": 4, "timeout": 5,
  "mediation-data-error": 7, "mediation-adapter-error": 8, "mediation-invalid-ad-size": 10, "internal-error": 11,
  "invalid-argument": 12, "ad-already-used": 19, "application-identifier-missing": 20, "received-invalid-ad-string": 21,
};

/** The code of an error of the plugin, such as `googleMobileAds/no-fill`. */
function codeOf(error: unknown): number | undefined {
  const name = String((error as { code?: unknown } | undefined)?.code ?? "");
  return codes[name.replace(/^.*\/(error-code-)?/, "")];
}

const precisions: Record<number, Precision> = {
  [RevenuePrecisions.ESTIMATED]: "estimated",
  [RevenuePrecisions.PUBLISHER_PROVIDED]: "publisher",
  [RevenuePrecisions.PRECISE]: "precise",
};

/** Records the ads that one object loads, one after the other. Listen before the app's own listeners. */
export class RecordedAd {
  private events: AdEvents | undefined;
  private isPresenting = false;

  constructor(private readonly ad: FullScreenAd, private readonly format: Format) {
    ad.addAdEventsListener(({ type, payload }) => this.received(type, payload));
  }

  load(reason?: string): void {
    this.events = new AdEvents(this.ad.adUnitId, this.format, ++loads);
    this.isPresenting = false;
    record(this.events.requested(reason));
    this.ad.load();
  }

  async show(trigger?: string): Promise<void> {
    record(this.events?.presentRequested(trigger) ?? []);
    this.isPresenting = true;
    try {
      await this.ad.show();
    } catch (error) {
      record(this.events?.failedToPresent(codeOf(error)) ?? []);
      throw error;
    }
  }

  private received(type: string, payload: unknown): void {
    const { events } = this;
    if (!events) return;
    switch (type) {
      case AdEventType.LOADED:
      case RewardedAdEventType.LOADED:
        return record(events.loaded());
      case AdEventType.ERROR:
        // While an ad is presented, the promise of show reports the failure.
        return this.isPresenting ? undefined : record(events.failedToLoad(codeOf(payload)));
      case AdEventType.OPENED:
        return record(events.shown());
      case AdEventType.CLICKED:
        return record(events.clicked());
      case AdEventType.CLOSED:
        return record(events.dismissed());
      case AdEventType.PAID: {
        const paid = payload as PaidEvent;
        return record(events.paid(paid.value * 1e6, paid.currency, precisions[paid.precision] ?? "unknown"));
      }
      case RewardedAdEventType.EARNED_REWARD: {
        const reward = payload as RewardedAdReward;
        return record(events.rewardEarned(reward.type, reward.amount));
      }
    }
  }
}
