public import AdSession

/// The formula of a rule: which events it visits, and what it makes of them.
///
/// Rules are written with the named patterns (`at`, `atMostOnce`, `preceded`, `response`, …); they
/// make values of this type.
public final class Pattern: Sendable {
  /// What a pattern visits.
  public enum Trigger: Hashable, Sendable {
    /// Every event of a kind.
    case kind(EventKind)
    /// Every attempt to show an ad.
    case attempt
    /// Every `ad.will_present` that is no overlay.
    case show
  }

  /// What it visits; it sees each event once for each of these that fits.
  public let triggers: [Trigger]
  /// Whether the format of the event decides if the rule concerns it; patterns that judge by
  /// events of other ads (or of none) look at formats themselves.
  public let filtersFormat: Bool
  /// Whether it sees attempts that are known by their failure only; else they are undecided.
  public let judgesFailureOnly: Bool
  /// Visits one event, before the state takes it in.
  public let visit: @Sendable (Moment, inout Monitor) -> Void
  /// Looks at what is still open when the session is over.
  public let finish: (@Sendable (Run, inout Monitor) -> Void)?
  /// Whether the rule applies to the session at all; a session without it is not captured.
  public let applies: (@Sendable (Run) -> Bool)?

  /// Makes a pattern of its parts.
  public init(
    _ triggers: [Trigger], filtersFormat: Bool = true, judgesFailureOnly: Bool = true,
    visit: @escaping @Sendable (Moment, inout Monitor) -> Void,
    finish: (@Sendable (Run, inout Monitor) -> Void)? = nil,
    applies: (@Sendable (Run) -> Bool)? = nil
  ) {
    self.triggers = triggers
    self.filtersFormat = filtersFormat
    self.judgesFailureOnly = judgesFailureOnly
    self.visit = visit
    self.finish = finish
    self.applies = applies
  }
}

/// One rule running over one session: its open obligations, what it remembers and its findings.
public struct Monitor {
  /// The formats that the rule judges.
  public let formats: Formats
  /// Triggers that wait for an answer, by what ties the answer to them.
  public var open = Obligations()
  /// What a pattern remembers beyond the state of the session, by keys of its own.
  public var memory: [UInt64: Int] {
    _read { yield rare.memory }
    _modify {
      isRareUsed = true
      yield &rare.memory
    }
  }
  /// What a pattern lists, by keys of its own.
  public var lists: [UInt64: [Int]] {
    _read { yield rare.lists }
    _modify {
      isRareUsed = true
      yield &rare.lists
    }
  }
  var storms: [SlotAndCode: [Int]] {
    _read { yield rare.storms }
    _modify {
      isRareUsed = true
      yield &rare.storms
    }
  }
  var watch: SlotWatch {
    _read { yield rare.watch }
    _modify {
      isRareUsed = true
      yield &rare.watch
    }
  }
  var waiting: WaitingClock {
    _read { yield rare.waiting }
    _modify {
      isRareUsed = true
      yield &rare.waiting
    }
  }
  /// Activations that wait for several answers, by the index of their trigger.
  var bundles: [Int: Bundle] {
    _read { yield rare.bundles }
    _modify {
      isRareUsed = true
      yield &rare.bundles
    }
  }
  /// Why everything that is said of the visited event is undecided; nil: it is not.
  var doubt: Doubt?
  /// What few patterns need; it is looked at only where one did.
  private var rare = Rare()
  private var isRareUsed = false
  /// Whether anything was seen since it was cleared.
  var isTouched = false
  /// The `seq`s of the kept activations, where a test asks for them.
  var kept: [Int64] = []
  var activations = 0
  var violations: [Violation] = []
  var undecided: [Undecided] = []

  init(formats: Formats) { self.formats = formats }

  /// Whether the event is of the rule's formats; an event without any ad is of every format.
  public func concerns(_ moment: Moment) -> Bool { formats.concern(moment) }

  /// The event that an event's format comes from, where that decides if the rule judges it.
  public func formatWitness(_ moment: Moment) -> [Int] {
    formats == .all || moment.facts.formatIndex < 0 ? [] : [moment.facts.formatIndex]
  }

  /// Takes down what became of the activation by this event.
  @inline(__always)
  public mutating func report(_ judgement: Judgement, of moment: Moment) {
    if case .kept = judgement, doubt == nil, moment.run.state.pointee.isPlain {
      activations &+= 1
      return
    }
    reportInFull(judgement, of: moment)
  }

  @inline(never)
  private mutating func reportInFull(_ judgement: Judgement, of moment: Moment) {
    guard case .violated(var violation) = judgement else {
      return report(judgement, of: moment.index, in: moment.run)
    }
    if moment.facts.isShowUncertain { return report(.undecided(.gap), of: moment) }
    if !violation.witness.contains(where: { moment.saysFormat($0) }) {
      violation.witness = Run.sorted(violation.witness + formatWitness(moment))
    }
    report(.violated(violation), of: moment.index, in: moment.run)
  }

  mutating func clear() {
    guard isTouched else { return }
    isTouched = false
    if activations > 0 {
      if !violations.isEmpty { violations.removeAll(keepingCapacity: true) }
      if !undecided.isEmpty { undecided.removeAll(keepingCapacity: true) }
      if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
      activations = 0
    }
    open.removeAll()
    if isRareUsed {
      rare.clear()
      isRareUsed = false
    }
  }

  private struct Rare {
    var memory: [UInt64: Int] = [:]
    var lists: [UInt64: [Int]] = [:]
    var storms: [SlotAndCode: [Int]] = [:]
    var watch = SlotWatch()
    var waiting = WaitingClock()
    var bundles: [Int: Bundle] = [:]

    mutating func clear() {
      if !memory.isEmpty { memory.removeAll(keepingCapacity: true) }
      if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
      if !storms.isEmpty { storms.removeAll(keepingCapacity: true) }
      if watch.isUsed { watch.clear() }
      if waiting.isUsed { waiting.clear() }
      if !bundles.isEmpty { bundles.removeAll(keepingCapacity: true) }
    }
  }

  /// Takes down what became of one activation, whose event has this index.
  public mutating func report(
    _ judgement: Judgement, of index: Int, in run: Run, remainingMs: Int64? = nil
  ) {
    activations &+= 1
    if case .kept = judgement, doubt == nil, run.state.pointee.isPlain { return }
    switch settled(doubt.map(Judgement.undecided) ?? judgement, of: index, in: run) {
    case .kept: if run.state.pointee.logsKept { kept.append(run.event(index).seq) }
    case .violated(let violation): violations.append(violation)
    case .undecided(let why):
      let seq = run.trace.events[index].seq
      undecided.append(
        Undecided(seq: seq, why: why, remainingMs: why == .pending ? remainingMs : nil))
    }
  }

  /// What concerns a name that was born twice is undecided, whatever it looks like.
  private func settled(_ judgement: Judgement, of index: Int, in run: Run) -> Judgement {
    if run.notes.reusedNames.isEmpty { return judgement }
    if run.concernsReusedName(index) { return .undecided(.unknown) }
    if case .violated(let violation) = judgement,
      violation.witness.contains(where: run.concernsReusedName)
        || run.concernsReusedName(violation.certainAt)
    {
      return .undecided(.unknown)
    }
    return judgement
  }
}

extension Moment {
  /// Whether an earlier event says the format of the event's ad or load.
  fileprivate func saysFormat(_ earlier: Int) -> Bool {
    let other = event(at: earlier)
    guard earlier < index, other.format != .absent else { return false }
    return other.ad.isPresent && other.ad == event.ad
      || other.load.isPresent && other.load == event.load
  }
}

extension Formats {
  /// Whether a rule of these formats judges the event; one without any ad is of every format.
  func concern(_ moment: Moment) -> Bool {
    if self == .all { return true }
    let format = moment.facts.format
    if format == .absent && !moment.event.ad.isPresent && !moment.event.load.isPresent {
      return true
    }
    return includes(format)
  }
}
