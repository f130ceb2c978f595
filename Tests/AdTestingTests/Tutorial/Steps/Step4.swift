import AdTesting

@MainActor final class Step4 {
  private let source: any AdSource
  private var ads: [(ad: any LoadedAd, loadedAt: Int)] = []
  private var failures = 0, pauses = 0
  private var shown: (any LoadedAd)?

  init(_ source: any AdSource) { self.source = source }

  func sdkStarted() { load() }

  private func load() {
    ads.removeAll { source.now - $0.loadedAt >= 3_600_000 }
    guard ads.isEmpty, pauses == 0 else { return }
    source.load { [weak self] in self?.loaded($0) }
  }

  private func loaded(_ result: Result<any LoadedAd, LoadError>) {
    switch result {
    case .success(let new):
      failures = 0
      ads.append((new, source.now))
      new.onEvent = { [weak self, weak new] event in
        if let self, let new { happened(event, new) }
      }
    case .failure:
      failures += 1
      pauses += 1
      source.after(min(64_000, 2_000 << min(failures - 1, 5))) { [weak self] in
        self?.pauses -= 1
        self?.load()
      }
    }
  }

  func levelEnded() {
    ads.removeAll { source.now - $0.loadedAt >= 3_600_000 }
    guard !ads.isEmpty else { return }
    let next = ads.removeFirst().ad
    shown = next
    next.present()
  }

  private func happened(_ event: AdEvent, _ ad: any LoadedAd) {
    switch event {
    case .appeared: break
    case .failed, .dismissed: load()
    case .expired:
      ads.removeAll { $0.ad === ad }
      load()
    }
  }
}

extension Step4: @MainActor TestedAdManager {
  func wantsToShow(_ placement: AdPlacement) { levelEnded() }
}
