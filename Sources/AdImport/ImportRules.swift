internal import JournalFormat
internal import AdSession

/// Finds the ad of a log message by the phases of the session's ads.
enum ImportRules {
  typealias Phase = ImportedLoad.Phase

  /// The phases in which the ad of an event can be, the most likely first.
  static func phases(of kind: EventKind) -> [[Phase]] {
    switch kind {
    case .adLoaded, .adFailedToLoad: [[.open]]
    case .adPresentRequested: [[.ready, .unknown]]
    case .adWillPresent, .adFailedToPresent: [[.asked, .unknown], [.ready]]
    case .adWillDismiss, .adDismissed: [[.shown, .unknown], [.asked], [.ready]]
    case .adImpression, .adClicked: [[.shown, .asked, .unknown], [.ready]]
    case .adRewardEarned: [[.shown, .asked, .unknown], [.gone]]
    default: []
    }
  }

  /// Whether the message may mean another ad than the one found, or than an unknown one.
  static func isRival(
    _ other: ImportedLoad, of load: ImportedLoad?, at kind: EventKind, now: Int64
  ) -> Bool {
    switch (kind, load?.phase) {
    // The full-screen content of a click is announced like that of an ad.
    case (.adWillPresent, .ready), (.adWillPresent, nil), (.adPresentRequested, nil):
      other.phase == .asked || other.phase == .shown && now - other.since < longestShow
    case (.adImpression, .shown), (.adImpression, .asked), (.adClicked, .shown),
      (.adClicked, .asked):
      other.phase == .ready && !(other.format.map(isFullScreen) ?? false)
    case (.adImpression, _), (.adClicked, _): other.phase == .gone
    default: false
    }
  }

  /// How long an ad without a dismissal counts as shown: the default of `dismiss_timeout_s`.
  private static let longestShow: Int64 = 600_000

  private static func isFullScreen(_ format: Word) -> Bool {
    format != .banner && format != .native
  }

  /// The phase of an ad after an event; nil if the phase does not change.
  static func phase(after kind: EventKind) -> Phase? {
    switch kind {
    case .adRequested: .open
    case .adLoaded: .ready
    case .adFailedToLoad, .adFailedToPresent: .failed
    case .adPresentRequested: .asked
    case .adWillPresent: .shown
    case .adDismissed: .gone
    default: nil
    }
  }

  /// Whether an event of an unknown ad proves that its request was answered.
  static func endsRequest(_ kind: EventKind) -> Bool {
    kind != .adRequested && kind != .adLoaded && kind != .adFailedToLoad
  }

  /// Whether a message lacks a fact that every record of its kind has, except those of its load.
  static func lacksFact(_ sentence: AdSentence, _ kind: EventKind) -> Bool {
    guard let entry = Vocabulary.entry(of: kind) else { return true }
    return entry.fields.contains { field in
      field.isRequired && ![.unit, .format, .request, .ad].contains(field.name)
        && !sentence.fields.contains { $0.0 == field.name }
    }
  }
}

extension String {
  /// The beginning of free text: at most 512 bytes, whole characters.
  func cut() -> String {
    if utf8.count <= 512 { return self }
    var bytes = 0
    let whole = unicodeScalars.prefix { scalar in
      bytes += UTF8.width(scalar)
      return bytes <= 512
    }
    return String(whole)
  }
}
