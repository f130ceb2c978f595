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
open class InitializationStatus: NSObject {
  /// The status of each adapter, and of the SDK itself, by class name.
  public let adapterStatusesByClassName: [String: AdapterStatus]

  /// Creates a status; without arguments, one without adapters.
  public init(stubStatuses: [String: AdapterStatus] = [:]) {
    adapterStatusesByClassName = stubStatuses
    super.init()
  }
}

/// The state of an adapter after the start.
public enum AdapterInitializationState: Int, Sendable {
  /// The adapter is less likely to deliver ads.
  case notReady = 0
  /// The adapter is ready.
  case ready = 1
}

/// The status of one adapter.
open class AdapterStatus: NSObject {
  /// The state of the adapter.
  public let state: AdapterInitializationState
  /// The latency in seconds; 0 if the initialization has not ended.
  public let latency: TimeInterval
  private let text: String
  /// What the SDK says about the state.
  open override var description: String { text }

  /// Creates the status of an adapter.
  public init(
    stubState: AdapterInitializationState, latency: TimeInterval, description: String = ""
  ) {
    state = stubState
    self.latency = latency
    text = description
    super.init()
  }
}

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
