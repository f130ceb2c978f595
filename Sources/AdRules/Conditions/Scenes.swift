public import AdSession

extension Moment {
  /// Whether the app supports several windows; nil where the header is lost.
  public var isMultiScene: Bool? { run.state.pointee.isMultiScene }

  /// The index of the last `scene.resized` of its scene; -1 for none.
  public var lastResize: Int {
    run.session.sceneNumber(facts.scene).map { run.session.scenes[$0].lastResized } ?? -1
  }

  /// The index of the last `content.shown` of its scene; -1 for none.
  var contentOfItsScene: Int {
    run.session.sceneNumber(facts.scene).map { run.session.scenes[$0].contentShown } ?? -1
  }

  /// At a `scene.resized`: whether its width is another than before; yes names the size before.
  public var changesWidth: Truth {
    let before = run.session.sceneNumber(facts.scene).map { run.session.scenes[$0].lastSize } ?? -1
    if hasGap(since: before) { return .unknown(.gap) }
    if before < 0 { return .unknown(.unknown) }
    return event(at: before).first == event.first ? .no : .yes(before)
  }

  /// The index of its ad's `ad.requested`; nil where none was seen.
  public var requestOfItsAd: Int? {
    guard let request = adState?.request, request >= 0 else { return nil }
    let requested = run.session.requests[request].requestedIndex
    if requested > birth && !run.notes.reusedNames.isEmpty { return earlierRequest(request) }
    return requested < 0 || requested > birth ? nil : requested
  }

  /// The last `ad.requested` before its birth of a request whose name was born again since.
  private func earlierRequest(_ request: Int) -> Int? {
    guard birth >= 0 else { return nil }
    let name = run.session.requests[request].request
    return run.trace.events[..<birth].lastIndex { $0.kind == .adRequested && $0.request == name }
  }

  /// Whether its ad's `ad.requested`, where none was seen, may lie in a gap, or its `ad.loaded` that
  /// names the request.
  private var canHideRequestOfItsAd: Bool {
    run.session.time.hasGap(after: -1, before: birth < 0 ? index : birth)
  }

  /// The `ad.requested` of its ad, where that is loaded later only.
  private var laterRequestOfItsAd: Event? {
    guard birth < 0, let later = run.birth(of: event.ad, after: index), later.requested >= 0 else {
      return nil
    }
    return event(at: later.requested)
  }

  /// Comparison with the `ad.requested` of its ad; nil where `field` is nil for one of the two.
  ///
  /// `unknown` stands for values that nobody knows: two of them may differ.
  public func matchesItsRequest<Value: Equatable>(
    _ field: (Event) -> Value?, unknown: Value? = nil, says: (Event) -> String
  ) -> Judgement? {
    guard let own = field(event) else { return nil }
    guard let requested = requestOfItsAd else {
      if canHideRequestOfItsAd { return .undecided(.gap) }
      return laterRequestOfItsAd.flatMap(field) == nil ? nil : .undecided(.unknown)
    }
    guard let asked = field(event(at: requested)) else { return nil }
    if own == asked { return own == unknown ? .undecided(.unknown) : .kept }
    return violation("\(adName) \(says(event(at: requested)))", witness: [requested, birth])
  }
}
