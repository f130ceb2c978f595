/// Recognizes the view controllers of ad SDKs by their class names.
///
/// A class that is written in Objective-C has the prefix of its SDK; one that is written in Swift
/// has the name of its module in front.
public enum AdControllers {
  /// The class prefixes of Google, Meta, Unity, Mintegral, Pangle, Chartboost and Vungle.
  private static let prefixes = ["GAD", "FBAd", "UADS", "MTG", "PAG", "CHB", "Vungle"]
  private static let modules: Set<String> = [
    "GoogleMobileAds", "FBAudienceNetwork", "UnityAds", "MTGSDK", "PAGAdSDK", "ChartboostSDK",
    "VungleAdsSDK", "AppLovinSDK", "IronSource", "InMobiSDK",
  ]

  /// Returns whether a class belongs to an ad SDK, by its full name.
  public static func contains(_ name: String) -> Bool {
    guard let dot = name.firstIndex(of: ".") else {
      return prefixes.contains { name.hasPrefix($0) }
    }
    return modules.contains(String(name[..<dot]))
  }
}
