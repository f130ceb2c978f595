internal import AdSession

extension Moment {
  /// What is known of its request; nil where nothing was said of it before.
  var requestState: RequestState? {
    run.session.requestNumber(event.request).map { run.session.requests[$0] }
  }

  /// What is known of its slot; nil where nothing was said of it before.
  var slotState: SlotState? { slot.map { run.session.slots[$0] } }

  /// What is known of its unit; nil where nothing was said of it before.
  var unitState: UnitState? { run.session.unitNumber(event.unit).map { run.session.units[$0] } }

  /// The index of the last `content.shown` of its scene; -1 for none.
  var contentOfItsScene: Int {
    run.session.sceneNumber(facts.scene).map { run.session.scenes[$0].contentShown } ?? -1
  }

  /// `request r-3 of interstitial unit ca-app-pub-…/…`: its request, as sentences name it.
  var requestName: String { "request \(text(event.request)) of \(slotName)" }

  /// ` in scene s-1`, where its event names one.
  var inScene: String { event.scene.isPresent ? " in scene \(text(event.scene))" : "" }

  /// The events that an event has its scene from, where the judged one names a scene.
  func sceneSource(of index: Int) -> [Int] { event.scene.isPresent ? run.sceneSource(index) : [] }

  /// Whether something hidden in a gap can lie at most so much of `t` before this event.
  func canHide(upTo limit: Int64) -> Bool {
    guard let gap = run.session.time.lastGap(before: index) else { return false }
    return elapsed(since: gap) <= limit
  }
}
