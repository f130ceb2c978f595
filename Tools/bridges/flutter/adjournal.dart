// The glue between google_mobile_ads, ad_events.dart and the C library. Needs the package ffi.
import 'dart:convert';
import 'dart:ffi';

import 'package:ffi/ffi.dart';
import 'package:google_mobile_ads/google_mobile_ads.dart';

import 'ad_events.dart';

typedef _Text = Int64 Function(Pointer<Uint8>, Size);
typedef _SessionText = Int64 Function(Int64, Pointer<Uint8>, Size);

/// A session of adjournal.
class Journal {
  static final _library = DynamicLibrary.process();
  static final _open = _library.lookupFunction<_Text, int Function(Pointer<Uint8>, int)>('adjournal_open');
  static final _record =
      _library.lookupFunction<_SessionText, int Function(int, Pointer<Uint8>, int)>('adjournal_record');

  /// Opens a session; the keys of [configuration] are in adjournal.h.
  Journal(Map<String, Object?> configuration) {
    _session = _withBytes(jsonEncode(configuration), _open);
  }

  /// The number of the session; below 0 if it could not be opened.
  int get session => _session;
  late final int _session;
  int _loads = 0;

  /// A new number for a load.
  int nextLoad() => ++_loads;

  void record(List<String> lines) {
    for (final line in lines) {
      _withBytes(line, (bytes, length) => _record(_session, bytes, length));
    }
  }

  static int _withBytes(String text, int Function(Pointer<Uint8>, int) call) {
    final bytes = utf8.encode(text);
    final memory = malloc<Uint8>(bytes.length + 1);
    memory.asTypedList(bytes.length).setAll(0, bytes);
    try {
      return call(memory, bytes.length);
    } finally {
      malloc.free(memory);
    }
  }

  /// Loads an interstitial; the app's callbacks are called after the record.
  void loadInterstitial(String unit, AdRequest request, InterstitialAdLoadCallback callback,
      {FullScreenContentCallback<InterstitialAd>? content, String? reason}) {
    final events = AdEvents(unit, 'interstitial', nextLoad());
    record(events.requested(reason: reason));
    InterstitialAd.load(
      adUnitId: unit,
      request: request,
      adLoadCallback: InterstitialAdLoadCallback(
        onAdLoaded: (ad) {
          record(events.loaded(response: ad.responseInfo?.responseId));
          ad.onPaidEvent = _paid(events);
          ad.fullScreenContentCallback = _content(events, content);
          _ads[ad] = events;
          callback.onAdLoaded(ad);
        },
        onAdFailedToLoad: (error) {
          record(events.failedToLoad(error.code, error.domain));
          callback.onAdFailedToLoad(error);
        },
      ),
    );
  }

  /// Loads a rewarded ad, as [loadInterstitial] does.
  void loadRewarded(String unit, AdRequest request, RewardedAdLoadCallback callback,
      {FullScreenContentCallback<RewardedAd>? content, String? reason}) {
    final events = AdEvents(unit, 'rewarded', nextLoad());
    record(events.requested(reason: reason));
    RewardedAd.load(
      adUnitId: unit,
      request: request,
      rewardedAdLoadCallback: RewardedAdLoadCallback(
        onAdLoaded: (ad) {
          record(events.loaded(response: ad.responseInfo?.responseId));
          ad.onPaidEvent = _paid(events);
          ad.fullScreenContentCallback = _content(events, content);
          _ads[ad] = events;
          callback.onAdLoaded(ad);
        },
        onAdFailedToLoad: (error) {
          record(events.failedToLoad(error.code, error.domain));
          callback.onAdFailedToLoad(error);
        },
      ),
    );
  }

  Future<void> showInterstitial(InterstitialAd ad, {String? trigger}) {
    record(_ads[ad]?.presentRequested(trigger: trigger) ?? []);
    return ad.show();
  }

  Future<void> showRewarded(RewardedAd ad, OnUserEarnedRewardCallback earned, {String? trigger}) {
    final events = _ads[ad];
    record(events?.presentRequested(trigger: trigger) ?? []);
    return ad.show(onUserEarnedReward: (ad, reward) {
      record(events?.rewardEarned(reward.type, reward.amount) ?? []);
      earned(ad, reward);
    });
  }

  final _ads = Expando<AdEvents>();

  OnPaidEventCallback _paid(AdEvents events) => (ad, micros, precision, currency) {
        const names = {
          PrecisionType.estimated: 'estimated',
          PrecisionType.publisherProvided: 'publisher',
          PrecisionType.precise: 'precise',
        };
        record(events.paid(micros, currency, names[precision] ?? 'unknown'));
      };

  FullScreenContentCallback<T> _content<T>(AdEvents events, FullScreenContentCallback<T>? app) =>
      FullScreenContentCallback<T>(
        onAdShowedFullScreenContent: (ad) {
          record(events.shown());
          app?.onAdShowedFullScreenContent?.call(ad);
        },
        onAdImpression: (ad) {
          record(events.impression());
          app?.onAdImpression?.call(ad);
        },
        onAdClicked: (ad) {
          record(events.clicked());
          app?.onAdClicked?.call(ad);
        },
        onAdFailedToShowFullScreenContent: (ad, error) {
          record(events.failedToPresent(error.code, error.domain));
          app?.onAdFailedToShowFullScreenContent?.call(ad, error);
        },
        onAdDismissedFullScreenContent: (ad) {
          record(events.dismissed());
          app?.onAdDismissedFullScreenContent?.call(ad);
        },
      );
}
