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
      session.slots[session.requests[number].slot].scene.isPresent
    else { return [] }
    return [requested]
  }
}

extension EvaluationContext {
  /// The events that name the scene of another event, if the judged one names a scene.
  func sceneSource(of index: Int) -> [Int] {
    event.scene.isPresent ? evaluation.sceneSource(index) : []
  }

  /// The last `view.*` event of a unit in an unknown scene.
  func lastVagueView(_ unit: Symbol) -> EventIndex { vagueUnit(unit)?.lastVagueView ?? .none }

  /// The last `ad.loaded` of a unit in an unknown scene.
  func lastVagueLoad(_ unit: Symbol) -> EventIndex { vagueUnit(unit)?.lastVagueLoad ?? .none }

  /// The last `ad.failed_to_load` of a unit in an unknown scene.
  func lastVagueFailure(_ unit: Symbol) -> EventIndex { vagueUnit(unit)?.lastVagueFailure ?? .none }

  /// The last `ad.failed_to_load` or `ad.discarded` of a unit in an unknown scene.
  func lastVagueReset(_ unit: Symbol) -> EventIndex {
    vagueUnit(unit).map { max($0.lastVagueFailure, $0.lastVagueDiscard) } ?? .none
  }

  @inline(__always)
  private func vagueUnit(_ unit: Symbol) -> UnitState? {
    // Only a gap hides the scene of an event.
    guard hasGaps else { return nil }
    return session.unitNumber(unit).map { session.units[$0] }
  }
}
