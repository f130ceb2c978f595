public import AdRecording

/// The response of the ad servers to a load.
public struct LoadResponse: Sendable {
  /// One line item of the waterfall, as an SDK reports it.
  public struct LineItem: Sendable {
    /// The class name of the adapter.
    public var adapter: String
    /// The latency in seconds; 0 if the adapter was not called.
    public var seconds: Double
    /// The error code; `nil` if the adapter delivered an ad or was not called.
    public var errorCode: Int?
    /// Whether the adapter delivered the ad.
    public var isLoaded: Bool

    /// Creates a line item from the values that an SDK reports.
    public init(adapter: String, seconds: Double, errorCode: Int?, isLoaded: Bool) {
      self.adapter = adapter
      self.seconds = seconds
      self.errorCode = errorCode
      self.isLoaded = isLoaded
    }

    /// Whether the adapter was called.
    public var wasAttempted: Bool { isLoaded || errorCode != nil || seconds > 0 }

    /// The line item for the journal, without a latency if the adapter was not called.
    public var item: Recorded.WaterfallItem {
      Recorded.WaterfallItem(
        adapter: adapter, latencyMs: wasAttempted ? LoadResponse.milliseconds(seconds) : nil,
        errorCode: errorCode)
    }
  }

  /// The response ID.
  public var id: String?
  /// The class name of the adapter that delivered the ad.
  public var adapter: String?
  /// The name of the network that serves the ad; `nil` if the SDK does not name it.
  public var network: String?
  /// The network's identifier of the creative; `nil` if the SDK does not report it.
  public var creative: String?
  /// The duration of the load in seconds; `nil` if the SDK does not report it.
  public var seconds: Double?
  /// The line items, in the order of the response.
  public var lineItems: [LineItem]

  /// Creates a response; without arguments, one that contains nothing.
  public init(
    id: String? = nil, adapter: String? = nil, network: String? = nil, creative: String? = nil,
    seconds: Double? = nil, lineItems: [LineItem] = []
  ) {
    self.id = id
    self.adapter = adapter
    self.network = network
    self.creative = creative
    self.seconds = seconds
    self.lineItems = lineItems
  }

  /// The waterfall for the journal; `nil` if there are no line items.
  public var waterfall: [Recorded.WaterfallItem]? {
    lineItems.isEmpty ? nil : lineItems.map { $0.item }
  }

  /// Converts seconds to milliseconds, rounded; `nil` if the value is not a valid duration.
  public static func milliseconds(_ seconds: Double) -> Int? {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return nil }
    return Int((seconds * 1000).rounded())
  }
}
