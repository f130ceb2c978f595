// What the callbacks of one ad are as events of adjournal: lines of JSON. This file imports nothing.

/** Which events the lines have. */
export type Recorded =
  /** The ad's events, and each callback as `callback.received` of the layer `app`. */
  | "all"
  /** Only the callbacks: native code records the ad's events, with the same names of load and ad. */
  | "callbacks";

export type Format = "app_open" | "interstitial" | "rewarded" | "rewarded_interstitial" | "banner" | "native";
export type Precision = "unknown" | "estimated" | "publisher" | "precise";
type Fields = Record<string, string | number | boolean | null | undefined>;

/** One load and the ad that it delivers. Each method returns the lines to record, in their order. */
export class AdEvents {
  private readonly request: string;
  private readonly ad: string;

  /** `number` is different for each load of a session: it names the load and the ad. */
  constructor(
    private readonly unit: string, private readonly format: Format, number: number,
    private readonly recorded: Recorded = "all",
  ) {
    this.request = `r-${number}`;
    this.ad = `a-${number}`;
  }

  requested(reason?: string): string[] {
    return this.events("ad.requested", { ...this.kind, request: this.request, reason });
  }

  loaded(response?: string | null, network?: string | null): string[] {
    return [
      ...this.events("ad.loaded", { ...this.kind, request: this.request, ad: this.ad, response, network }),
      this.callback("loaded", { ad: this.ad }),
    ];
  }

  failedToLoad(code?: number): string[] {
    return [
      ...this.events("ad.failed_to_load", { ...this.kind, request: this.request, ...error(code) }),
      this.callback("failed_to_load", { request: this.request }),
    ];
  }

  presentRequested(trigger?: string): string[] {
    return this.events("ad.present_requested", { ...this.shownAd, trigger });
  }

  shown(): string[] { return this.both("ad.will_present", "will_present"); }
  impression(): string[] { return this.both("ad.impression", "impression"); }
  clicked(): string[] { return this.both("ad.clicked", "click"); }
  dismissed(): string[] { return this.both("ad.dismissed", "dismissed"); }

  failedToPresent(code?: number): string[] {
    return this.both("ad.failed_to_present", "failed_to_present", error(code));
  }

  /** `micros` is in millionths of the currency. */
  paid(micros: number, currency: string, precision: Precision): string[] {
    return this.both("ad.paid", "paid", { value_micros: Math.round(micros), currency, precision });
  }

  rewardEarned(type: string, amount: number): string[] {
    return [
      ...this.events("ad.reward_earned", { ad: this.ad, unit: this.unit, type, amount }),
      this.callback("reward", { ad: this.ad }),
    ];
  }

  private get kind(): Fields { return { unit: this.unit, format: this.format }; }
  private get shownAd(): Fields { return { ad: this.ad, ...this.kind }; }

  private both(event: string, what: string, more: Fields = {}): string[] {
    return [...this.events(event, { ...this.shownAd, ...more }), this.callback(what, { ad: this.ad })];
  }

  private events(event: string, fields: Fields): string[] {
    return this.recorded === "all" ? [line({ event, ...fields })] : [];
  }

  private callback(what: string, names: Fields): string {
    return line({ event: "callback.received", layer: "app", what, ...names, unit: this.unit });
  }
}

/** The fields of an error of Google's SDK; its message can contain personal data and is not recorded. */
function error(code?: number): Fields {
  return { error_domain: "com.google.admob", error_code: code };
}

/** A line without the fields that have no value. */
function line(fields: Fields): string {
  return JSON.stringify(fields, (_, value) => (value === null ? undefined : value));
}
