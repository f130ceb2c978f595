// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `consent.updated`.
  public struct ConsentUpdated: VocabularyEvent {
    let canRequestAds: Bool
    let status: String?

    /// Always `consent.updated`.
    public var kind: EventKind { .consentUpdated }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.boolean(.canRequestAds, canRequestAds)
      fields.text(.status, status)
    }
  }

  /// `consent.form_shown`: a consent form is up.
  public struct ConsentFormShown: VocabularyEvent {
    /// Always `consent.form_shown`.
    public var kind: EventKind { .consentFormShown }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `consent.form_closed`.
  public struct ConsentFormClosed: VocabularyEvent {
    /// Always `consent.form_closed`.
    public var kind: EventKind { .consentFormClosed }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `sdk.started`: the SDK start was requested.
  public struct SdkStarted: VocabularyEvent {
    /// Always `sdk.started`.
    public var kind: EventKind { .sdkStarted }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {}
  }

  /// `tracking.answered`: the tracking prompt was answered.
  public struct TrackingAnswered: VocabularyEvent {
    let status: String?

    /// Always `tracking.answered`.
    public var kind: EventKind { .trackingAnswered }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.status, status)
    }
  }
}

extension RecordedEvent where Self == Recorded.ConsentUpdated {
  /// `consent.updated`.
  public static func consentUpdated(canRequestAds: Bool, status: consuming String? = nil) -> Self {
    Recorded.ConsentUpdated(canRequestAds: canRequestAds, status: status)
  }
}

extension RecordedEvent where Self == Recorded.ConsentFormShown {
  /// A consent form is up.
  public static var consentFormShown: Self { Recorded.ConsentFormShown() }
}

extension RecordedEvent where Self == Recorded.ConsentFormClosed {
  /// `consent.form_closed`.
  public static var consentFormClosed: Self { Recorded.ConsentFormClosed() }
}

extension RecordedEvent where Self == Recorded.SdkStarted {
  /// The SDK start was requested.
  public static var sdkStarted: Self { Recorded.SdkStarted() }
}

extension RecordedEvent where Self == Recorded.TrackingAnswered {
  /// The tracking prompt was answered.
  public static func trackingAnswered(status: consuming String? = nil) -> Self {
    Recorded.TrackingAnswered(status: status)
  }
}
