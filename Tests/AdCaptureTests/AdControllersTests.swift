import AdCapture
import Testing

struct AdControllersTests {
  @Test(arguments: [
    "GADFullScreenAdViewController", "FBAdViewController", "UADSViewController",
    "VungleAdsSDK.AdViewController", "GoogleMobileAds.Controller",
  ])
  func `a class with the prefix or in the module of an ad SDK is an ad's`(name: String) {
    #expect(AdControllers.contains(name))
  }

  @Test(arguments: [
    "", "UIAlertController", "SKStoreProductViewController", "Shop.GADGetsController",
    "MTGCards.DeckController", "MyApp.GoogleMobileAds",
  ])
  func `another class is not an ad's`(name: String) {
    #expect(!AdControllers.contains(name))
  }
}
