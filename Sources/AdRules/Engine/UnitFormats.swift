internal import AdSession

/// The full-screen formats that the records of a session name for each unit.
///
/// A real unit has one format. A session whose app mixes units up can name several, and then a lost
/// record can name any of them, whichever record is judged.
struct UnitFormats {
  private var named: [Symbol: Set<Word>] = [:]

  init(_ events: [Event]) {
    for event in events where event.format.isFullScreen {
      named[event.unit, default: []].insert(event.format)
    }
  }

  /// The formats that a lost record of the unit can name.
  ///
  /// A record without a unit speaks of any unit.
  subscript(unit: Symbol) -> Set<Word> {
    (named[unit] ?? []).union(named[.absent] ?? [])
  }
}

extension Evaluation {
  /// The full-screen formats that a lost record of the unit can name.
  func formats(of unit: Symbol) -> Set<Word> {
    let formats = cache.unitFormats ?? UnitFormats(trace.events)
    cache.unitFormats = formats
    return formats[unit]
  }
}
