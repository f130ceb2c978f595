internal import AdSession

/// The life cycle of one ad, or of a request without an ad, as a sequence of stages.
struct AdLife {
  /// A stage of the life cycle.
  enum Stage: String {
    case loading, ready, showing, expired
  }

  /// The range of records in which a stage lasts.
  struct Phase {
    let stage: Stage
    /// The index of the event that begins it.
    let begin: Int
    /// The index of the event that ends it, or of the last event known to be in it.
    var end: Int
    /// The reason of the end.
    var ending = Ending.open
  }

  /// The reason why a stage, or any other range of a session, ends.
  enum Ending {
    /// An event ends it.
    case event
    /// A gap in which it may have ended.
    case gap
    /// The end of the session.
    case open
  }

  private(set) var unit: Symbol
  private(set) var scene: Symbol
  private(set) var format: Word
  private(set) var request: Symbol
  private(set) var ad: Symbol
  private(set) var phases: [Phase] = []
  /// Whether the ad can no longer come up.
  private(set) var isOver = false
  /// The code of the failure to load, where it failed.
  private(set) var failure: Int64?

  /// A life that begins with an event.
  init(_ event: Event, _ stage: Stage, at index: Int) {
    unit = event.unit
    scene = event.scene
    format = event.format
    request = event.request
    ad = event.ad
    phases.append(Phase(stage: stage, begin: index, end: index))
  }

  /// The index of the first event.
  var begin: Int { phases.first?.begin ?? 0 }

  /// The index of the last event that is known to lie in it.
  var end: Int { phases.last?.end ?? 0 }

  /// The stage it is in; nil where it is over, and behind a gap.
  var stage: Stage? { phases.last.flatMap { $0.ending == .open ? $0.stage : nil } }

  /// Takes what an event says of an ad that was only asked for.
  mutating func name(_ event: Event) {
    ad = event.ad
    if !scene.isPresent { scene = event.scene }
  }

  /// Goes over to a stage.
  mutating func go(to stage: Stage, at index: Int) {
    close(at: index, .event)
    phases.append(Phase(stage: stage, begin: index, end: index))
  }

  /// Ends it for good.
  mutating func finish(at index: Int, failure code: Int64? = nil) {
    close(at: index, .event)
    isOver = true
    failure = code
  }

  /// Ends the stage that it is in.
  mutating func close(at index: Int, _ ending: Ending) {
    guard stage != nil else { return }
    phases[phases.count - 1].end = index
    phases[phases.count - 1].ending = ending
  }
}
