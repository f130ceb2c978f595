// What the callbacks of one ad are as events of adjournal: lines of JSON. This file imports nothing of Flutter.
import 'dart:convert';

/// Which events the lines have.
enum Recorded {
  /// The ad's events, and each callback as `callback.received` of the layer `app`.
  all,

  /// Only the callbacks: native code records the ad's events, with the same names of load and ad.
  callbacks,
}

/// One load and the ad that it delivers. Each method returns the lines to record, in their order.
class AdEvents {
  /// [number] is different for each load of a session: it names the load and the ad.
  AdEvents(this.unit, this.format, int number, {this.recorded = Recorded.all})
      : request = 'r-$number',
        ad = 'a-$number';

  final String unit;
  final String format;
  final String request;
  final String ad;
  final Recorded recorded;

  List<String> requested({String? reason}) =>
      _events('ad.requested', {..._kind, 'request': request, 'reason': reason});

  List<String> loaded({String? response, String? network}) => [
        ..._events('ad.loaded', {..._kind, 'request': request, 'ad': ad, 'response': response, 'network': network}),
        _callback('loaded', {'ad': ad}),
      ];

  List<String> failedToLoad(int code, String domain) => [
        ..._events('ad.failed_to_load', {..._kind, 'request': request, ..._error(code, domain)}),
        _callback('failed_to_load', {'request': request}),
      ];

  List<String> presentRequested({String? trigger}) =>
      _events('ad.present_requested', {..._shownAd, 'trigger': trigger});

  List<String> shown() => _both('ad.will_present', 'will_present');
  List<String> impression() => _both('ad.impression', 'impression');
  List<String> clicked() => _both('ad.clicked', 'click');
  List<String> dismissed() => _both('ad.dismissed', 'dismissed');

  List<String> failedToPresent(int code, String domain) =>
      _both('ad.failed_to_present', 'failed_to_present', _error(code, domain));

  /// [micros] is in millionths of the currency; [precision] is unknown, estimated, publisher or precise.
  List<String> paid(double micros, String currency, String precision) =>
      _both('ad.paid', 'paid', {'value_micros': micros.round(), 'currency': currency, 'precision': precision});

  List<String> rewardEarned(String type, num amount) => [
        ..._events('ad.reward_earned', {'ad': ad, 'unit': unit, 'type': type, 'amount': amount}),
        _callback('reward', {'ad': ad}),
      ];

  Map<String, Object?> get _kind => {'unit': unit, 'format': format};
  Map<String, Object?> get _shownAd => {'ad': ad, ..._kind};

  /// The message of an error can contain personal data and is not recorded.
  static Map<String, Object?> _error(int code, String domain) => {'error_domain': domain, 'error_code': code};

  List<String> _both(String event, String what, [Map<String, Object?> more = const {}]) =>
      [..._events(event, {..._shownAd, ...more}), _callback(what, {'ad': ad})];

  List<String> _events(String event, Map<String, Object?> fields) =>
      recorded == Recorded.all ? [_line({'event': event, ...fields})] : [];

  String _callback(String what, Map<String, Object?> names) =>
      _line({'event': 'callback.received', 'layer': 'app', 'what': what, ...names, 'unit': unit});

  /// A line without the fields that have no value.
  static String _line(Map<String, Object?> fields) =>
      jsonEncode({...fields}..removeWhere((_, value) => value == null));
}
