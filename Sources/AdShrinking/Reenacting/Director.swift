internal import AdSession

/// Brings the records of an incident onto the stage: by the clock, or as answers to the app's deeds.
struct Director {
  /// Something that will happen, with the names that it has this time.
  private struct Cue {
    let due: Int64
    let index: Int
    let request: Symbol
    let ad: Symbol
  }

  private let script: Script
  private let incident: Trace
  private let stage: Stage
  private var cues: [Cue] = []
  /// The deeds of the incident that an answer was given to already.
  private var used: [Int] = []
  /// Which ad of the incident an ad on the stage is.
  private var originals: [(onStage: Symbol, inIncident: Symbol)] = []
  private static let mostDeeds = 10_000
  /// How long answers are waited for after the end of the incident: ten minutes.
  private static let grace: Int64 = 600_000

  init(_ incident: Trace, _ stage: Stage) {
    self.incident = incident
    self.stage = stage
    script = Script(incident)
    cues = script.unconditional.map { index in
      let event = script.events[index]
      return Cue(due: event.t, index: index, request: event.request, ad: event.ad)
    }
  }

  /// Acts the whole incident; an app that never stops doing things is stopped after ten thousand.
  mutating func run(_ app: any ReenactedApp) {
    let end = script.events.last?.t ?? 0
    var deeds: [Event] = []
    stage.onDeed = { deeds.append($0) }
    if let header = stage.trace.events.first { app.receive(header, on: stage) }
    while stage.trace.events.count < Director.mostDeeds {
      for deed in deeds { answer(deed) }
      deeds = []
      let cue = cues.indices.min { before(cues[$0], cues[$1]) }
      let wake = stage.nextWake.flatMap { $0 <= end ? $0 : nil }
      if let wake, wake < cue.map({ cues[$0].due }) ?? .max {
        stage.now = max(stage.now, wake)
        stage.takeWake()
        app.wake(on: stage)
      } else if let cue, cues[cue].due <= end + Director.grace {
        perform(cues.remove(at: cue), app)
      } else {
        break
      }
    }
    stage.now = max(stage.now, end)
    stage.write(Event(.note))
  }

  private func before(_ one: Cue, _ other: Cue) -> Bool {
    (one.due, one.index) < (other.due, other.index)
  }

  private mutating func perform(_ cue: Cue, _ app: any ReenactedApp) {
    var event = script.events[cue.index]
    (event.request, event.ad) = (cue.request, cue.ad)
    stage.now = max(stage.now, cue.due)
    stage.write(event)
    if let change = incident.policyChanges[cue.index] { stage.setPolicy(change) }
    if event.kind == .adLoaded {
      originals.append((cue.ad, script.events[cue.index].ad))
      plan(answersTo: cue.index, request: cue.request, ad: cue.ad)
    }
    stage.delivered = cue.index
    app.receive(event, on: stage)
  }

  /// Plans what the SDK answers to a deed of the app.
  private mutating func answer(_ deed: Event) {
    switch deed.kind {
    case .adRequested:
      let known = find { $0.kind == .adRequested && Director.isSamePlace($0, deed) }
      guard let (index, isNew) = known else { return }
      plan(answersTo: index, request: deed.request, ad: .absent, renaming: isNew)
    case .adPresentRequested:
      let original = originals.last { $0.onStage == deed.ad }?.inIncident ?? deed.ad
      let known =
        find { $0.kind == .adPresentRequested && $0.ad == original }
        ?? find { $0.kind == .adPresentRequested && $0.format == deed.format }
      if let (index, _) = known { plan(answersTo: index, request: deed.request, ad: deed.ad) }
    case .adapterCompleted:
      let known = find { $0.kind == .adapterCompleted && $0.load == deed.load }
      if let (index, _) = known { plan(answersTo: index, request: deed.request, ad: deed.ad) }
    default: break
    }
  }

  /// The next deed of the incident that fits, or the first one again where none is left.
  private mutating func find(_ fits: (Event) -> Bool) -> (index: Int, isNew: Bool)? {
    let fitting = script.events.indices.filter { fits(script.events[$0]) }
    guard let next = fitting.first(where: { !used.contains($0) }) else {
      return fitting.first.map { ($0, true) }
    }
    used.append(next)
    return (next, false)
  }

  private mutating func plan(
    answersTo index: Int, request: Symbol, ad: Symbol, renaming isNew: Bool = false
  ) {
    for (answer, delay) in script.answers(to: index) {
      let original = script.events[answer]
      var name = ad.isPresent ? ad : original.ad
      if isNew && original.kind == .adLoaded {
        name = stage.symbol("\(stage.text(original.ad))-\(stage.trace.events.count)")
      }
      let answers = original.request.isPresent ? request : original.request
      cues.append(Cue(due: stage.now + delay, index: answer, request: answers, ad: name))
    }
  }

  private static func isSamePlace(_ one: Event, _ other: Event) -> Bool {
    one.unit == other.unit && one.format == other.format && one.scene == other.scene
  }
}
