internal import AdRules
internal import AdSession

/// A session with a fact that its journal does not have.
struct AssumedSession {
  /// The facts in words; empty for the session as it is.
  let facts: [String]
  let filled: FilledSession
}

/// The facts that can close an activation: of the header, of a field, of a reused name, of a record that the
/// app did not write.
struct MissingFacts {
  let trace: Trace
  let rule: Rule
  /// The index of the activation's record; nil where the whole rule is explained.
  let focus: Int?
  /// Whether the activation is undecided because a fact is missing.
  let isUnknown: Bool

  /// The session as it is, then with each fact.
  func sessions() -> [AssumedSession] {
    let filled = FilledSession(trace)
    let plain = filled.withoutReusedNames()
    if plain.lacksHeader { return [AssumedSession(facts: [], filled: plain)] + lostHeaders() }
    guard isUnknown || !trace.reusedNames.isEmpty else {
      return [AssumedSession(facts: [], filled: plain)]
    }
    return reusedNames(filled) + [withUnrecorded(plain, facts: [])] + knownClicks() + headers(plain)
      + fields(plain)
  }

  // MARK: The header

  private func lostHeaders() -> [AssumedSession] {
    headerChanges.map { change in
      AssumedSession(
        facts: ["the lost header has \(change.name)"],
        filled: FilledSession(trace, header: Header.plain.changed(change.set)).withoutReusedNames())
    }
  }

  private func headers(_ plain: FilledSession) -> [AssumedSession] {
    headerChanges.map { change in
      var draft = plain.draft
      draft.header = draft.header.changed(change.set)
      for (index, policy) in draft.policies {
        draft.policies[index] = policy.filter { $0.value >= 0 }
      }
      return AssumedSession(
        facts: ["the header has \(change.name)"],
        filled: FilledSession(draft, places: plain.places, lacksHeader: false))
    }
  }

  private var headerChanges: [(name: String, set: (Header) -> Void)] {
    var changes: [(String, (Header) -> Void)] = [
      ("multi_scene true", { $0.multiScene = true }),
      ("launch_count 1", { $0.launchCount = 1 }),
      ("launch_count 1000", { $0.launchCount = 1000 }),
      ("build debug and Google's SDK on iOS", { $0.useGoogleOnIOS(.debug) }),
      ("build release and Google's SDK on iOS", { $0.useGoogleOnIOS(.release) }),
      ("utc_offset_min 720", { $0.utcOffsetMinutes = 720 }),
      ("utc_offset_min -720", { $0.utcOffsetMinutes = -720 }),
    ]
    for key in rule.policy {
      for value in [key.defaultValue ?? 1, 0, 1_000_000] {
        changes.append(("policy \(key.name) \(Int64(value))", { $0.set(key, value) }))
      }
    }
    // A limit that the app did not state, compared with the number of launches.
    for key in rule.policy where key.defaultValue == nil {
      for launches: Int64 in [1, 1000] {
        changes.append(
          (
            "launch_count \(launches) and policy \(key.name) 3",
            { header in
              header.launchCount = launches
              header.set(key, 3)
            }
          ))
      }
    }
    return changes
  }

  /// Clicks are not captured: with them it is known whether a second show is content of a click.
  private func knownClicks() -> [AssumedSession] {
    let captured = trace.captured
    if captured.contains(ClassSet(.revenue)) { return [] }
    let header = trace.header?.changed { $0.captures = captured.union(ClassSet(.revenue)) }
    let filled = FilledSession(trace, header: header).withoutReusedNames()
    return [withUnrecorded(filled, facts: ["captures contains revenue"])]
  }

  // MARK: Records that were not written

  /// Adds places for records before the activation: after the header, after the load, right before it.
  private func withUnrecorded(_ plain: FilledSession, facts: [String]) -> AssumedSession {
    guard let focus, let index = plain.draft.index(ofOrigin: focus) else {
      return AssumedSession(facts: facts, filled: plain)
    }
    let events = plain.draft.events
    var positions = [index, min(1, index)]
    let ad = events[index].ad
    if ad.isPresent,
      let load = events[..<index].lastIndex(where: { $0.kind == .adLoaded && $0.ad == ad })
    {
      positions.insert(load + 1, at: 1)
    }
    let places = Set(positions).sorted(by: >).filter { position in
      position > 0 && !plain.places.contains { $0.position == position }
    }.map { position in
      Place(
        reason: .unrecorded, position: position, earliest: events[position - 1].t,
        latest: position < events.count ? events[position].t : nil, capacity: nil, neutral: 0)
    }
    return AssumedSession(
      facts: facts,
      filled: FilledSession(
        plain.draft, places: (plain.places + places).sorted { $0.position < $1.position },
        lacksHeader: plain.lacksHeader))
  }

  // MARK: Fields

  /// Values for fields that the activation's record, and records of the same ad, request or adapter call,
  /// do not have.
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
        var draft = plain.draft
        draft.events[index] = value.event
        return AssumedSession(
          facts: ["\(event.kind.name) in line \(event.line) has \(field.name.name) \(value.text)"],
          filled: FilledSession(draft, places: plain.places, lacksHeader: plain.lacksHeader))
      }
    }
  }

  // MARK: Reused names

  private func reusedNames(_ filled: FilledSession) -> [AssumedSession] {
    trace.reusedNames.sorted { $0.id < $1.id }.flatMap { name -> [AssumedSession] in
      let rest = filled.withoutReusedNames(except: name)
      let ways = ReusedName(name, in: rest.draft.events)?.sessions(rest, focus: focus) ?? []
      return ways.map { AssumedSession(facts: $0.facts, filled: $0.filled.withoutReusedNames()) }
    }
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

extension Header {
  fileprivate func set(_ key: PolicyKey, _ value: Double) {
    policy.removeAll { $0.key == key }
    policy.append(PolicySetting(key, value))
  }

  fileprivate func useGoogleOnIOS(_ build: Word) {
    (self.build, sdk, os) = (build, "google-mobile-ads", "iOS")
  }
}
