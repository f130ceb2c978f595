public import AdDecider
public import AdSession
import PropertyTesting

/// A view of an app under test that shows a banner or, as a row of a list, a native ad.
public final class AdView {
  /// The ad unit and the window.
  public let placement: Placement
  /// The number of the row, which no other row of the process has; nil for a banner.
  public let row: Int?
  /// The name of the row in records, such as `row-2`; absent for a banner.
  public let rowName: Symbol
  /// Whether the view is on the screen.
  public internal(set) var isOnScreen = false
  /// When it appeared last, in milliseconds of the world.
  public internal(set) var appearedAt: Int64 = 0
  /// Whether its ad was recorded as in view.
  var isSeen = false
  var ad: SimulatedAd?
  /// The ad that was put into the view last; absent before.
  public internal(set) var lastAd = Symbol.absent

  /// The ad in the view; absent if it is empty.
  public var shownAd: Symbol { ad?.name ?? .absent }

  init(_ placement: Placement, row: Int?, named rowName: Symbol) {
    self.placement = placement
    self.row = row
    self.rowName = rowName
  }
}

/// What happens to a view of an app under test.
public enum AdViewChange: Sendable {
  case appeared, disappeared
  /// For good: its page was closed, or its list was loaded again.
  case removed
}

extension World {
  /// The rows of a list, of which two are on the screen at first.
  private static let rows = 3

  /// Opens the page of a placement: its banner appears, or the first rows of its list.
  func openPage(_ placement: Placement) {
    if isOver || !isOpen(placement) { return }
    if isCovered(placement.scene) { return later(1_000) { $0.openPage(placement) } }
    let isList = placement.format == .native
    let views = (0..<(isList ? Self.rows : 1)).map { _ in makeView(placement, isRow: isList) }
    for view in views.prefix(2) { appear(view) }
  }

  private func makeView(_ placement: Placement, isRow: Bool) -> AdView {
    if isRow { app.rowsSoFar += 1 }
    let row = isRow ? app.rowsSoFar : nil
    let view = AdView(placement, row: row, named: row.map { symbol("row-\($0)") } ?? .absent)
    app.views.append(view)
    return view
  }

  /// The user scrolls a view off the screen, or onto it.
  func scrollView() {
    guard canUserAct, !app.views.isEmpty else { return }
    let view = app.views[choices.pick(app.views.count)]
    act(in: view.placement.scene)
    view.isOnScreen ? disappear(view) : appear(view)
  }

  /// The user closes a page and opens it again; a list is loaded again, with new rows.
  func reopenPage() {
    guard canUserAct, let placement = pickFeedPlacement(), app.contents.contains(placement.scene)
    else { return }
    act(in: placement.scene)
    for view in app.views where view.placement == placement { remove(view) }
    advance(by: drawTime(0...5_000))
    openPage(placement)
  }

  /// Every view leaves the screen and comes back.
  func revisitViews() {
    for view in app.views {
      disappear(view)
      appear(view)
    }
  }

  private func appear(_ view: AdView) {
    if isOver || view.isOnScreen { return }
    view.isOnScreen = true
    view.appearedAt = now
    manager?.viewChanged(view, .appeared, in: self)
    reveal(view)
  }

  private func disappear(_ view: AdView) {
    if isOver || !view.isOnScreen { return }
    view.isOnScreen = false
    conceal(view)
    manager?.viewChanged(view, .disappeared, in: self)
  }

  /// Removes a view for good.
  func remove(_ view: AdView) {
    disappear(view)
    empty(view)
    app.views.removeAll { $0 === view }
    if !isOver { manager?.viewChanged(view, .removed, in: self) }
  }

  /// Records that the ad of a view came into view, as soon as no full-screen ad covers it.
  private func reveal(_ view: AdView) {
    guard !isOver, let ad = view.ad, view.isOnScreen, !view.isSeen else { return }
    if isCovered(view.placement.scene) { return later(1_000) { $0.reveal(view) } }
    view.isSeen = true
    comeIntoView(ad)
  }

  private func conceal(_ view: AdView) {
    guard view.isSeen, let ad = view.ad else { return }
    view.isSeen = false
    ad.isVisible = app.views.contains { $0.isSeen && $0.ad === ad }
    recordView(.viewHidden, ad)
  }

  private func empty(_ view: AdView) {
    guard let ad = view.ad else { return }
    conceal(view)
    view.ad = nil
    guard ad.placement.format == .native else { return }
    ad.isUntracked = !app.views.contains { $0.ad === ad }
    recordView(.nativeUntracked, ad)
  }

  // MARK: For managers

  /// The view of a placement, of one row of a list; nil if it is gone.
  public func view(of placement: Placement, row: Symbol) -> AdView? {
    app.views.last { $0.placement == placement && $0.rowName == row }
  }

  /// Puts an ad into a view, in which it takes the place of another one.
  public func show(_ ad: Symbol, in view: AdView) {
    guard let ad = sdk.ad(ad), view.ad !== ad, app.views.contains(where: { $0 === view }) else {
      return
    }
    empty(view)
    view.ad = ad
    for other in app.views where other.lastAd == ad.name { other.lastAd = .absent }
    view.lastAd = ad.name
    if ad.placement.format == .native {
      ad.isUntracked = false
      render(ad)
    }
    reveal(view)
  }

  /// Takes an ad out of its view.
  public func takeOut(_ ad: Symbol) {
    for view in app.views where view.ad?.name == ad { empty(view) }
  }

  /// The view off the screen that showed an ad last; nil if there is none.
  public func hiddenView(thatShowed ad: Symbol) -> AdView? {
    app.views.first { $0.lastAd == ad && !$0.isOnScreen }
  }

  /// Whether an ad was neither given up nor is in a view.
  public func isHeldOutOfView(_ ad: Symbol) -> Bool {
    sdk.ad(ad).map { known in
      !known.isDiscarded && !app.views.contains { $0.ad === known }
    } ?? false
  }

  /// Whether the app is in the background.
  public var isInBackground: Bool { phone.activation == .background }

  /// The time in milliseconds for which a banner is seen before it is replaced.
  public var bannerRefresh: Int64 { limit(.bannerRefreshSeconds) }

  /// Whether a view of a placement shows an ad that the manager did not give up.
  func isFilled(_ placement: Placement) -> Bool {
    app.views.contains { $0.placement == placement && $0.isSeen && $0.ad?.isDiscarded == false }
  }
}
