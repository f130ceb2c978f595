internal import AdRules
internal import AdSession

/// A session with a fact that its journal does not have.
struct AssumedSession {
  /// The facts in words; empty for the session as it is.
  let facts: [String]
  /// The session, which is made when it is searched.
  let filled: () -> FilledSession
}

/// The facts that can close an activation: of the header, of a field, of a reused name, of a record
/// that the app did not write.
struct MissingFacts {
  let trace: Trace
  let rule: Rule
  /// The index of the activation's record; nil where the whole rule is explained.
  let focus: Int?
  let lack: Lack

  /// What the activation lacks that can be a fact.
  enum Lack {
    /// Nothing: records decide.
    case nothing
    /// The shows of earlier sessions, of which a launch count can say that there are none.
    case earlierShows
    /// Any fact.
    case anything

    /// The lack of an undecided activation; of a whole rule if it is nil.
    init(_ undecided: Undecided?) {
      switch undecided?.why {
      case .unknown, .earlierShows:
        self = undecided?.needsEarlierShows == true ? .earlierShows : .anything
      case .pending, .gap, .cut: self = .nothing
      case nil: self = .anything
      }
    }
  }

  /// The session as it is, then with each fact.
  func sessions() -> [AssumedSession] {
    let filled = FilledSession(trace)
    let plain = filled.withoutReusedNames()
    let asItIs = AssumedSession(facts: []) { plain }
    if plain.lacksHeader { return [asItIs] + lostHeaders() }
    if trace.reusedNames.isEmpty {
      if lack == .nothing { return [asItIs] }
      if lack == .earlierShows { return earlierShows(plain.onlyLost) }
    }
    return reusedNames(filled) + [AssumedSession(facts: []) { withUnrecorded(plain) }]
      + knownClicks() + headers(plain)
      + thresholds(plain) + fields(plain)
  }

  private func earlierShows(_ plain: FilledSession) -> [AssumedSession] {
    [AssumedSession(facts: []) { plain }] + headers(plain)
  }

  // MARK: The header

  private func lostHeaders() -> [AssumedSession] {
    HeaderFact.ofLostHeader(for: rule).map { fact in
      AssumedSession(facts: ["the lost header has \(fact.name)"]) { [trace] in
        FilledSession(trace, header: Header.plain.changed(fact.add)).withoutReusedNames()
      }
    }
  }

  private func headers(_ plain: FilledSession) -> [AssumedSession] {
    HeaderFact.missing(in: plain.draft.header).map { fact in
      assumed(plain, "the header has \(fact.name)") { $0.header = $0.header.changed(fact.add) }
    }
  }

  private func assumed(
    _ plain: FilledSession, _ fact: String, _ change: @escaping (inout SessionDraft) -> Void
  ) -> AssumedSession {
    AssumedSession(facts: [fact]) {
      var draft = plain.draft
      change(&draft)
      return FilledSession(draft, places: plain.places, lacksHeader: plain.lacksHeader)
    }
  }

  /// Values for thresholds of the rule that the header or a `config.changed` sets to what can be
  /// none.
  private func thresholds(_ plain: FilledSession) -> [AssumedSession] {
    let inHeader = values(for: plain.draft.header.policy).map { setting in
      assumed(plain, "the header has \(setting.words)") { draft in
        draft.header = draft.header.changed { $0.policy.set(setting) }
      }
    }
    let changed = plain.draft.policies.sorted { $0.key < $1.key }.flatMap { index, policy in
      values(for: policy).map { setting in
        assumed(
          plain, "config.changed in line \(trace.events[index].line) has \(setting.words)"
        ) { $0.policies[index]?.set(setting) }
      }
    }
    return inHeader + changed
  }

  /// The values to try for the settings that are no thresholds.
  private func values(for policy: [PolicySetting]) -> [PolicySetting] {
    policy.filter { rule.policy.contains($0.key) && !$0.key.canBe($0.value) }.flatMap { setting in
      HeaderFact.values(of: setting.key).map { PolicySetting(setting.key, $0) }
    }
  }

  /// Clicks are not captured: with them it is known whether a second show is content of a click.
  private func knownClicks() -> [AssumedSession] {
    let captured = trace.captured
    if captured.contains(ClassSet(.revenue)) { return [] }
    let header = trace.header?.changed { $0.captures = captured.union(ClassSet(.revenue)) }
    return [
      AssumedSession(facts: ["captures contains revenue"]) {
        withUnrecorded(FilledSession(trace, header: header).withoutReusedNames())
      }
    ]
  }

  // MARK: Records that were not written

  /// Adds places for records before the activation: after the header, after the load, right before
  /// it.
  private func withUnrecorded(_ plain: FilledSession) -> FilledSession {
    guard let focus, let index = plain.draft.index(ofOrigin: focus) else { return plain }
    let events = plain.draft.events
    var positions = [index, min(1, index)]
    let ad = events[index].ad
    if ad.isPresent,
      let load = events[..<index].lastIndex(where: { $0.kind == .adLoaded && $0.ad == ad })
    {
      positions.insert(load + 1, at: 1)
    }
    let added = Set(positions).sorted(by: >).filter { position in
      position > 0 && !plain.places.contains { $0.position == position }
    }.map { position in
      Place(
        reason: .unrecorded, position: position, earliest: events[position - 1].t,
        latest: position < events.count ? events[position].t : nil, capacity: nil, neutral: 0)
    }
    return FilledSession(
      plain.draft, places: (plain.places + added).sorted { $0.position < $1.position },
      lacksHeader: plain.lacksHeader)
  }

  // MARK: Fields

  /// Values for fields that the activation's record, and records of the same ad, request or adapter
  /// call, do not have.
  private func fields(_ plain: FilledSession) -> [AssumedSession] {
    guard let focus, let index = plain.draft.index(ofOrigin: focus) else { return [] }
    let event = plain.draft.events[index]
    let related = plain.draft.events.indices.filter {
      $0 != index && plain.draft.events[$0].sharesName(with: event)
    }
    return ([index] + related.prefix(Self.mostRelated)).flatMap { fields(plain, of: $0) }
  }

  private static let mostRelated = 6

  private func fields(_ plain: FilledSession, of index: Int) -> [AssumedSession] {
    let event = plain.draft.events[index]
    return (Vocabulary.entry(of: event.kind)?.fields ?? []).flatMap { field in
      event.values(of: field).map { value in
        let fact = "\(event.kind.name) in line \(event.line) has \(field.name.name) \(value.text)"
        return assumed(plain, fact) { $0.events[index] = value.event }
      }
    }
  }

  // MARK: Reused names

  private func reusedNames(_ filled: FilledSession) -> [AssumedSession] {
    trace.reusedNames.sorted { $0.id < $1.id }.flatMap { name -> [AssumedSession] in
      let rest = filled.withoutReusedNames(except: name)
      let ways = ReusedName(name, in: rest.draft.events)?.sessions(rest, focus: focus) ?? []
      return ways.map { way in
        AssumedSession(facts: way.facts) { way.filled().withoutReusedNames() }
      }
    }
  }
}

extension FilledSession {
  /// The session with the places of lost records only.
  ///
  /// Records after an activation do not say what was before the session.
  fileprivate var onlyLost: FilledSession {
    FilledSession(
      draft, places: places.filter { $0.reason == .lost }, lacksHeader: lacksHeader)
  }
}

extension Event {
  /// Whether two records name the same ad, request or adapter call.
  fileprivate func sharesName(with other: Event) -> Bool {
    ad.isPresent && ad == other.ad || request.isPresent && request == other.request
      || load.isPresent && load == other.load
  }

  /// The record with each value of a field that it does not have, or whose value is not listed.
  fileprivate func values(of field: FieldEntry) -> [(event: Event, text: String)] {
    switch field.name.storage {
    case .flag(let bit):
      if flag(bit) != nil { return [] }
      return [true, false].map { value in
        var event = self
        event.setFlag(bit, value)
        return (event, "\(value)")
      }
    case .word(let slot):
      if self[slot] != .absent && self[slot] != .unrecognised { return [] }
      return field.values.map { value in
        var event = self
        event[slot] = value
        return (event, value.text ?? "")
      }
    default: return []
    }
  }
}

extension PolicySetting {
  fileprivate var words: String { "policy \(key.name) \(Int64(value))" }
}

extension [PolicySetting] {
  fileprivate mutating func set(_ setting: PolicySetting) {
    removeAll { $0.key == setting.key }
    append(setting)
  }
}
