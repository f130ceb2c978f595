public import AdRecording

/// What the servers answered to a load, in the words of the vocabulary.
public struct Response: Sendable {
  /// One line item as an SDK lists it.
  public struct Line: Sendable {
    /// The class of the adapter.
    public var adapter: String
    /// Seconds that it took; 0 where it was not asked.
    public var seconds: Double
    /// The code of its error; nil where it delivered, or was not asked.
    public var errorCode: Int?
    /// Whether it delivered the ad.
    public var isLoaded: Bool

    /// Makes a line.
    public init(adapter: String, seconds: Double, errorCode: Int?, isLoaded: Bool) {
      self.adapter = adapter
      self.seconds = seconds
      self.errorCode = errorCode
      self.isLoaded = isLoaded
    }

    /// Whether the adapter was asked at all.
    public var wasAttempted: Bool { isLoaded || errorCode != nil || seconds > 0 }

    /// The line as the journal has it: without a latency where the adapter was not asked.
    public var item: Recorded.WaterfallItem {
      Recorded.WaterfallItem(
        adapter: adapter, latencyMs: wasAttempted ? Response.milliseconds(seconds) : nil,
        errorCode: errorCode)
    }
  }

  /// Names the answer.
  public var id: String?
  /// The class of the adapter that delivered the ad.
  public var adapter: String?
  /// What the answer listed, in its order.
  public var lines: [Line]

  /// Makes an answer.
  public init(id: String? = nil, adapter: String? = nil, lines: [Line] = []) {
    self.id = id
    self.adapter = adapter
    self.lines = lines
  }

  /// The waterfall of the vocabulary; nil where nothing was listed.
  public var waterfall: [Recorded.WaterfallItem]? { lines.isEmpty ? nil : lines.map { $0.item } }

  /// Whole milliseconds, rounded; nil for what is no time.
  public static func milliseconds(_ seconds: Double) -> Int? {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
    return Int((seconds * 1000).rounded())
  }
}
