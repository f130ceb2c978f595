internal import AdSession

extension Evaluation {
  /// The events that an event has its scene from, where it does not say it itself.
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
    return [loaded] + sceneSource(loaded)
  }

  private func sceneSource(ofRequest number: Int?, before index: Int) -> [Int] {
    guard let number, 0..<index ~= session.requests[number].requestedIndex,
      session.slots[session.requests[number].slot].scene.isPresent
    else { return [] }
    return [session.requests[number].requestedIndex]
  }
}

extension EvaluationContext {
  /// The events that an event has its scene from, where the judged one names a scene.
  func sceneSource(of index: Int) -> [Int] {
    event.scene.isPresent ? evaluation.sceneSource(index) : []
  }

  /// The index of the last `view.*` event of a unit in an unknown scene; -1 for none.
  func lastVagueView(_ unit: Symbol) -> Int { vagueUnit(unit)?.lastVagueView ?? -1 }

  /// The index of the last `ad.loaded` of a unit in an unknown scene; -1 for none.
  func lastVagueLoad(_ unit: Symbol) -> Int { vagueUnit(unit)?.lastVagueLoad ?? -1 }

  /// The index of the last `ad.failed_to_load` of a unit in an unknown scene; -1 for none.
  func lastVagueFailure(_ unit: Symbol) -> Int { vagueUnit(unit)?.lastVagueFailure ?? -1 }

  /// The index of the last `ad.failed_to_load` or `ad.discarded` of a unit in an unknown scene; -1 for
  /// none.
  func lastVagueReset(_ unit: Symbol) -> Int {
    vagueUnit(unit).map { max($0.lastVagueFailure, $0.lastVagueDiscard) } ?? -1
  }

  @inline(__always)
  private func vagueUnit(_ unit: Symbol) -> UnitState? {
    // Only a gap hides the scene of an event.
    guard hasGaps else { return nil }
    return session.unitNumber(unit).map { session.units[$0] }
  }
}
