/// The stubbed ad servers, by ad unit; tests that run in parallel use different units.
public enum StubAds {
  /// A load in flight.
  public struct Load {
    /// The ad unit ID.
    public let unit: String
    /// The request of the app.
    public let request: Request?
    /// Completes the load with an ad, an error, both or neither; may be called twice.
    public let finish: (_ ad: NSObject?, _ error: (any Error)?) -> Void
    /// Completes the load with an ad of the requested format.
    public let deliver: (ResponseInfo) -> NSObject
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var answers: [String: (Load) -> Void] = [:]

  /// Sets the function that completes the loads of a unit; with `nil`, they never complete.
  public static func answer(_ unit: String, _ answer: ((Load) -> Void)?) {
    lock.withLock { answers[unit] = answer }
  }

  /// The address of what a handler captures, in place of the address of an Objective-C block; 0 for
  /// nil.
  ///
  /// The handler is read as a property of a structure. As an argument of a generic function, it
  /// would be wrapped in a new function each time.
  public static func address(of handler: GADPaidEventHandler?) -> UInt {
    unsafeBitCast(StoredHandler(handler: handler), to: (code: UInt, content: UInt).self).content
  }

  private struct StoredHandler {
    let handler: GADPaidEventHandler?
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
