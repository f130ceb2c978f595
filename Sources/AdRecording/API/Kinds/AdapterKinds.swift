// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `adapter.load_called`: the waterfall reached this adapter.
  public struct AdapterLoadCalled: VocabularyEvent {
    let load: String
    let request: String
    let adapter: String
    let format: Format
    let unit: String?
    let parameterPresent: Bool
    let disableImageLoading: Bool?
    let test: Bool?

    /// Always `adapter.load_called`.
    public var kind: EventKind { .adapterLoadCalled }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.load, load)
      fields.text(.request, request)
      fields.text(.adapter, adapter)
      fields.word(.format, format.word)
      fields.text(.unit, unit)
      fields.boolean(.parameterPresent, parameterPresent)
      fields.boolean(.disableImageLoading, disableImageLoading)
      fields.boolean(.test, test)
    }
  }

  /// `adapter.completed`: the adapter called its completion handler.
  public struct AdapterCompleted: VocabularyEvent {
    let load: String
    let adapter: String
    let hasAd: Bool
    let hasError: Bool
    let errorCode: Int?
    let ad: String?

    /// Always `adapter.completed`.
    public var kind: EventKind { .adapterCompleted }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.load, load)
      fields.text(.adapter, adapter)
      fields.boolean(.hasAd, hasAd)
      fields.boolean(.hasError, hasError)
      fields.integer(.errorCode, errorCode)
      fields.text(.ad, ad)
    }
  }

  /// `adapter.reported`: the adapter told the SDK.
  public struct AdapterReported: VocabularyEvent {
    /// `what` of `adapter.reported`.
    public enum What: Sendable {
      /// `impression`
      case impression
      /// `click`
      case click
      /// `will_present`
      case willPresent
      /// `failed_to_present`
      case failedToPresent
      /// `will_dismiss`
      case willDismiss
      /// `dismissed`
      case dismissed
      /// `reward`
      case reward
      /// `video`
      case video

      var word: Word {
        switch self {
        case .impression: .impression
        case .click: .click
        case .willPresent: .willPresent
        case .failedToPresent: .failedToPresent
        case .willDismiss: .willDismiss
        case .dismissed: .dismissed
        case .reward: .reward
        case .video: .video
        }
      }
    }

    let load: String
    let adapter: String
    let what: What

    /// Always `adapter.reported`.
    public var kind: EventKind { .adapterReported }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.load, load)
      fields.text(.adapter, adapter)
      fields.word(.what, what.word)
    }
  }

  /// `adapter.told`: the SDK told the adapter.
  public struct AdapterTold: VocabularyEvent {
    /// `what` of `adapter.told`.
    public enum What: Sendable {
      /// `impression`
      case impression
      /// `click`
      case click
      /// `rendered`
      case rendered

      var word: Word {
        switch self {
        case .impression: .impression
        case .click: .click
        case .rendered: .rendered
        }
      }
    }

    let load: String
    let adapter: String
    let what: What

    /// Always `adapter.told`.
    public var kind: EventKind { .adapterTold }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.load, load)
      fields.text(.adapter, adapter)
      fields.word(.what, what.word)
    }
  }
}

extension RecordedEvent where Self == Recorded.AdapterLoadCalled {
  /// The waterfall reached this adapter.
  ///
  /// - Parameters:
  ///   - load: Names one adapter call.
  ///   - request: Names one load.
  ///   - adapter: Adapter class name.
  ///   - unit: Ad unit id.
  ///   - parameterPresent: Credentials carry a non-empty parameter.
  ///   - test: Test request.
  public static func adapterLoadCalled(
    load: consuming String, request: consuming String, adapter: consuming String,
    format: Recorded.Format, unit: consuming String? = nil, parameterPresent: Bool,
    disableImageLoading: Bool? = nil, test: Bool? = nil
  ) -> Self {
    Recorded.AdapterLoadCalled(
      load: load, request: request, adapter: adapter, format: format, unit: unit,
      parameterPresent: parameterPresent, disableImageLoading: disableImageLoading, test: test
    )
  }
}

extension RecordedEvent where Self == Recorded.AdapterCompleted {
  /// The adapter called its completion handler.
  ///
  /// - Parameters:
  ///   - load: Names one adapter call.
  ///   - adapter: Adapter class name.
  ///   - ad: Names what one load delivered.
  public static func adapterCompleted(
    load: consuming String, adapter: consuming String, hasAd: Bool, hasError: Bool,
    errorCode: Int? = nil, ad: consuming String? = nil
  ) -> Self {
    Recorded.AdapterCompleted(
      load: load, adapter: adapter, hasAd: hasAd, hasError: hasError, errorCode: errorCode, ad: ad
    )
  }
}

extension RecordedEvent where Self == Recorded.AdapterReported {
  /// The adapter told the SDK.
  ///
  /// - Parameters:
  ///   - load: Names one adapter call.
  ///   - adapter: Adapter class name.
  public static func adapterReported(
    load: consuming String, adapter: consuming String, what: Recorded.AdapterReported.What
  ) -> Self {
    Recorded.AdapterReported(load: load, adapter: adapter, what: what)
  }
}

extension RecordedEvent where Self == Recorded.AdapterTold {
  /// The SDK told the adapter.
  ///
  /// - Parameters:
  ///   - load: Names one adapter call.
  ///   - adapter: Adapter class name.
  public static func adapterTold(
    load: consuming String, adapter: consuming String, what: Recorded.AdapterTold.What
  ) -> Self {
    Recorded.AdapterTold(load: load, adapter: adapter, what: what)
  }
}
