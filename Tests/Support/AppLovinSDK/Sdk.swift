/// The entry point of the SDK.
open class ALSdk: NSObject {
  /// The version of the SDK.
  public class func version() -> String { "13.5.1" }
}

/// What the SDK reports after its initialization.
open class ALSdkConfiguration: NSObject {
  /// Whether the SDK serves test ads only.
  public let isTestModeEnabled = false
}
