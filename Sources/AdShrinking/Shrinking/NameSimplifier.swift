internal import AdSession

/// Replaces the names of units, ads, requests, loads, scenes, windows and adapters with short ones.
struct NameSimplifier {
  let check: ReproductionCheck

  /// Returns the draft with short names; kinds of names that the violation needs (test units) stay.
  func simplify(_ draft: JournalDraft) -> JournalDraft {
    var best = draft
    for kind in NameKind.all {
      let candidate = renamed(best, kind)
      if check.reproduces(candidate) { best = candidate }
    }
    return best
  }

  /// A kind of names, with the field that contains them.
  private struct NameKind {
    let letter: String
    let name: WritableKeyPath<Event, Symbol>
    /// The event kinds in which the field is such a name; nil for all.
    let eventKinds: [EventKind]?

    static var all: [NameKind] {
      [
        NameKind(letter: "U", name: \.unit, eventKinds: nil),
        NameKind(letter: "R", name: \.request, eventKinds: nil),
        NameKind(letter: "A", name: \.ad, eventKinds: nil),
        NameKind(letter: "L", name: \.load, eventKinds: nil),
        NameKind(letter: "S", name: \.scene, eventKinds: nil),
        NameKind(letter: "W", name: \.text, eventKinds: [.windowShown, .windowClosed]),
        NameKind(
          letter: "N", name: \.text,
          eventKinds: [.adapterLoadCalled, .adapterCompleted, .adapterReported, .adapterTold]),
      ]
    }
  }

  /// Renames the names of a kind in order of appearance: `A1`, `A2`; a single unit is `U`.
  private func renamed(_ draft: JournalDraft, _ kind: NameKind) -> JournalDraft {
    var candidate = draft
    var names: [Symbol] = []
    for record in draft.records where kind.eventKinds?.contains(record.event.kind) ?? true {
      let name = record.event[keyPath: kind.name]
      if name.isPresent && !names.contains(name) { names.append(name) }
    }
    let isAlone = names.count == 1 && kind.letter == "U"
    let symbols = names.indices.map {
      candidate.symbols.intern(isAlone ? kind.letter : "\(kind.letter)\($0 + 1)")
    }
    for position in draft.records.indices
    where kind.eventKinds?.contains(draft.records[position].event.kind) ?? true {
      let name = draft.records[position].event[keyPath: kind.name]
      guard let number = names.firstIndex(of: name) else { continue }
      candidate.records[position].event[keyPath: kind.name] = symbols[number]
    }
    return candidate
  }
}
