internal import AdTesting

/// Loads banners or native ads for one placement, one at a time, with a pause after each failure.
class ViewLoader {
  let phone: SimulatedPhone
  let placement: AdPlacement
  var units: UnitHealth
  var loadingSince: Int64?
  /// The time and the width of the last request.
  var requestedAt: Int64 = 0, requestedWidth: Int?
  var loads = 0, failures = 0
  var retryAt: Int64 = 0
  /// The names of the ads so far; the SDK can answer a load twice.
  var known: Set<String> = []
  /// Whether the manager may request an ad now, for a reason.
  var canLoad: (LoadReason) -> Bool = { _ in true }
  /// The width of a banner now, in points.
  var width: () -> Int? = { nil }
  /// Whether a failed load is still worth another attempt.
  var wantsAd: () -> Bool = { true }
  var onLoaded: (SimulatedViewAd) -> Void = { _ in }

  init(_ phone: SimulatedPhone, _ placement: AdPlacement, _ units: UnitHealth) {
    self.phone = phone
    self.placement = placement
    self.units = units
  }

  var isLoading: Bool { loadingSince.map { phone.milliseconds - $0 <= 60_000 } ?? false }
  /// The milliseconds until the next attempt: 2 s, doubled with each failure, up to 64 s.
  var pause: Int64 { min(2_000 << Int64(min(failures - 1, 6)), 64_000) }

  func load(_ reason: LoadReason) {
    let sized = SizedUnit(placement, phone)
    guard canLoad(reason), !isLoading, !units.isMisconfigured(sized) else { return }
    guard failures == 0 || phone.milliseconds >= retryAt else { return }
    (loadingSince, requestedAt) = (phone.milliseconds, phone.milliseconds)
    phone.after(milliseconds: 60_001) { [weak self] in self?.retry() }
    requestedWidth = width()
    loads += 1
    let number = loads
    phone.loadViewAd(placement, reason: reason, width: requestedWidth) {
      [weak self, units] in
      units.learn($0, sized)
      if let self { return finish($0, number) }
      // The view is gone.
      if case .success(let ad) = $0 { ad.discard(.other) }
    }
  }

  func retry() {
    if wantsAd() { load(.retry) }
  }

  /// Takes an answer; an old load can be answered late, while another one is in flight.
  func finish(_ result: Result<SimulatedViewAd, LoadFailure>, _ number: Int) {
    if number == loads { loadingSince = nil }
    switch result {
    case .success(let new):
      failures = 0
      if known.insert(new.name).inserted { onLoaded(new) }
    case .failure:
      failures += 1
      retryAt = phone.milliseconds + pause
      phone.after(milliseconds: pause) { [weak self] in self?.retry() }
    }
  }
}
