// Records interstitial and rewarded ads of the AppLovin MAX plugin for Unity. MAX has one ad of each unit at a time.
using System.Collections.Generic;

namespace Adjournal
{
    public static class MaxAds
    {
        private static readonly Dictionary<string, AdEvents> ads = new Dictionary<string, AdEvents>();

        /// <summary>Begins to record; call it once, before the app's own handlers are added.</summary>
        public static void Begin()
        {
            MaxSdkCallbacks.Interstitial.OnAdLoadedEvent += Loaded;
            MaxSdkCallbacks.Interstitial.OnAdLoadFailedEvent += LoadFailed;
            MaxSdkCallbacks.Interstitial.OnAdDisplayedEvent += (unit, ad) => Journal.Record(Ad(unit).Shown());
            MaxSdkCallbacks.Interstitial.OnAdDisplayFailedEvent += DisplayFailed;
            MaxSdkCallbacks.Interstitial.OnAdClickedEvent += (unit, ad) => Journal.Record(Ad(unit).Clicked());
            MaxSdkCallbacks.Interstitial.OnAdRevenuePaidEvent += Paid;
            MaxSdkCallbacks.Interstitial.OnAdHiddenEvent += (unit, ad) => Journal.Record(Ad(unit).Dismissed());

            MaxSdkCallbacks.Rewarded.OnAdLoadedEvent += Loaded;
            MaxSdkCallbacks.Rewarded.OnAdLoadFailedEvent += LoadFailed;
            MaxSdkCallbacks.Rewarded.OnAdDisplayedEvent += (unit, ad) => Journal.Record(Ad(unit).Shown());
            MaxSdkCallbacks.Rewarded.OnAdDisplayFailedEvent += DisplayFailed;
            MaxSdkCallbacks.Rewarded.OnAdClickedEvent += (unit, ad) => Journal.Record(Ad(unit).Clicked());
            MaxSdkCallbacks.Rewarded.OnAdRevenuePaidEvent += Paid;
            MaxSdkCallbacks.Rewarded.OnAdHiddenEvent += (unit, ad) => Journal.Record(Ad(unit).Dismissed());
            MaxSdkCallbacks.Rewarded.OnAdReceivedRewardEvent += (unit, reward, ad) =>
                Journal.Record(Ad(unit).RewardEarned(reward.Label, reward.Amount));
        }

        public static void LoadInterstitial(string unit, string reason = null)
        {
            Requested(unit, "interstitial", reason);
            MaxSdk.LoadInterstitial(unit);
        }

        public static void LoadRewarded(string unit, string reason = null)
        {
            Requested(unit, "rewarded", reason);
            MaxSdk.LoadRewardedAd(unit);
        }

        public static void ShowInterstitial(string unit, string trigger = null)
        {
            Journal.Record(Ad(unit).PresentRequested(trigger));
            MaxSdk.ShowInterstitial(unit);
        }

        public static void ShowRewarded(string unit, string trigger = null)
        {
            Journal.Record(Ad(unit).PresentRequested(trigger));
            MaxSdk.ShowRewardedAd(unit);
        }

        private static void Requested(string unit, string format, string reason)
        {
            ads[unit] = new AdEvents(unit, format, Journal.NextLoad());
            Journal.Record(ads[unit].Requested(reason));
        }

        private static AdEvents Ad(string unit) => ads[unit];

        private static void Loaded(string unit, MaxSdkBase.AdInfo ad) =>
            Journal.Record(Ad(unit).Loaded(null, ad.NetworkName, ad.CreativeIdentifier));

        private static void LoadFailed(string unit, MaxSdkBase.ErrorInfo error) =>
            Journal.Record(Ad(unit).FailedToLoad((int)error.Code, "applovin-max", Cause((int)error.Code)));

        private static void DisplayFailed(string unit, MaxSdkBase.ErrorInfo error, MaxSdkBase.AdInfo ad) =>
            Journal.Record(
                Ad(unit).FailedToPresent((int)error.Code, "applovin-max", Cause((int)error.Code)));

        private static string Cause(int code) =>
            code == 204 ? "no_fill" : code == -1001 ? "timeout" : code == -1000 || code == -1009 ? "network" : "other";

        // MAX gives the revenue in dollars, and no impression beside it.
        private static void Paid(string unit, MaxSdkBase.AdInfo ad)
        {
            Journal.Record(Ad(unit).Impression());
            var precision = ad.RevenuePrecision == "exact" ? "precise"
                : ad.RevenuePrecision == "estimated" ? "estimated"
                : ad.RevenuePrecision == "publisher_defined" ? "publisher" : "unknown";
            Journal.Record(Ad(unit).Paid(ad.Revenue * 1e6, "USD", precision));
        }
    }
}
