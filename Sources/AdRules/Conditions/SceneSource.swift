internal import AdSession

extension Evaluation {
  /// The events that name the scene of an event without one.
  func sceneSource(_ index: Int) -> [Int] {
    let event = trace.events[index]
    if event.scene.isPresent { return [] }
    if event.kind == .adFailedToLoad || event.kind == .adLoaded {
      return sceneSource(ofRequest: session.requestNumber(event.request), before: index)
    }
    guard let number = session.adNumber(event.ad), session.ads[number].scene.isPresent else {
      return []
    }
    let loaded = session.ads[number].loadedIndex
    return loaded.index.map { [$0] + sceneSource($0) } ?? []
  }

  private func sceneSource(ofRequest number: Int?, before index: Int) -> [Int] {
    guard let number, let requested = session.requests[number].requestedIndex.index,
      requested < index,
      session.requests[number].scene.isPresent
    else { return [] }
    return [requested]
  }
}

extension EvaluationContext {
  /// The events that name the scene of another event, if the judged one names a scene.
  func sceneSource(of index: Int) -> [Int] {
    event.scene.isPresent ? evaluation.sceneSource(index) : []
  }
}
