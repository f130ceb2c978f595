// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `ad.present_requested`: the app called present.
  public struct AdPresentRequested: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format
    let scene: String?
    let trigger: Trigger?
    let orientation: Orientation?

    /// Always `ad.present_requested`.
    public var kind: EventKind { .adPresentRequested }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.scene, scene)
      fields.word(.trigger, trigger?.word)
      fields.word(.orientation, orientation?.word)
    }
  }

  /// `ad.will_present`: full-screen content is about to be shown.
  public struct AdWillPresent: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format
    let scene: String?

    /// Always `ad.will_present`.
    public var kind: EventKind { .adWillPresent }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.scene, scene)
    }
  }

  /// `ad.failed_to_present`.
  public struct AdFailedToPresent: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format
    let scene: String?
    let errorDomain: String?
    let errorCode: Int
    let errorMessage: String?

    /// Always `ad.failed_to_present`.
    public var kind: EventKind { .adFailedToPresent }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.scene, scene)
      fields.text(.errorDomain, errorDomain)
      fields.integer(.errorCode, errorCode)
      fields.text(.errorMessage, errorMessage, atMost: 512)
    }
  }

  /// `ad.will_dismiss`.
  public struct AdWillDismiss: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format
    let scene: String?

    /// Always `ad.will_dismiss`.
    public var kind: EventKind { .adWillDismiss }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.scene, scene)
    }
  }

  /// `ad.dismissed`: full-screen content is gone.
  public struct AdDismissed: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format
    let scene: String?

    /// Always `ad.dismissed`.
    public var kind: EventKind { .adDismissed }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.scene, scene)
    }
  }

  /// `ad.show_decided`: the app decided to show or to skip, and why.
  public struct AdShowDecided: VocabularyEvent {
    /// `outcome` of `ad.show_decided`.
    public enum Outcome: Sendable {
      /// `show`
      case show
      /// `skip`
      case skip

      var word: Word {
        switch self {
        case .show: .show
        case .skip: .skip
        }
      }
    }

    /// `reason` of `ad.show_decided`.
    public enum Reason: Sendable {
      /// `ready`
      case ready
      /// `not_ready`
      case notReady
      /// `expired`
      case expired
      /// `showing`
      case showing
      /// `daily_cap`
      case dailyCap
      /// `interval`
      case interval
      /// `locked`
      case locked
      /// `suppressed`
      case suppressed
      /// `first_launches`
      case firstLaunches
      /// `no_consent`
      case noConsent
      /// `does_not_fit`
      case doesNotFit
      /// `content_shown`
      case contentShown

      var word: Word {
        switch self {
        case .ready: .ready
        case .notReady: .notReady
        case .expired: .expired
        case .showing: .showing
        case .dailyCap: .dailyCap
        case .interval: .interval
        case .locked: .locked
        case .suppressed: .suppressed
        case .firstLaunches: .firstLaunches
        case .noConsent: .noConsent
        case .doesNotFit: .doesNotFit
        case .contentShown: .contentShown
        }
      }
    }

    let unit: String
    let format: Format
    let outcome: Outcome
    let reason: Reason?
    let ad: String?
    let scene: String?
    let remaining: Int?
    let trigger: Trigger?

    /// Always `ad.show_decided`.
    public var kind: EventKind { .adShowDecided }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.word(.outcome, outcome.word)
      fields.word(.reason, reason?.word)
      fields.text(.ad, ad)
      fields.text(.scene, scene)
      fields.integer(.remaining, remaining)
      fields.word(.trigger, trigger?.word)
    }
  }

  /// `ad.fit_checked`: the can-present check.
  public struct AdFitChecked: VocabularyEvent {
    let ad: String
    let unit: String
    let scene: String
    let fits: Bool
    let errorCode: Int?

    /// Always `ad.fit_checked`.
    public var kind: EventKind { .adFitChecked }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.text(.scene, scene)
      fields.boolean(.fits, fits)
      fields.integer(.errorCode, errorCode)
    }
  }

  /// `ad.delegate_set`: full-screen content delegate assigned.
  public struct AdDelegateSet: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `ad.delegate_set`.
    public var kind: EventKind { .adDelegateSet }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `ad.paid_handler_set`: paid-event handler assigned.
  public struct AdPaidHandlerSet: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `ad.paid_handler_set`.
    public var kind: EventKind { .adPaidHandlerSet }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }
}

extension RecordedEvent where Self == Recorded.AdPresentRequested {
  /// The app called present.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - scene: A window scene.
  public static func adPresentRequested(
    ad: consuming String, unit: consuming String, format: Recorded.Format,
    scene: consuming String? = nil, trigger: Recorded.Trigger? = nil,
    orientation: Recorded.Orientation? = nil
  ) -> Self {
    Recorded.AdPresentRequested(
      ad: ad, unit: unit, format: format, scene: scene, trigger: trigger, orientation: orientation
    )
  }
}

extension RecordedEvent where Self == Recorded.AdWillPresent {
  /// Full-screen content is about to be shown.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - scene: A window scene.
  public static func adWillPresent(
    ad: consuming String, unit: consuming String, format: Recorded.Format,
    scene: consuming String? = nil
  ) -> Self {
    Recorded.AdWillPresent(ad: ad, unit: unit, format: format, scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.AdFailedToPresent {
  /// `ad.failed_to_present`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - scene: A window scene.
  ///   - errorMessage: Cut at 512 bytes.
  public static func adFailedToPresent(
    ad: consuming String, unit: consuming String, format: Recorded.Format,
    scene: consuming String? = nil, errorDomain: consuming String? = nil, errorCode: Int,
    errorMessage: consuming String? = nil
  ) -> Self {
    Recorded.AdFailedToPresent(
      ad: ad, unit: unit, format: format, scene: scene, errorDomain: errorDomain,
      errorCode: errorCode, errorMessage: errorMessage
    )
  }
}

extension RecordedEvent where Self == Recorded.AdWillDismiss {
  /// `ad.will_dismiss`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - scene: A window scene.
  public static func adWillDismiss(
    ad: consuming String, unit: consuming String, format: Recorded.Format,
    scene: consuming String? = nil
  ) -> Self {
    Recorded.AdWillDismiss(ad: ad, unit: unit, format: format, scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.AdDismissed {
  /// Full-screen content is gone.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - scene: A window scene.
  public static func adDismissed(
    ad: consuming String, unit: consuming String, format: Recorded.Format,
    scene: consuming String? = nil
  ) -> Self {
    Recorded.AdDismissed(ad: ad, unit: unit, format: format, scene: scene)
  }
}

extension RecordedEvent where Self == Recorded.AdShowDecided {
  /// The app decided to show or to skip, and why.
  ///
  /// - Parameters:
  ///   - unit: Ad unit id.
  ///   - ad: Names what one load delivered.
  ///   - scene: A window scene.
  ///   - remaining: Shows left today after this decision.
  public static func adShowDecided(
    unit: consuming String, format: Recorded.Format, outcome: Recorded.AdShowDecided.Outcome,
    reason: Recorded.AdShowDecided.Reason? = nil, ad: consuming String? = nil,
    scene: consuming String? = nil, remaining: Int? = nil, trigger: Recorded.Trigger? = nil
  ) -> Self {
    Recorded.AdShowDecided(
      unit: unit, format: format, outcome: outcome, reason: reason, ad: ad, scene: scene,
      remaining: remaining, trigger: trigger
    )
  }
}

extension RecordedEvent where Self == Recorded.AdFitChecked {
  /// The can-present check.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - scene: A window scene.
  ///   - fits: The SDK's can-present check passed.
  public static func adFitChecked(
    ad: consuming String, unit: consuming String, scene: consuming String, fits: Bool,
    errorCode: Int? = nil
  ) -> Self {
    Recorded.AdFitChecked(ad: ad, unit: unit, scene: scene, fits: fits, errorCode: errorCode)
  }
}

extension RecordedEvent where Self == Recorded.AdDelegateSet {
  /// Full-screen content delegate assigned.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func adDelegateSet(ad: consuming String, unit: consuming String) -> Self {
    Recorded.AdDelegateSet(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.AdPaidHandlerSet {
  /// Paid-event handler assigned.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func adPaidHandlerSet(ad: consuming String, unit: consuming String) -> Self {
    Recorded.AdPaidHandlerSet(ad: ad, unit: unit)
  }
}
