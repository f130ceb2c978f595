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
  /// Whether the life cycle has ended.
  private(set) var isOver = false
  /// The error code of a failed load.
  private(set) var failure: Int64?

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

  /// The index of the last event that certainly belongs to it.
  var end: Int { phases.last?.end ?? 0 }

  /// The current stage; nil after the end and after a gap.
  var stage: Stage? { phases.last.flatMap { $0.ending == .open ? $0.stage : nil } }

  /// Adds the name of the ad that a request returned.
  mutating func name(_ event: Event) {
    ad = event.ad
    if !scene.isPresent { scene = event.scene }
  }

  /// Ends the current stage and begins another one.
  mutating func enter(_ stage: Stage, at index: Int) {
    close(at: index, .event)
    phases.append(Phase(stage: stage, begin: index, end: index))
  }

  /// Ends the life cycle.
  mutating func finish(at index: Int, failure code: Int64? = nil) {
    close(at: index, .event)
    isOver = true
    failure = code
  }

  /// Ends the current stage, if there is one.
  mutating func close(at index: Int, _ ending: Ending) {
    guard stage != nil else { return }
    phases[phases.count - 1].end = index
    phases[phases.count - 1].ending = ending
  }
}
