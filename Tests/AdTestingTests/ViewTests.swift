import Testing

@testable import AdTesting
@testable import ReferenceManagers

/// What the phone reports about the views of banners and native ads, and what it refuses.
@Suite struct ViewTests {
  /// A manager that compares the reports about its rows with each other.
  final class Watching: NativeAds {
    nonisolated(unsafe) static var problems: Set<String> = []
    nonisolated(unsafe) static var seen: Set<String> = []
    private var known: Set<Int> = [], gone: Set<Int> = []

    private func note(_ event: String, _ placement: AdPlacement, isVisible: Bool) {
      Self.seen.insert(event)
      guard let row = placement.row else { return Self.problems.formUnion(["\(event): no row"]) }
      if gone.contains(row) { Self.problems.insert("\(event): a row that is gone") }
      if visible.contains(placement) != isVisible { Self.problems.insert("\(event): on screen") }
    }
    override func viewAppeared(_ placement: AdPlacement) {
      note("appeared", placement, isVisible: false)
      if let row = placement.row, !known.insert(row).inserted { Self.seen.insert("came back") }
      super.viewAppeared(placement)
    }
    override func viewDisappeared(_ placement: AdPlacement) {
      note("disappeared", placement, isVisible: true)
      super.viewDisappeared(placement)
    }
    override func viewRemoved(_ placement: AdPlacement) {
      note("removed", placement, isVisible: false)
      if let row = placement.row { gone.insert(row) }
      super.viewRemoved(placement)
    }
    override func adRecordedImpression(_ ad: SimulatedViewAd) {
      Self.seen.insert("impression")
      if !visible.contains(ad.placement) { Self.problems.insert("an impression off the screen") }
    }
    override func adRecordedClick(_ ad: SimulatedViewAd) {
      Self.seen.insert("click")
      if !visible.contains(ad.placement) { Self.problems.insert("a click off the screen") }
    }
    override func loaded(_ new: SimulatedViewAd, _ row: Row) {
      new.delegate = self
      super.loaded(new, row)
    }
  }

  @Test func `rows appear, leave the screen, come back, and are gone for good`() throws {
    try AdManagerTest(NativeAds.app) { Watching($0) }.check(sessions: 500)
    #expect(Watching.problems.isEmpty)
    #expect(
      Watching.seen
        == ["appeared", "disappeared", "came back", "removed", "impression", "click"])
  }

  @Test func `a row is part of a placement, but not of the placements of the phone`() throws {
    final class Listing: NativeAds {
      nonisolated(unsafe) static var rows: Set<Int?> = []
      override func viewAppeared(_ placement: AdPlacement) {
        Self.rows.formUnion(phone.placements.map(\.row))
        super.viewAppeared(placement)
      }
    }
    try AdManagerTest(NativeAds.app) { Listing($0) }.check(sessions: 50)
    #expect(Listing.rows == [nil])
    let unit = AdUnit("list", .native)
    #expect("\(AdPlacement(unit, scene: "s-1", row: 2))" == "native ad in row 2 in s-1")
    #expect("\(AdPlacement(AdUnit("top", .banner)))" == "banner")
  }

  @Test(arguments: [true, false])
  func `a load for an ad of the other kind fails, and the right call is named`(isBanner: Bool) {
    final class Confused: TestedAdManager {
      let phone: SimulatedPhone
      init(_ phone: SimulatedPhone) { self.phone = phone }
      func sdkStarted() {
        guard let placement = phone.placements.first else { return }
        if placement.unit.format == .banner {
          phone.load(placement) { _ in }
        } else {
          phone.loadViewAd(placement) { _ in }
        }
      }
    }
    let test = AdManagerTest(isBanner ? .banner() : .interstitial()) { Confused($0) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 20) }
    #expect(
      failure?.sentence
        == (isBanner
          ? "the manager called 'load' for banner in main; call 'loadViewAd'"
          : "the manager called 'loadViewAd' for interstitial; call 'load'"))
  }

  @Test func `the timeline names the views, the requests and the shows`() throws {
    final class Moving: NativeAds {
      override func viewDisappeared(_ placement: AdPlacement) {
        super.viewDisappeared(placement)
        rows[placement]?.ad?.removeFromView()
        rows[placement]?.ad?.discard(.other)
        rows[placement]?.ad = nil
      }
    }
    let test = AdManagerTest(NativeAds.app) { Moving($0) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 500) }
    let lines = failure?.timeline ?? ""
    for call in [
      "manager.viewAppeared(native ad in row 1)", "manager.viewDisappeared(native ad in row 1)",
      "phone.loadViewAd(native ad in row 1, reason: .notReady)", "load → a-1, native ad in row",
      ".show(in: native ad in row", ".removeFromView()", ".discard(.other)",
    ] {
      #expect(lines.contains(call), "\(call) in \(lines)")
    }
  }
}
