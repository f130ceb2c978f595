internal import AdTesting

extension ClientMutant {
  private static func native<Ads: NativeAds & SendableMetatype>(
    _ name: String, _ causes: [String], _ ads: Ads.Type
  ) -> ClientMutant {
    ClientMutant(name, NativeAds.app, causes) { ads.init($0) }
  }

  static let natives: [ClientMutant] = [
    native(
      "shows one native ad in all rows", ["native-ad-in-one-view", "native-view-released"],
      OneForAll.self),
    native("moves a native ad without leaving its row", ["native-view-released"], MovesAd.self),
    native("gives up a native ad off the screen", ["fresh-ad-is-kept"], DropsOffScreen.self),
    native("loads again when a row comes back", ["fresh-ad-is-kept"], LoadsAtReturn.self),
    native(
      "requests a native ad at each appearance", ["request-once-per-appearance"],
      LoadsAtEachAppearance.self),
    native(
      "keeps the native ads of rows that are gone", ["ad-leaves-with-its-view"], KeepsRows.self),
    native("shows a native ad hours after its load", ["native-max-age"], NeverExpires.self),
    native("fills its stock without an end", ["unused-ads-bounded"], Hoards.self),
    native("shows a native ad that it gave up", ["nothing-after-the-discard"], ShowsGivenUp.self),
    native("does not retry a failed native ad", ["shows-when-it-can"], GivesUp.self),
    native(
      "takes a wrong native unit for no fill", ["no-retry-on-configuration-error"],
      IgnoresWrongUnit.self),
    native("loads a native ad before the SDK", ["no-load-before-sdk-start"], LoadsEarly.self),
  ]
}

private final class OneForAll: NativeAds {
  override func viewAppeared(_ placement: AdPlacement) {
    visible.insert(placement)
    guard let ad = rows.values.lazy.compactMap(\.ad).first else {
      return load(placement, .notReady)
    }
    ad.show(in: placement)
  }
}
private final class MovesAd: PooledNativeAds {
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    super.load(placement, reason)
    let hidden = rows.values.first { $0.ad != nil && !visible.contains($0.loader.placement) }
    guard let hidden, let ad = hidden.ad, row(placement).ad == nil else { return }
    hidden.ad = nil
    put(ad, into: row(placement))
  }
}
private final class DropsOffScreen: NativeAds {
  override func viewDisappeared(_ placement: AdPlacement) {
    super.viewDisappeared(placement)
    rows[placement]?.ad?.discard(.other)
    rows[placement]?.ad = nil
  }
}
private final class LoadsAtReturn: NativeAds {
  override func viewAppeared(_ placement: AdPlacement) {
    super.viewAppeared(placement)
    if row(placement).ad != nil { load(placement, .notReady) }
  }
  override func loaded(_ new: SimulatedViewAd, _ row: Row) {
    let old = row.ad
    put(new, into: row)
    old?.discard(.replaced)
  }
}
private final class LoadsAtEachAppearance: NativeAds {
  override func viewAppeared(_ placement: AdPlacement) {
    visible.insert(placement)
    load(placement, .viewDidAppear)
  }
}
private final class KeepsRows: NativeAds {
  override func viewRemoved(_ placement: AdPlacement) {}
}
private final class NeverExpires: NativeAds {
  override func isFresh(_ ad: SimulatedViewAd) -> Bool { true }
}
private final class Hoards: PooledNativeAds {
  override var size: Int { 20 }
}
private final class ShowsGivenUp: NativeAds {
  private var old: SimulatedViewAd?
  override func viewRemoved(_ placement: AdPlacement) {
    old = rows[placement]?.ad ?? old
    super.viewRemoved(placement)
  }
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    old?.show(in: placement)
    old = nil
    super.load(placement, reason)
  }
}
private final class GivesUp: NativeAds {
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    if row(placement).loader.loads == 0 { super.load(placement, reason) }
  }
  override func row(_ placement: AdPlacement) -> Row {
    let row = super.row(placement)
    row.loader.wantsAd = { false }
    return row
  }
}
private final class IgnoresWrongUnit: NativeAds {
  override func load(_ placement: AdPlacement, _ reason: LoadReason) {
    units.misconfigured = []
    super.load(placement, reason)
  }
}
private final class LoadsEarly: NativeAds {
  override var canLoad: Bool { isAllowed && !isTerminating }
}
