internal import AdTesting

/// Shows one banner in each window, keeps it while its page is closed, and leaves the refresh to
/// the SDK.
class BannerAds: ViewAds {
  /// The banner of one window.
  final class Slot {
    let loader: ViewLoader
    var banner: SimulatedViewAd?
    /// The width of the window.
    var width: Int?
    /// Whether the banner came into view.
    var wasSeen = false
    init(_ loader: ViewLoader) { self.loader = loader }
  }

  var slots: [AdPlacement: Slot] = [:]
  class var app: TestedApp { .banner() }

  func slot(_ placement: AdPlacement) -> Slot {
    if let slot = slots[placement] { return slot }
    let slot = Slot(loader(placement))
    slot.width = phone.windows.first { $0.name == placement.scene }?.width
    slot.loader.width = { [unowned slot] in slot.width }
    slot.loader.wantsAd = { [unowned self, unowned slot] in
      visible.contains(placement)
        && (slot.banner == nil || slot.loader.requestedWidth != slot.width)
    }
    slot.loader.onLoaded = { [unowned self] in loaded($0) }
    slots[placement] = slot
    return slot
  }

  func load(_ placement: AdPlacement, _ reason: LoadReason) {
    slot(placement).loader.load(reason)
  }

  override func fill(_ reason: LoadReason) {
    for placement in visible where slots[placement]?.banner == nil { load(placement, reason) }
  }

  func loaded(_ new: SimulatedViewAd) {
    guard let slot = slots[new.placement] else { return new.discard(.sceneClosed) }
    let old = slot.banner
    slot.banner = new
    slot.wasSeen = visible.contains(new.placement)
    new.show()
    old?.discard(.replaced)
    followWidth(new.placement)
  }

  /// Requests a banner of the width of the window, unless the one of another width is hidden.
  func followWidth(_ placement: AdPlacement) {
    guard let slot = slots[placement], slot.banner != nil, slot.width != slot.loader.requestedWidth,
      visible.contains(placement) || !slot.wasSeen
    else { return }
    load(placement, .resized)
  }

  override func viewAppeared(_ placement: AdPlacement) {
    super.viewAppeared(placement)
    let slot = slot(placement)
    guard let banner = slot.banner else {
      return load(placement, slot.loader.loads == 0 ? .viewDidAppear : .retry)
    }
    slot.wasSeen = true
    banner.show()
    // The banner comes into view after this call.
    phone.after(milliseconds: 0) { [weak self] in self?.followWidth(placement) }
  }

  override func windowResized(_ window: AdWindow) {
    for (placement, slot) in slots where placement.scene == window.name {
      if slot.width == window.width { continue }
      slot.width = window.width
      followWidth(placement)
    }
  }

  override func windowClosed(_ window: AdWindow) {
    for (placement, slot) in slots where placement.scene == window.name {
      slots[placement] = nil
      slot.banner?.discard(.sceneClosed)
    }
  }
}

/// Refreshes the banner itself, every 60 seconds while it is seen.
class RefreshingBannerAds: BannerAds {
  var interval: Int64 { 60_000 }

  override func loaded(_ new: SimulatedViewAd) {
    super.loaded(new)
    phone.after(milliseconds: interval) { [weak self] in self?.refreshAll() }
  }

  func refreshAll() {
    for placement in slots.keys { refresh(placement) }
  }

  func canRefresh(_ placement: AdPlacement) -> Bool {
    visible.contains(placement) && !isInBackground
  }

  func refresh(_ placement: AdPlacement) {
    guard let slot = slots[placement], slot.banner != nil, canRefresh(placement),
      now - slot.loader.requestedAt >= interval
    else { return }
    load(placement, .refresh)
  }

  override func viewAppeared(_ placement: AdPlacement) {
    super.viewAppeared(placement)
    phone.after(milliseconds: 0) { [weak self] in self?.refresh(placement) }
  }

  override func appBecameActive() {
    super.appBecameActive()
    refreshAll()
  }
}
