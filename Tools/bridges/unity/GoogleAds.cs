// Records interstitial and rewarded ads of the Google Mobile Ads plugin for Unity; other formats are alike.
using System;
using GoogleMobileAds.Api;

namespace Adjournal
{
    public static class GoogleAds
    {
        public static void LoadInterstitial(
            string unit, AdRequest request, Action<InterstitialAd, AdEvents, LoadAdError> done, string reason = null)
        {
            var events = new AdEvents(unit, "interstitial", Journal.NextLoad());
            Journal.Record(events.Requested(reason));
            InterstitialAd.Load(unit, request, (ad, error) =>
            {
                Loaded(events, ad?.GetResponseInfo(), error);
                if (ad != null)
                {
                    ad.OnAdFullScreenContentOpened += () => Journal.Record(events.Shown());
                    ad.OnAdFullScreenContentFailed += failure => Failed(events, failure);
                    ad.OnAdFullScreenContentClosed += () => Journal.Record(events.Dismissed());
                    ad.OnAdImpressionRecorded += () => Journal.Record(events.Impression());
                    ad.OnAdClicked += () => Journal.Record(events.Clicked());
                    ad.OnAdPaid += value => Paid(events, value);
                }
                done(ad, events, error);
            });
        }

        public static void Show(InterstitialAd ad, AdEvents events, string trigger = null)
        {
            Journal.Record(events.PresentRequested(trigger));
            ad.Show();
        }

        public static void LoadRewarded(
            string unit, AdRequest request, Action<RewardedAd, AdEvents, LoadAdError> done, string reason = null)
        {
            var events = new AdEvents(unit, "rewarded", Journal.NextLoad());
            Journal.Record(events.Requested(reason));
            RewardedAd.Load(unit, request, (ad, error) =>
            {
                Loaded(events, ad?.GetResponseInfo(), error);
                if (ad != null)
                {
                    ad.OnAdFullScreenContentOpened += () => Journal.Record(events.Shown());
                    ad.OnAdFullScreenContentFailed += failure => Failed(events, failure);
                    ad.OnAdFullScreenContentClosed += () => Journal.Record(events.Dismissed());
                    ad.OnAdImpressionRecorded += () => Journal.Record(events.Impression());
                    ad.OnAdClicked += () => Journal.Record(events.Clicked());
                    ad.OnAdPaid += value => Paid(events, value);
                }
                done(ad, events, error);
            });
        }

        public static void Show(RewardedAd ad, AdEvents events, Action<Reward> earned, string trigger = null)
        {
            Journal.Record(events.PresentRequested(trigger));
            ad.Show(reward =>
            {
                Journal.Record(events.RewardEarned(reward.Type, reward.Amount));
                earned(reward);
            });
        }

        private static void Loaded(AdEvents events, ResponseInfo info, LoadAdError error)
        {
            Journal.Record(error == null
                ? events.Loaded(info?.GetResponseId())
                : events.FailedToLoad(error.GetCode(), error.GetDomain()));
        }

        private static void Failed(AdEvents events, AdError error) =>
            Journal.Record(events.FailedToPresent(error.GetCode(), error.GetDomain()));

        private static void Paid(AdEvents events, AdValue value)
        {
            var precision = value.Precision == AdValue.PrecisionType.Estimated ? "estimated"
                : value.Precision == AdValue.PrecisionType.PublisherProvided ? "publisher"
                : value.Precision == AdValue.PrecisionType.Precise ? "precise" : "unknown";
            Journal.Record(events.Paid(value.Value, value.CurrencyCode, precision));
        }
    }
}
