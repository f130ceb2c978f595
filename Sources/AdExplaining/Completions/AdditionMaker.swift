internal import AdRules
internal import AdSession

/// Makes the records that can be added to a filled session.
struct AdditionMaker {
  let rule: Rule
  let material: RecordMaterial
  let times: CandidateTimes
  let filled: FilledSession
  /// The index of the explained record.
  let focus: Int?

  /// The maximum number of places.
  private static let mostPlaces = 6

  /// The numbers of the places, those near the explained record first.
  private var places: [Int] {
    let near = focus ?? filled.draft.events.count
    let numbers = filled.places.indices.filter { filled.places[$0].capacity != 0 }
    return Array(
      numbers.sorted {
        abs(filled.places[$0].position - near) < abs(filled.places[$1].position - near)
      }.prefix(Self.mostPlaces))
  }

  private var kinds: [EventKind] {
    rule.decisiveKinds(captured: filled.draft.header.captures ?? filled.draft.trace.captured)
  }

  var singles: [FilledSession.Addition] {
    let places = places.map { ($0, times.all(filled.places[$0])) }
    var singles: [FilledSession.Addition] = []
    let isEnding = filled.places.last?.latest == nil
    // That time passes is the simplest continuation.
    if isEnding, let (number, instants) = places.first(where: { filled.places[$0.0].latest == nil })
    {
      let all = instants + [times.last(filled.places[number])]
      for t in all { singles.append(addition(Event(.note), number, t)) }
      singles.append(addition(Event(.sessionEnded), number, filled.places[number].earliest))
      singles.append(addition(Event(.sessionEnded), number, times.last(filled.places[number])))
    }
    for kind in kinds {
      for subject in material.subjects(of: kind) {
        for record in material.records(kind, about: subject) where isAllowed(record) {
          for (number, instants) in places {
            for t in instants { singles.append(addition(record, number, t)) }
          }
        }
      }
    }
    return singles
  }

  /// A configuration failure is assumed not to be lost, except for the rule about it.
  private func isAllowed(_ record: Event) -> Bool {
    if record.kind == .sessionEnded { return false }
    guard record.kind == .adFailedToLoad else { return true }
    let isConfiguration = record.failureCause(under: filled.draft.header) == .configuration
    return !isConfiguration || rule.seesLostConfigurationFailures
  }

  private func addition(_ record: Event, _ place: Int, _ t: Int64) -> FilledSession.Addition {
    var record = record
    record.t = t
    return FilledSession.Addition(place: place, record: record)
  }

  /// Each sequence at each place: all of it at one end, or the rest at the other end.
  var sequences: [[FilledSession.Addition]] {
    let places = places
    let kinds = kinds + [.note, .sessionEnded]
    var result: [[FilledSession.Addition]] = []
    for sequence in RecordSequences.all(material, kinds: kinds) {
      for number in places {
        let place = filled.places[number]
        if let capacity = place.capacity, capacity < sequence.count { continue }
        for split in 0...sequence.count {
          result.append(
            sequence.enumerated().map { index, record in
              addition(record, number, index < split ? place.earliest : times.last(place))
            })
        }
      }
    }
    // A record now, and then the end or the passing of time.
    guard let last = filled.places.indices.last, filled.places[last].latest == nil else {
      return result
    }
    var seen = Set<EventKind>()
    for single in singles where single.place == last && seen.insert(single.record.kind).inserted {
      for kind in [EventKind.note, .sessionEnded] {
        result.append([single, addition(Event(kind), last, times.last(filled.places[last]))])
      }
    }
    return result.sorted { $0.count < $1.count }
  }
}
