internal import AdSession

/// Gives units, ads, requests, loads, scenes and windows short names in the order of appearance.
struct NameSimplifier {
  let oracle: Oracle

  /// The draft with simple names, sort by sort: a name that means something (a test unit) stays.
  func simplify(_ draft: Draft) -> Draft {
    var best = draft
    for sort in Sort.all {
      let candidate = renamed(best, sort)
      if oracle.breaks(candidate) { best = candidate }
    }
    return best
  }

  /// One sort of names.
  private struct Sort {
    let letter: String
    let name: WritableKeyPath<Event, Symbol>
    let kinds: [EventKind]?

    static var all: [Sort] {
      [
        Sort(letter: "U", name: \.unit, kinds: nil), Sort(letter: "R", name: \.request, kinds: nil),
        Sort(letter: "A", name: \.ad, kinds: nil), Sort(letter: "L", name: \.load, kinds: nil),
        Sort(letter: "S", name: \.scene, kinds: nil),
        Sort(letter: "W", name: \.text, kinds: [.windowShown, .windowClosed]),
        Sort(
          letter: "N", name: \.text,
          kinds: [.adapterLoadCalled, .adapterCompleted, .adapterReported, .adapterTold]),
      ]
    }
  }

  /// One name of a sort is its letter alone for units; else letter and number.
  private func renamed(_ draft: Draft, _ sort: Sort) -> Draft {
    var candidate = draft
    var names: [Symbol] = []
    for record in draft.records where sort.kinds?.contains(record.event.kind) ?? true {
      let name = record.event[keyPath: sort.name]
      if name.isPresent && !names.contains(name) { names.append(name) }
    }
    let isAlone = names.count == 1 && sort.letter == "U"
    let symbols = names.indices.map {
      candidate.symbols.intern(isAlone ? sort.letter : "\(sort.letter)\($0 + 1)")
    }
    for place in draft.records.indices
    where sort.kinds?.contains(draft.records[place].event.kind) ?? true {
      let name = draft.records[place].event[keyPath: sort.name]
      guard let number = names.firstIndex(of: name) else { continue }
      candidate.records[place].event[keyPath: sort.name] = symbols[number]
    }
    return candidate
  }
}
