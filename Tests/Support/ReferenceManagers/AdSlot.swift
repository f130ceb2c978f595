internal import AdTesting

/// A unit that is requested in windows of one size.
struct SizedUnit: Hashable {
  let unit: AdUnit
  /// The size of the windows in points; nil for all windows.
  var size: [Int]?

  init(_ unit: AdUnit) { self.unit = unit }

  /// The unit in the window of a placement, as it is now.
  init(_ placement: AdPlacement, _ phone: SimulatedPhone) {
    self.init(placement.unit)
    let window = phone.windows.first { $0.name == placement.scene }
    size = window.map { [$0.width, $0.height] }
  }
}

/// The units that need a change of their configuration before they are requested again.
final class UnitHealth {
  var misconfigured: Set<SizedUnit> = []

  /// Takes an answer, also if its slot is gone: an ad shows that the unit works again.
  func learn<Ad>(_ answer: Result<Ad, LoadFailure>, _ sized: SizedUnit) {
    let everywhere = SizedUnit(sized.unit)
    switch answer {
    case .success: misconfigured.subtract([sized, everywhere])
    case .failure(let failure):
      // Code 10 means that the size is invalid.
      if failure.code == 10 { misconfigured.insert(sized) }
      if [0, 4, 12, 20].contains(failure.code) { misconfigured.insert(everywhere) }
    }
  }

  func isMisconfigured(_ sized: SizedUnit) -> Bool {
    misconfigured.contains(sized) || misconfigured.contains(SizedUnit(sized.unit))
  }
}

/// Loads and keeps the ad of one placement.
class AdSlot {
  let phone: SimulatedPhone
  let placement: AdPlacement
  let maximumAge: Int64
  /// The milliseconds in which the app was not in the background.
  let activeTime: () -> Int64
  weak var delegate: (any SimulatedAdDelegate)?
  var ad: SimulatedFullScreenAd?
  var loadingSince: Int64?
  var loads = 0
  var failures = 0
  var retryAt: Int64 = 0
  /// The units that failed with a configuration error, shared by all slots.
  var units = UnitHealth()
  var isMisconfigured: Bool {
    get { units.isMisconfigured(SizedUnit(placement, phone)) }
    set {
      units.misconfigured = units.misconfigured.filter { $0.unit != placement.unit }
      if newValue { units.misconfigured.insert(SizedUnit(placement.unit)) }
    }
  }
  /// The names of the ads so far; the SDK can answer a load twice.
  var known: Set<String> = []
  /// Called when an ad became ready.
  var onReady: () -> Void = {}
  /// Whether the manager may request an ad now.
  var canLoad: () -> Bool = { true }

  required init(
    _ phone: SimulatedPhone, _ placement: AdPlacement, maximumAge: Int64,
    activeTime: @escaping () -> Int64
  ) {
    self.phone = phone
    self.placement = placement
    self.maximumAge = maximumAge
    self.activeTime = activeTime
  }

  /// The ad, if it is not too old.
  var freshAd: SimulatedFullScreenAd? {
    ad.flatMap { phone.milliseconds - $0.loadedAt < maximumAge ? $0 : nil }
  }

  var isLoading: Bool { loadingSince.map { activeTime() - $0 <= 60_000 } ?? false }

  func load(_ reason: LoadReason) {
    guard canLoad(), !isMisconfigured, !isLoading, freshAd == nil else { return }
    guard failures == 0 || phone.milliseconds >= retryAt else { return }
    ad = nil
    loadingSince = activeTime()
    phone.after(milliseconds: 60_001) { [weak self] in self?.load(.retry) }
    loads += 1
    let number = loads
    request(reason) { [weak self, units, sized = SizedUnit(placement, phone)] in
      units.learn($0, sized)
      self?.finish($0, number)
    }
  }

  /// Requests an ad from the SDK.
  func request(
    _ reason: LoadReason,
    _ completion: @escaping (Result<SimulatedFullScreenAd, LoadFailure>) -> Void
  ) {
    phone.load(placement, reason: reason, completion: completion)
  }

  /// Takes an answer; an old load can be answered late, while another one is in flight.
  func finish(_ result: Result<SimulatedFullScreenAd, LoadFailure>, _ number: Int) {
    if number == loads { loadingSince = nil }
    switch result {
    case .success(let new): keep(new)
    case .failure(let failure): retry(after: failure)
    }
  }

  func keep(_ new: SimulatedFullScreenAd) {
    failures = 0
    guard known.insert(new.name).inserted else { return }
    if freshAd != nil { return new.discard(.replaced) }
    new.delegate = delegate
    new.setPaidHandler()
    ad = new
    onReady()
  }

  func retry(after failure: LoadFailure) {
    failures += 1
    retryAt = phone.milliseconds + pause
    phone.after(milliseconds: pause) { [weak self] in self?.load(.retry) }
  }

  /// The milliseconds until the next attempt: 2 s, doubled with each failure, up to 64 s.
  var pause: Int64 { min(2_000 << Int64(min(failures - 1, 6)), 64_000) }

  /// Returns the fresh ad for a presentation, and forgets it.
  func take() -> SimulatedFullScreenAd? {
    defer { if freshAd != nil { ad = nil } }
    return freshAd
  }

  /// Gives up the ad of the slot.
  func giveUp(_ reason: DiscardReason) {
    ad?.discard(reason)
    ad = nil
  }

  /// Gives up an ad, if it is the one of the slot.
  func lose(_ lost: SimulatedFullScreenAd, _ reason: DiscardReason) {
    if ad === lost { giveUp(reason) }
  }
}
