import AppJournal
import AppLovinSDK

nonisolated extension MAXJournal.AppSDK {
  /// AppLovin MAX in its version in this app.
  static var appLovinMAX: MAXJournal.AppSDK {
    MAXJournal.AppSDK(name: "applovin-max", version: MAXJournal.ALSdk.version())
  }
}
