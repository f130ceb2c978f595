internal import AdRules
internal import AdSession

/// The changes to the records of the app that can undo a violation, those that change the least
/// first.
struct HistoryCandidates {
  private let draft: SessionDraft
  private let editor: HistoryEditor
  private let violation: Violation
  private let rule: Rule
  private let material: RecordMaterial
  /// The records of the violation.
  private let anchors: [Int]
  private let overrides: [PolicySetting]

  /// The maximum number of records that are removed or moved.
  private static let mostHeads = 16
  /// The maximum number of records before the violation that are searched for them.
  private static let mostSearched = 64
  /// The delay after which the SDK answers an added request, where no request of the session was
  /// answered.
  private static let usualDelay: Int64 = 1000

  init(_ draft: SessionDraft, _ violation: Violation, of rule: Rule, overrides: [PolicySetting]) {
    var draft = draft
    let anchors = violation.records
    let focus = Self.focus(violation, anchors, draft.events)
    material = RecordMaterial(
      rule, focus: draft.events[focus], events: draft.events, symbols: &draft.symbols)
    self.anchors = anchors
    self.draft = draft
    self.violation = violation
    self.rule = rule
    self.overrides = overrides
    let editor = HistoryEditor(draft)
    self.editor = editor
    causes = anchors.reversed().compactMap { editor.records.cause(of: $0) }
  }

  /// The record that the violation is about: of a missed deadline the one that needs an answer,
  /// else the last one.
  private static func focus(_ violation: Violation, _ anchors: [Int], _ events: [Event]) -> Int {
    let named = anchors.filter {
      events[$0].ad.isPresent || events[$0].unit.isPresent || events[$0].kind == .windowShown
    }
    guard let missing = violation.missing else { return named.last ?? violation.certainAt }
    return named.first { events[$0].t == missing.fromT } ?? named.first ?? anchors.first
      ?? violation.certainAt
  }

  /// The changes, those that change the least first.
  func all() -> [HistoryEdit] {
    let heads = heads
    let edits =
      additions() + heads.flatMap { replacements($0) } + heads.flatMap { moves($0) }
      + heads.compactMap { editor.skipping($0) } + heads.map { editor.removing($0) }
    return edits.enumerated().sorted {
      (weight($0.element.change), $0.offset) < (weight($1.element.change), $1.offset)
    }.map { $0.element }
  }

  /// The order of a change: first what is missing, then what the app did not do or did too late,
  /// then changes to what led to the violation, then others; among them, those with the fewest
  /// other records.
  private func weight(_ change: HistoryChange) -> Int {
    let kind = change.event.kind
    if kind == violation.missing?.kind && change.action != .remove { return change.consequences }
    // A call and the decision behind it are one.
    if change.event.outcome == .skip { return 1000 + change.consequences - 1 }
    if kind == .sdkStarted && change.action == .move { return 500 }
    if change.action == .add {
      switch kind {
      case .adDiscarded: return 3000
      case .adRequested: return 1001 + change.consequences
      default: return 500
      }
    }
    let isCause = causes.contains { draft.events[$0].seq == change.seq }
    return (isCause ? 1000 : 2000) + change.consequences
  }

  /// The records of the app that led to the violation directly.
  private let causes: [Int]

  /// The records of the app that led to the violation, then others of the same ad or slot that did
  /// not lead to a record of it.
  private var heads: [Int] {
    var heads: [Int] = []
    for index in causes + related
    where isChangeable(draft.events[index].kind) && !heads.contains(index)
      && heads.count < Self.mostHeads
    {
      heads.append(index)
    }
    return heads
  }

  /// Whether a history may have other records of a kind of the app.
  ///
  /// When the app's own screens appear is no matter of its ads, unless the violation is about that.
  private func isChangeable(_ kind: EventKind) -> Bool {
    if kind != .splashBegan && kind != .contentShown { return true }
    return kind == violation.missing?.kind || kind == draft.events[violation.certainAt].kind
  }

  private var related: [Int] {
    let first = anchors.first ?? 0
    let between = (first...violation.certainAt).reversed()
    let before = (0..<first).suffix(Self.mostSearched).reversed()
    return (Array(between) + tooLate + before).filter { index in
      draft.events[index].kind.isDecisionOfApp && isRelated(draft.events[index])
        && Set(editor.records.consequences(of: index)).isDisjoint(with: anchors)
    }
  }

  /// The first record after the violation of each kind that the rule observes: it may have come too
  /// late.
  private var tooLate: [Int] {
    var met = Set<EventKind>()
    return draft.events.indices.dropFirst(violation.certainAt + 1).prefix(Self.mostSearched).filter
    {
      let event = draft.events[$0]
      guard event.kind.isDecisionOfApp, isRelated(event), let eventClass = event.kind.eventClass
      else {
        return false
      }
      return rule.observes.contains(eventClass) && met.insert(event.kind).inserted
    }
  }

  private func isRelated(_ event: Event) -> Bool {
    let subject = material.subject
    if event.ad.isPresent && event.ad == subject.ad { return true }
    if event.unit.isPresent && event.unit == subject.unit { return true }
    return !event.ad.isPresent && !event.unit.isPresent
  }

  /// The record with another field.
  private func replacements(_ index: Int) -> [HistoryEdit] {
    draft.events[index].replacements(from: anchors.map { draft.events[$0] }, material.names)
      .map { editor.replacing(index, by: $0) }
  }

  // MARK: Moves

  private func moves(_ index: Int) -> [HistoryEdit] {
    let movable = editor.movable(index)
    var targets: [(t: Int64, before: Int)] = []
    for anchor in anchors where anchor != index {
      let t = draft.events[anchor].t
      targets += [(t, anchor), (t, anchor + 1)]
      for limit in limits {
        for t in [t + limit, t + limit + 1, t - limit, t - limit - 1] where t >= 0 {
          targets.append((t, place(at: t)))
        }
      }
    }
    if let missing = violation.missing { targets.append((missing.toT, place(at: missing.toT))) }
    return targets.compactMap { editor.moving(movable, to: $0.t, before: $0.before) }
  }

  /// The index of the first record after an instant; before the end of the session.
  private func place(at t: Int64) -> Int {
    let index = draft.events.firstIndex { $0.t > t } ?? draft.events.count
    let isBehindEnd = index == draft.events.count && draft.events.last?.kind == .sessionEnded
    return isBehindEnd ? index - 1 : index
  }

  /// The thresholds of the violation and of the rule, in milliseconds.
  private var limits: [Int64] {
    var limits: [Int64] = []
    for setting in violation.policy where setting.key.unit == .seconds {
      limits.append(Int64((setting.value * 1000).rounded(.up)))
    }
    let times = CandidateTimes(
      rule, focus: 0, remaining: nil, header: draft.header, overrides: overrides)
    for limit in times.thresholds.prefix(rule.policy.count) where !limits.contains(limit) {
      limits.append(limit)
    }
    return limits
  }

  // MARK: Additions

  private func additions() -> [HistoryEdit] {
    var kinds: [EventKind] = []
    if let missing = violation.missing?.kind, missing.isDecisionOfApp { kinds.append(missing) }
    let captured = draft.header.captures ?? .always
    for kind in rule.decisiveKinds(captured: captured) + [.sdkStarted]
    where isAddable(kind) && !kinds.contains(kind) {
      if let eventClass = kind.eventClass, rule.observes.contains(eventClass) { kinds.append(kind) }
    }
    return kinds.flatMap { kind in
      records(of: kind).flatMap { record in
        targets.flatMap { target in addition(record, target) }
      }
    }
  }

  /// Whether the app can do more of a kind; no app gives up a request, or shows nothing, to keep a
  /// rule.
  private func isAddable(_ kind: EventKind) -> Bool {
    kind.isDecisionOfApp && isChangeable(kind) && kind != .adRequestAbandoned
      && kind != .adShowWithoutAd
  }

  private func records(of kind: EventKind) -> [Event] {
    if kind == .adRequested { return [request] }
    if kind == .adPresentRequested || kind == .nativeRendered { return [] }
    let subjects = [material.subject] + material.others.prefix(1)
    return subjects.flatMap { material.records(kind, about: $0).prefix(4) }
  }

  /// A request as the last one of the unit.
  private var request: Event {
    let last = draft.events.last {
      $0.kind == .adRequested && $0.unit == material.subject.unit
    }
    guard var request = last else {
      return material.records(.adRequested, about: material.fresh).first ?? Event(.adRequested)
    }
    request.request = material.fresh.request
    request.reason = .absent
    if material.focus.scene.isPresent { request.scene = material.subject.scene }
    return request
  }

  /// The places for an added record: around each record of the violation, and the end of the
  /// window.
  private var targets: [(t: Int64, before: Int)] {
    var targets: [(t: Int64, before: Int)] = []
    if let missing = violation.missing {
      targets.append((missing.fromT, place(at: missing.fromT)))
      let late = place(at: missing.toT)
      targets.append((missing.toT, min(late, violation.certainAt)))
    }
    for anchor in anchors {
      let t = draft.events[anchor].t
      targets += [(t, anchor), (t, anchor + 1)]
    }
    targets.append((draft.events.first?.t ?? 0, 1))
    var seen = Set<[Int64]>()
    return targets.filter { target in
      guard target.before > 0, target.before <= draft.events.count else { return false }
      let isLate = target.before < draft.events.count && draft.events[target.before].t < target.t
      if isLate || draft.events[target.before - 1].t > target.t { return false }
      return seen.insert([target.t, Int64(target.before)]).inserted
    }
  }

  private func addition(_ record: Event, _ target: (t: Int64, before: Int)) -> [HistoryEdit] {
    guard record.kind == .adRequested else {
      return [editor.adding(record, at: target.t, before: target.before, answer: nil)]
    }
    return answers(to: record).map {
      editor.adding(record, at: target.t, before: target.before, answer: $0)
    }
  }

  /// The SDK delivers an ad, or has none.
  private func answers(to request: Event) -> [HistoryEditor.Answer] {
    var subject = material.fresh
    (subject.unit, subject.format) = (request.unit, request.format)
    subject.scene = .absent
    let records = [EventKind.adLoaded, .adFailedToLoad].compactMap {
      material.records($0, about: subject).first
    }
    return records.map { record in
      var record = record
      record.scene = .absent
      if record.kind == .adFailedToLoad { (record.errorCode, record.cause) = (1, .noFill) }
      return HistoryEditor.Answer(record: record, delay: delay(of: request.unit))
    }
  }

  /// The delay of the last answer in the unit.
  private func delay(of unit: Symbol) -> Int64 {
    guard let answer = draft.events.last(where: { $0.kind == .adLoaded && $0.unit == unit }),
      let asked = draft.events.last(where: {
        $0.kind == .adRequested && $0.request == answer.request
      })
    else { return Self.usualDelay }
    return max(0, answer.t - asked.t)
  }
}

extension Event {
  /// Whether the app chooses the value of a field.
  ///
  /// Another value of other fields, such as `reason`, would only be another name for the same.
  private func isChoice(_ field: FieldEntry) -> Bool {
    switch (kind, field.name) {
    case (.adRequested, .orientation), (.adRequested, .test), (.adRequested, .count),
      (.adPresentRequested, .orientation), (.adShowDecided, .remaining),
      (.adRewardGranted, .type), (.adRewardGranted, .amount), (.nativeRendered, .viewPassed):
      true
    case (.adRequested, .scene), (.windowShown, .scene): !scene.isPresent
    default: false
    }
  }

  /// The record without an optional field, or with the value that another record or the session
  /// has.
  func replacements(from others: [Event], _ names: SessionNames) -> [Event] {
    var found: [Event] = []
    func add(_ change: (inout Event) -> Void) {
      var event = self
      change(&event)
      found.append(event)
    }
    for field in Vocabulary.entry(of: kind)?.fields ?? [] where isChoice(field) {
      switch field.name.storage {
      case .flag(let bit):
        add { $0.setFlag(bit, !(self.flag(bit) ?? false)) }
        if !field.isRequired { add { $0.setFlag(bit, nil) } }
      case .word(let slot):
        if !field.isRequired { add { $0[slot] = .absent } }
        for value in field.values.prefix(8) where value != self[slot] { add { $0[slot] = value } }
      case .symbol(let slot):
        if !field.isRequired { add { $0[slot] = .absent } }
        if field.name == .scene { for scene in names.scenes { add { $0.scene = scene } } }
        for other in others where other[slot].isPresent && other[slot] != self[slot] {
          add { $0[slot] = other[slot] }
        }
      case .number(let slot):
        if !field.isRequired { add { $0[slot] = nil } }
        if let value = self[slot] {
          for near in [value - 1, value + 1, value - 2, 0] where near >= 0 {
            add { $0[slot] = near }
          }
        }
      case .amount:
        for other in others where other.kind == .adRewardEarned {
          add { ($0.amount, $0.type) = (other.amount, other.type) }
        }
      case .header, .line: break
      }
    }
    return found
  }
}

extension Violation {
  /// The indexes of the witness and of the record at which the violation became certain, rising.
  fileprivate var records: [Int] {
    var records: [Int] = []
    for index in (witness + [certainAt]).sorted() where records.last != index {
      records.append(index)
    }
    return records
  }
}
