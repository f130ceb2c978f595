public import AdRecording

/// The loads in flight, so that a call of an adapter can be assigned to a load.
///
/// The SDK does not report to an adapter which load it serves. If two loads of one format are in
/// flight, the load is unknown.
public struct OpenLoads: Sendable {
  /// A load in flight.
  public struct Load: Sendable {
    /// The name of the request.
    public var request: String
    /// The name that the ad will get.
    public var ad: String
    /// The ad unit ID.
    public var unit: String
    /// The requested format.
    public var format: Recorded.Format

    /// Creates a load from its names in the journal.
    public init(request: String, ad: String, unit: String, format: Recorded.Format) {
      self.request = request
      self.ad = ad
      self.unit = unit
      self.format = format
    }
  }

  private var loads: [Load] = []

  /// Creates an empty collection.
  public init() {}

  /// Adds a load that begins.
  public mutating func begin(_ load: Load) { loads.append(load) }

  /// Removes a load that ended.
  public mutating func end(request: String) { loads.removeAll { $0.request == request } }

  /// Returns the only load of a format in flight; `nil` if there is none or more than one.
  public func only(of format: Recorded.Format) -> Load? {
    let candidates = loads.filter { $0.format == format }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
