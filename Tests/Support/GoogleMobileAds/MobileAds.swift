/// The SDK as a whole.
open class MobileAds: NSObject {
  /// The only one.
  nonisolated(unsafe) public static let shared = MobileAds()
  /// What is done when the app starts it.
  public var stubOnStart: () -> Void = {}
  /// The version of the SDK.
  public var versionNumber: VersionNumber {
    VersionNumber(majorVersion: 13, minorVersion: 1, patchVersion: 0)
  }

  /// Starts it.
  public func start(completionHandler: ((InitializationStatus) -> Void)? = nil) {
    stubOnStart()
    completionHandler?(InitializationStatus())
  }
}

/// What the adapters say after the start.
open class InitializationStatus: NSObject {}

/// A version in three parts.
public struct VersionNumber: Equatable, Sendable {
  /// The first part.
  public var majorVersion: Int
  /// The second part.
  public var minorVersion: Int
  /// The third part.
  public var patchVersion: Int

  /// Makes a version.
  public init(majorVersion: Int, minorVersion: Int, patchVersion: Int) {
    self.majorVersion = majorVersion
    self.minorVersion = minorVersion
    self.patchVersion = patchVersion
  }
}
