import AdTesting

@MainActor final class Step8 {
  private let source: any AdSource
  private var ads: [(ad: any LoadedAd, loadedAt: Int)] = []
  private var failures = 0, pauses = 0
  private var shown: (any LoadedAd)?
  private var loadingSince: Int?, isAway = false, leftAt = 0, away = 0
  private var isBroken = false
  private var actions = 2
  private var isAllowed = false, isStarted = false

  init(_ source: any AdSource) { self.source = source }

  /// The time of use: deadlines do not run in the background.
  private var used: Int { source.now - away - (isAway ? source.now - leftAt : 0) }
  private var isLoading: Bool { loadingSince.map { used - $0 <= 60_000 } ?? false }

  func consentChanged(canRequestAds: Bool) {
    isAllowed = canRequestAds
    load()
  }
  func sdkStarted() {
    isStarted = true
    load()
  }
  func appEnteredBackground() { (isAway, leftAt) = (true, source.now) }
  func appEnteringForeground() {
    if isAway { away += source.now - leftAt }
    isAway = false
  }
  func appBecameActive() { load() }
  func userActed() { actions += 1 }

  private func load() {
    ads.removeAll { source.now - $0.loadedAt >= 3_600_000 }
    guard ads.isEmpty, pauses == 0 else { return }
    guard isAllowed, isStarted else { return }
    guard !isLoading, !isBroken, !isAway else { return }
    let start = used
    loadingSince = start
    source.after(60_001) { [weak self] in self?.load() }
    source.load { [weak self] in self?.loaded($0, start) }
  }

  private func loaded(_ result: Result<any LoadedAd, LoadError>, _ start: Int) {
    if loadingSince == start { loadingSince = nil }
    switch result {
    case .success(let new):
      (failures, isBroken) = (0, false)
      ads.append((new, source.now))
      new.onEvent = { [weak self, weak new] event in
        if let self, let new { happened(event, new) }
      }
    case .failure(let error):
      isBroken = isBroken || [0, 4, 10, 12, 20].contains(error.code)
      failures += 1
      pauses += 1
      source.after(min(64_000, 2_000 << min(failures - 1, 5))) { [weak self] in
        self?.pauses -= 1
        self?.load()
      }
    }
  }

  func levelEnded() {
    guard actions >= 2 else { return }
    ads.removeAll { source.now - $0.loadedAt >= 3_600_000 }
    guard !ads.isEmpty else { return }
    let next = ads.removeFirst().ad
    shown = next
    actions = 0
    next.present()
  }

  private func happened(_ event: AdEvent, _ ad: any LoadedAd) {
    switch event {
    case .appeared: actions = 0
    case .failed, .dismissed: load()
    case .expired:
      ads.removeAll { $0.ad === ad }
      load()
    }
  }
}

extension Step8: @MainActor TestedAdManager {
  func wantsToShow(_ placement: AdPlacement) { levelEnded() }
}
