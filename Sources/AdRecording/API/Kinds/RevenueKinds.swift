// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `ad.impression`.
  public struct AdImpression: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format

    /// Always `ad.impression`.
    public var kind: EventKind { .adImpression }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
    }
  }

  /// `ad.clicked`.
  public struct AdClicked: VocabularyEvent {
    let ad: String
    let unit: String
    let format: Format

    /// Always `ad.clicked`.
    public var kind: EventKind { .adClicked }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
    }
  }

  /// `ad.paid`.
  public struct AdPaid: VocabularyEvent {
    /// `precision` of `ad.paid`.
    public enum Precision: Sendable {
      /// `unknown`
      case unknown
      /// `estimated`
      case estimated
      /// `publisher`
      case publisher
      /// `precise`
      case precise

      var word: Word {
        switch self {
        case .unknown: .unknown
        case .estimated: .estimated
        case .publisher: .publisher
        case .precise: .precise
        }
      }
    }

    let ad: String
    let unit: String
    let format: Format
    let valueMicros: Int64
    let currency: String
    let precision: Precision

    /// Always `ad.paid`.
    public var kind: EventKind { .adPaid }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.integer(.valueMicros, valueMicros)
      fields.text(.currency, currency)
      fields.word(.precision, precision.word)
    }
  }

  /// `ad.reward_earned`: the SDK said so.
  public struct AdRewardEarned: VocabularyEvent {
    let ad: String
    let unit: String
    let type: String?
    let amount: Double?

    /// Always `ad.reward_earned`.
    public var kind: EventKind { .adRewardEarned }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.text(.type, type)
      fields.number(.amount, amount)
    }
  }

  /// `ad.reward_granted`: the app gave it to the user.
  public struct AdRewardGranted: VocabularyEvent {
    let ad: String
    let unit: String
    let type: String?
    let amount: Double?

    /// Always `ad.reward_granted`.
    public var kind: EventKind { .adRewardGranted }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.text(.type, type)
      fields.number(.amount, amount)
    }
  }
}

extension RecordedEvent where Self == Recorded.AdImpression {
  /// `ad.impression`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func adImpression(
    ad: consuming String, unit: consuming String, format: Recorded.Format
  ) -> Self {
    Recorded.AdImpression(ad: ad, unit: unit, format: format)
  }
}

extension RecordedEvent where Self == Recorded.AdClicked {
  /// `ad.clicked`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func adClicked(
    ad: consuming String, unit: consuming String, format: Recorded.Format
  ) -> Self {
    Recorded.AdClicked(ad: ad, unit: unit, format: format)
  }
}

extension RecordedEvent where Self == Recorded.AdPaid {
  /// `ad.paid`.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - valueMicros: Millionths of the currency unit.
  ///   - currency: ISO 4217.
  public static func adPaid(
    ad: consuming String, unit: consuming String, format: Recorded.Format, valueMicros: Int64,
    currency: consuming String, precision: Recorded.AdPaid.Precision
  ) -> Self {
    Recorded.AdPaid(
      ad: ad, unit: unit, format: format, valueMicros: valueMicros, currency: currency,
      precision: precision
    )
  }
}

extension RecordedEvent where Self == Recorded.AdRewardEarned {
  /// The SDK said so.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - type: Reward type.
  ///   - amount: Reward amount.
  public static func adRewardEarned(
    ad: consuming String, unit: consuming String, type: consuming String? = nil,
    amount: Double? = nil
  ) -> Self {
    Recorded.AdRewardEarned(ad: ad, unit: unit, type: type, amount: amount)
  }
}

extension RecordedEvent where Self == Recorded.AdRewardGranted {
  /// The app gave it to the user.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  ///   - type: Reward type.
  ///   - amount: Reward amount.
  public static func adRewardGranted(
    ad: consuming String, unit: consuming String, type: consuming String? = nil,
    amount: Double? = nil
  ) -> Self {
    Recorded.AdRewardGranted(ad: ad, unit: unit, type: type, amount: amount)
  }
}
