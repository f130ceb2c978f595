public import AdRecording

/// The loads that have not ended, so that an adapter's call finds the one that it serves.
///
/// An SDK does not tell an adapter for which load it is asked; where two of a format are open at
/// once, nobody knows.
public struct OpenLoads: Sendable {
  /// One load.
  public struct Load: Sendable {
    /// Its request.
    public var request: String
    /// The name that its ad will have.
    public var ad: String
    /// Its ad unit id.
    public var unit: String
    /// The format that was asked for.
    public var format: Recorded.Format

    /// Makes a load.
    public init(request: String, ad: String, unit: String, format: Recorded.Format) {
      self.request = request
      self.ad = ad
      self.unit = unit
      self.format = format
    }
  }

  private var loads: [Load] = []

  /// Knows none yet.
  public init() {}

  /// A load that begins.
  public mutating func begin(_ load: Load) { loads.append(load) }

  /// A load that has ended.
  public mutating func end(request: String) { loads.removeAll { $0.request == request } }

  /// The one open load of a format; nil where there is none, or more than one.
  public func only(of format: Recorded.Format) -> Load? {
    let candidates = loads.filter { $0.format == format }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
