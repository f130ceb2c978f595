/// The kind of ad manager: the choices that the rules leave open.
public struct DeciderProfile: Equatable, Sendable {
  /// Whether app-open ads are requested when the app enters the background.
  public var requestsOnBackground = false
  /// Whether app-open ads are shown in a window of the ad module itself.
  public var usesOwnWindow = false
  /// The interval in milliseconds at which a visible banner is refreshed; `nil` if the SDK does it.
  public var bannerRefresh: Int64?
  /// The number of ads per native request.
  public var nativeCount: Int64 = 1
  /// Whether requests and shows name the orientation of their scene.
  public var givesOrientation = true

  /// Creates the profile of a manager that preloads every full-screen placement and shows an
  /// app-open ad over the loading screen and on every return to the app.
  public init() {}

  /// A manager that shows app-open ads over the loading screen at launch and on every return.
  public static let appOpenManager = DeciderProfile()

  /// A splash module: requests app-open ads in the background and shows them in its own window on
  /// return.
  public static let splashModule: DeciderProfile = {
    var profile = DeciderProfile()
    profile.requestsOnBackground = true
    profile.usesOwnWindow = true
    return profile
  }()
}
