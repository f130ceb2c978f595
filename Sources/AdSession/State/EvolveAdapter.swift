extension Session {
  mutating func evolveAdapter(_ event: Event, at index: Int) {
    let load = makeLoad(event.load)
    switch event.kind {
    case .adapterLoadCalled:
      loads[load].calledIndex = index
      loads[load].format = event.format
      loads[load].request = makeRequest(event.request)
    case .adapterCompleted: complete(load: load, event, at: index)
    case .adapterReported:
      guard event.what == .impression else { return }
      if loads[load].impressions == 0 { loads[load].firstImpression = index }
      loads[load].impressions += 1
    default: break
    }
  }

  private mutating func complete(load: Int, _ event: Event, at index: Int) {
    loads[load].completions += 1
    if loads[load].completedIndex < 0 { loads[load].completedIndex = index }
    guard event.flag(Flag.hasAd) == true else { return }
    if loads[load].deliveredIndex < 0 { loads[load].deliveredIndex = index }
    if event.ad.isPresent {
      loads[load].ad = event.ad
      facts.see(.completed, of: noteAd(event, at: index), at: index)
    } else if loads[load].request >= 0 {
      requests[loads[load].request].lastAnonymousLoad = load
    }
  }
}
