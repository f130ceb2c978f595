import AdTesting

@MainActor final class Step1 {
  private let source: any AdSource
  private var ads: [any LoadedAd] = []

  init(_ source: any AdSource) { self.source = source }

  func sdkStarted() { load() }

  private func load() {
    guard ads.isEmpty else { return }
    source.load { [weak self] in self?.loaded($0) }
  }

  private func loaded(_ result: Result<any LoadedAd, LoadError>) {
    switch result {
    case .success(let new):
      ads.append(new)
      new.onEvent = { [weak self, weak new] event in
        if let self, let new { happened(event, new) }
      }
    case .failure: break
    }
  }

  func levelEnded() {
    guard !ads.isEmpty else { return }
    ads.removeFirst().present()
  }

  private func happened(_ event: AdEvent, _ ad: any LoadedAd) {
    switch event {
    case .appeared: break
    case .failed, .dismissed: load()
    case .expired: ads.removeAll { $0 === ad }
    }
  }
}

extension Step1: @MainActor TestedAdManager {
  func wantsToShow(_ placement: AdPlacement) { levelEnded() }
}
