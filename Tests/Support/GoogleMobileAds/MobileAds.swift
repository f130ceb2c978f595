/// The entry point of the SDK.
open class MobileAds: NSObject {
  /// The shared instance.
  nonisolated(unsafe) public static let shared = MobileAds()
  /// Called when the app starts the SDK.
  public var stubOnStart: () -> Void = {}
  /// The version of the SDK.
  public var versionNumber: VersionNumber {
    VersionNumber(majorVersion: 13, minorVersion: 1, patchVersion: 0)
  }

  /// Starts the SDK.
  public func start(completionHandler: ((InitializationStatus) -> Void)? = nil) {
    stubOnStart()
    completionHandler?(InitializationStatus())
  }
}

/// The status of the adapters after the start.
open class InitializationStatus: NSObject {}

/// A version in three parts.
public struct VersionNumber: Equatable, Sendable {
  /// The major version.
  public var majorVersion: Int
  /// The minor version.
  public var minorVersion: Int
  /// The patch version.
  public var patchVersion: Int

  /// Creates a version number.
  public init(majorVersion: Int, minorVersion: Int, patchVersion: Int) {
    self.majorVersion = majorVersion
    self.minorVersion = minorVersion
    self.patchVersion = patchVersion
  }
}
