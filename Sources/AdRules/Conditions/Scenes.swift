public import AdSession

extension Evaluation {
  /// Whether the session has several scenes.
  var hasScenes: Bool { session.hasScenes }

  /// The scene that a record itself names; nil for none.
  func sceneIfNamed(_ event: Event) -> Symbol? {
    event.scene.isPresent ? session.identity(event.scene) : nil
  }
}

extension EvaluationContext {
  /// Whether the app supports several windows; nil where the header is lost.
  public var isMultiScene: Bool? { evaluation.isMultiScene }

  /// The state of its scene; nil where no earlier event names it.
  var sceneState: SceneState? { session.sceneNumber(facts.scene).map { session.scenes[$0] } }

  /// The last `scene.resized` of its scene.
  public var lastResize: EventIndex { sceneState?.lastResized ?? .none }

  /// At a `scene.resized`, whether the width changed; yes has the event of the previous size.
  public var changesWidth: Truth {
    let before = sceneState?.lastSize ?? .none
    if hasGap(since: before) { return .unknown(.gap) }
    if before.isAbsent { return .unknown(.unknown) }
    return event(at: before).width == event.width ? .no : .yes(before)
  }

  /// The `ad.requested` of its ad; nil where the journal has none.
  public var requestOfItsAd: Int? {
    guard let request = adState?.request.index else { return nil }
    let requested = session.requests[request].requestedIndex
    if requested > loadedIndex && !evaluation.cache.reusedNames.isEmpty {
      return earlierRequest(request)
    }
    return requested > loadedIndex ? nil : requested.index
  }

  /// The last `ad.requested` before the load of its ad, for a request whose name was reused since.
  private func earlierRequest(_ request: Int) -> Int? {
    guard let loaded = loadedIndex.index else { return nil }
    let name = session.requests[request].request
    return evaluation.trace.events[..<loaded].lastIndex {
      $0.kind == .adRequested && $0.request == name
    }
  }

  /// Whether a gap can hide the `ad.requested` of its ad, or the `ad.loaded` that names the
  /// request.
  private var canHideRequestOfItsAd: Bool {
    session.time.hasGap(after: .none, before: loadedIndex.index ?? index)
  }

  /// The `ad.requested` of its ad, if the ad is loaded only later.
  private var laterRequestOfItsAd: Event? {
    guard loadedIndex.isAbsent, let later = evaluation.adLoad(of: event.ad, after: index),
      later.requested.isPresent
    else {
      return nil
    }
    return event(at: later.requested)
  }

  /// Compares a field with the `ad.requested` of its ad; nil where `field` is nil for one of the
  /// two.
  ///
  /// A field with the value `unknown` can differ from any other one, so that the comparison is
  /// undecided.
  public func matchesItsRequest<Value: Equatable>(
    _ field: (Event) -> Value?, unknown: Value? = nil, canDiffer: Bool = true,
    message: (Event) -> String
  ) -> Judgement? {
    guard let own = field(event) else { return nil }
    guard let requested = requestOfItsAd else {
      if canHideRequestOfItsAd { return canDiffer ? .undecided(.gap) : nil }
      if laterRequestOfItsAd.flatMap(field) == nil { return nil }
      return canDiffer ? .undecided(.unknown) : .kept
    }
    guard let asked = field(event(at: requested)) else { return nil }
    if let unknown, own == unknown || asked == unknown { return .undecided(.unknown) }
    if own == asked { return .kept }
    return violation(
      "\(adName) \(message(event(at: requested)))", witness: [EventIndex(requested), loadedIndex])
  }
}
