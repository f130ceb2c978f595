/// What the servers of tests answer, by ad unit: tests that run at the same time have units of their
/// own.
public enum StubAds {
  /// A load that waits for its answer.
  public struct Load {
    /// The ad unit id.
    public let unit: String
    /// What the app asked for.
    public let request: Request?
    /// Delivers an ad, or an error, or what no SDK should: both, nothing, twice.
    public let finish: (_ ad: NSObject?, _ error: (any Error)?) -> Void
    /// Delivers an ad of the format that was asked for.
    public let deliver: (ResponseInfo) -> NSObject
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var answers: [String: (Load) -> Void] = [:]

  /// Says what is done with the loads of a unit; nil forgets it, and then they wait for ever.
  public static func answer(_ unit: String, _ answer: ((Load) -> Void)?) {
    lock.withLock { answers[unit] = answer }
  }

  static func load<Ad: StubFullScreenAd>(
    _ unit: String, _ request: Request?, _ handler: @escaping (Ad?, (any Error)?) -> Void
  ) {
    let answer = lock.withLock { answers[unit] }
    answer?(
      Load(
        unit: unit, request: request, finish: { handler($0 as? Ad, $1) },
        deliver: { info in
          let ad = Ad(stubUnit: unit, responseInfo: info)
          handler(ad, nil)
          return ad
        }))
  }
}
