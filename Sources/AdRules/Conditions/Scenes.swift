public import AdSession

extension EvaluationContext {
  /// Whether the app supports several windows; nil where the header is lost.
  public var isMultiScene: Bool? { evaluation.isMultiScene }

  /// The index of the last `scene.resized` of its scene; -1 for none.
  public var lastResize: Int {
    session.sceneNumber(facts.scene).map { session.scenes[$0].lastResized } ?? -1
  }

  /// The index of the last `content.shown` of its scene; -1 for none.
  var contentOfItsScene: Int {
    session.sceneNumber(facts.scene).map { session.scenes[$0].contentShown } ?? -1
  }

  /// At a `scene.resized`: whether its width is another than before; yes names the size before.
  public var changesWidth: Truth {
    let before = session.sceneNumber(facts.scene).map { session.scenes[$0].lastSize } ?? -1
    if hasGap(since: before) { return .unknown(.gap) }
    if before < 0 { return .unknown(.unknown) }
    return event(at: before).width == event.width ? .no : .yes(before)
  }

  /// The index of its ad's `ad.requested`; nil where none was seen.
  public var requestOfItsAd: Int? {
    guard let request = adState?.request, request >= 0 else { return nil }
    let requested = session.requests[request].requestedIndex
    if requested > loadedIndex && !evaluation.cache.reusedNames.isEmpty {
      return earlierRequest(request)
    }
    return requested < 0 || requested > loadedIndex ? nil : requested
  }

  /// The last `ad.requested` before its birth of a request whose name was born again since.
  private func earlierRequest(_ request: Int) -> Int? {
    guard loadedIndex >= 0 else { return nil }
    let name = session.requests[request].request
    return evaluation.trace.events[..<loadedIndex].lastIndex {
      $0.kind == .adRequested && $0.request == name
    }
  }

  /// Whether its ad's `ad.requested`, where none was seen, may lie in a gap, or its `ad.loaded` that
  /// names the request.
  private var canHideRequestOfItsAd: Bool {
    session.time.hasGap(after: -1, before: loadedIndex < 0 ? index : loadedIndex)
  }

  /// The `ad.requested` of its ad, where that is loaded later only.
  private var laterRequestOfItsAd: Event? {
    guard loadedIndex < 0, let later = evaluation.loadedIndex(of: event.ad, after: index),
      later.requested >= 0
    else {
      return nil
    }
    return event(at: later.requested)
  }

  /// Comparison with the `ad.requested` of its ad; nil where `field` is nil for one of the two.
  ///
  /// `unknown` stands for values that nobody knows: two of them may differ.
  public func matchesItsRequest<Value: Equatable>(
    _ field: (Event) -> Value?, unknown: Value? = nil, message: (Event) -> String
  ) -> Judgement? {
    guard let own = field(event) else { return nil }
    guard let requested = requestOfItsAd else {
      if canHideRequestOfItsAd { return .undecided(.gap) }
      return laterRequestOfItsAd.flatMap(field) == nil ? nil : .undecided(.unknown)
    }
    guard let asked = field(event(at: requested)) else { return nil }
    if own == asked { return own == unknown ? .undecided(.unknown) : .kept }
    return violation(
      "\(adName) \(message(event(at: requested)))", witness: [requested, loadedIndex])
  }
}
