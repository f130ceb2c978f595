/// The SDKs whose lines a session contains, and which of them the app talks to.
///
/// A mediator asks several ad networks for one ad, and their own lines are in the log too. Only the
/// answer of the mediator is an event of the app's ad.
struct SDKsInLog {
  /// The SDK that the user named; nil if it is to be found.
  private let given: String?
  private var found: [String] = []
  /// The SDK that the words of the app name.
  private var named: String?

  /// Begins without lines.
  init(given: String? = nil) { self.given = given }

  /// The SDKs that mediate, those first that never serve ads for another one.
  private static let mediators = [
    "applovin-max", "levelplay", "appodeal", "mopub", "google-mobile-ads",
  ]

  /// Adds the SDK of a line.
  mutating func add(_ sdk: String) {
    if !found.contains(sdk) { found.append(sdk) }
  }

  /// Adds the SDK that the words of the app name; it counts if no line is from an SDK.
  mutating func add(named sdk: String) { named = named ?? sdk }

  /// The SDK that the app talks to; nil if no line is from one.
  var main: String? {
    given ?? Self.mediators.first { found.contains($0) } ?? named ?? found.first
  }

  /// Whether an SDK is a network below the one that the app talks to.
  func isInner(_ sdk: String) -> Bool { main.map { $0 != sdk } ?? false }
}
