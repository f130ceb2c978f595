// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

public import AdSession

extension Recorded {
  /// `ad.requested`: the app called load.
  public struct AdRequested: VocabularyEvent {
    /// `reason` of `ad.requested`.
    public enum Reason: Sendable {
      /// `launch`
      case launch
      /// `foreground`
      case foreground
      /// `background`
      case background
      /// `dismissed`
      case dismissed
      /// `failed_to_present`
      case failedToPresent
      /// `not_ready`
      case notReady
      /// `expired`
      case expired
      /// `resized`
      case resized
      /// `retry`
      case retry
      /// `view_did_load`
      case viewDidLoad
      /// `view_did_appear`
      case viewDidAppear
      /// `user`
      case user
      /// `config`
      case config
      /// `refresh`
      case refresh

      var word: Word {
        switch self {
        case .launch: .launch
        case .foreground: .foreground
        case .background: .background
        case .dismissed: .dismissed
        case .failedToPresent: .failedToPresent
        case .notReady: .notReady
        case .expired: .expired
        case .resized: .resized
        case .retry: .retry
        case .viewDidLoad: .viewDidLoad
        case .viewDidAppear: .viewDidAppear
        case .user: .user
        case .config: .config
        case .refresh: .refresh
        }
      }
    }

    let unit: String
    let format: Format
    let request: String
    let scene: String?
    let reason: Reason?
    let orientation: Orientation?
    let width: Int?
    let count: Int?
    let test: Bool?

    /// Always `ad.requested`.
    public var kind: EventKind { .adRequested }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.request, request)
      fields.text(.scene, scene)
      fields.word(.reason, reason?.word)
      fields.word(.orientation, orientation?.word)
      fields.integer(.width, width)
      fields.integer(.count, count)
      fields.boolean(.test, test)
    }
  }

  /// `ad.loaded`: the load delivered an ad.
  public struct AdLoaded: VocabularyEvent {
    let unit: String
    let format: Format
    let request: String
    let ad: String
    let scene: String?
    let adapter: String?
    var response: String?
    let latencyMs: Int?
    let waterfall: [UInt8]?

    /// Always `ad.loaded`.
    public var kind: EventKind { .adLoaded }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.request, request)
      fields.text(.ad, ad)
      fields.text(.scene, scene)
      fields.text(.adapter, adapter)
      fields.text(.response, response)
      fields.integer(.latencyMs, latencyMs)
      fields.json(.waterfall, waterfall)
    }
  }

  /// `ad.failed_to_load`: the load failed.
  public struct AdFailedToLoad: VocabularyEvent {
    let unit: String
    let format: Format
    let request: String
    let scene: String?
    let errorDomain: String?
    let errorCode: Int
    let errorMessage: String?
    let adapter: String?
    let waterfall: [UInt8]?

    /// Always `ad.failed_to_load`.
    public var kind: EventKind { .adFailedToLoad }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.unit, unit)
      fields.word(.format, format.word)
      fields.text(.request, request)
      fields.text(.scene, scene)
      fields.text(.errorDomain, errorDomain)
      fields.integer(.errorCode, errorCode)
      fields.text(.errorMessage, errorMessage, atMost: 512)
      fields.text(.adapter, adapter)
      fields.json(.waterfall, waterfall)
    }
  }

  /// `ad.expired`: the network said that the ad expired.
  public struct AdExpired: VocabularyEvent {
    let ad: String
    let unit: String

    /// Always `ad.expired`.
    public var kind: EventKind { .adExpired }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
    }
  }

  /// `ad.discarded`: the app dropped its reference.
  public struct AdDiscarded: VocabularyEvent {
    /// `reason` of `ad.discarded`.
    public enum Reason: Sendable {
      /// `expired`
      case expired
      /// `replaced`
      case replaced
      /// `resized`
      case resized
      /// `scene_closed`
      case sceneClosed
      /// `memory`
      case memory
      /// `shown`
      case shown
      /// `other`
      case other

      var word: Word {
        switch self {
        case .expired: .expired
        case .replaced: .replaced
        case .resized: .resized
        case .sceneClosed: .sceneClosed
        case .memory: .memory
        case .shown: .shown
        case .other: .other
        }
      }
    }

    let ad: String
    let unit: String
    let reason: Reason?

    /// Always `ad.discarded`.
    public var kind: EventKind { .adDiscarded }

    /// Puts the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      fields.text(.ad, ad)
      fields.text(.unit, unit)
      fields.word(.reason, reason?.word)
    }
  }
}

extension RecordedEvent where Self == Recorded.AdRequested {
  /// The app called load.
  ///
  /// - Parameters:
  ///   - unit: Ad unit id.
  ///   - request: Names one load.
  ///   - scene: A window scene.
  ///   - width: Points.
  ///   - count: Ads asked for in one native request.
  ///   - test: Test request.
  public static func adRequested(
    unit: consuming String, format: Recorded.Format, request: consuming String,
    scene: consuming String? = nil, reason: Recorded.AdRequested.Reason? = nil,
    orientation: Recorded.Orientation? = nil, width: Int? = nil, count: Int? = nil,
    test: Bool? = nil
  ) -> Self {
    Recorded.AdRequested(
      unit: unit, format: format, request: request, scene: scene, reason: reason,
      orientation: orientation, width: width, count: count, test: test
    )
  }
}

extension RecordedEvent where Self == Recorded.AdLoaded {
  /// The load delivered an ad.
  ///
  /// - Parameters:
  ///   - unit: Ad unit id.
  ///   - request: Names one load.
  ///   - ad: Names what one load delivered.
  ///   - scene: A window scene.
  ///   - adapter: Adapter class name.
  ///   - response: Response id, hashed unless opted in.
  ///   - latencyMs: Milliseconds.
  ///   - waterfall: Adapter, latency_ms, error_code per line item.
  public static func adLoaded(
    unit: consuming String, format: Recorded.Format, request: consuming String,
    ad: consuming String, scene: consuming String? = nil, adapter: consuming String? = nil,
    response: consuming String? = nil, latencyMs: Int? = nil,
    waterfall: [Recorded.WaterfallItem]? = nil
  ) -> Self {
    Recorded.AdLoaded(
      unit: unit, format: format, request: request, ad: ad, scene: scene, adapter: adapter,
      response: response, latencyMs: latencyMs,
      waterfall: waterfall.map { RecordedJSON.waterfall($0) }
    )
  }
}

extension RecordedEvent where Self == Recorded.AdFailedToLoad {
  /// The load failed.
  ///
  /// - Parameters:
  ///   - unit: Ad unit id.
  ///   - request: Names one load.
  ///   - scene: A window scene.
  ///   - errorMessage: Cut at 512 bytes.
  ///   - adapter: Adapter class name.
  ///   - waterfall: Adapter, latency_ms, error_code per line item.
  public static func adFailedToLoad(
    unit: consuming String, format: Recorded.Format, request: consuming String,
    scene: consuming String? = nil, errorDomain: consuming String? = nil, errorCode: Int,
    errorMessage: consuming String? = nil, adapter: consuming String? = nil,
    waterfall: [Recorded.WaterfallItem]? = nil
  ) -> Self {
    Recorded.AdFailedToLoad(
      unit: unit, format: format, request: request, scene: scene, errorDomain: errorDomain,
      errorCode: errorCode, errorMessage: errorMessage, adapter: adapter,
      waterfall: waterfall.map { RecordedJSON.waterfall($0) }
    )
  }
}

extension RecordedEvent where Self == Recorded.AdExpired {
  /// The network said that the ad expired.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func adExpired(ad: consuming String, unit: consuming String) -> Self {
    Recorded.AdExpired(ad: ad, unit: unit)
  }
}

extension RecordedEvent where Self == Recorded.AdDiscarded {
  /// The app dropped its reference.
  ///
  /// - Parameters:
  ///   - ad: Names what one load delivered.
  ///   - unit: Ad unit id.
  public static func adDiscarded(
    ad: consuming String, unit: consuming String, reason: Recorded.AdDiscarded.Reason? = nil
  ) -> Self {
    Recorded.AdDiscarded(ad: ad, unit: unit, reason: reason)
  }
}
