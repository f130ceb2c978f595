/// What kind of ad manager a decider is: the choices that the rules leave open.
public struct DeciderProfile: Equatable, Sendable {
  /// Whether app-open ads are fetched when the app goes to the background, as a splash module does.
  public var requestsOnBackground = false
  /// Whether app-open ads are shown in a window of the module's own.
  public var usesOwnWindow = false
  /// How often a banner that is seen is fetched anew, in milliseconds; nil: the SDK does it.
  public var bannerRefresh: Int64?
  /// How many ads one native request asks for.
  public var nativeCount: Int64 = 1
  /// Whether requests and calls of present name the orientation of their scene.
  public var givesOrientation = true

  /// Makes the profile of a manager that preloads every full-screen place and shows an app-open ad
  /// over the loading screen and on every return.
  public init() {}

  /// The app-open manager: over the loading screen at launch, and on every return.
  public static let appOpenManager = DeciderProfile()

  /// The splash module: asks in the background, shows on return in its own window.
  public static let splashModule: DeciderProfile = {
    var profile = DeciderProfile()
    profile.requestsOnBackground = true
    profile.usesOwnWindow = true
    return profile
  }()
}
