public import AdRecording

#if canImport(UIKit)
  /// A load that an ``AdRecorder`` records, from the view of the app that waits for its answer.
  ///
  /// ```swift
  /// let request = recorder.load(AppOpenAd.self, with: unit, reason: .launch) { ad, error in … }
  /// // After the loading screen waited long enough:
  /// request.abandon(.timeout)
  /// ```
  public struct RecordedRequest: Sendable {
    /// The name of the load in the journal.
    public let name: String
    /// The ad unit ID.
    public let unit: String
    private let recorder: AdRecorder
    private let format: Recorded.Format
    private let scene: String?

    init(
      _ recorder: AdRecorder, _ name: String, unit: String, _ format: Recorded.Format,
      scene: String?
    ) {
      self.recorder = recorder
      self.name = name
      self.unit = unit
      self.format = format
      self.scene = scene
    }

    /// Records that the app no longer waits for the answer, which can still come.
    ///
    /// The SDK cannot cancel a load: the handler of the load is called as before.
    public func abandon(_ reason: Recorded.AdRequestAbandoned.Reason? = nil) {
      recorder.record(
        .adRequestAbandoned(unit: unit, format: format, request: name, scene: scene, reason: reason)
      )
    }
  }
#endif
