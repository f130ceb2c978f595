internal import JournalFormat
package import AdSession

/// Makes the trace of a complete session: sorts its records, removes those that are not trusted,
/// and turns missing records into gaps.
///
/// Keep one for each thread; its memory is reused.
package struct SessionAssembly {
  /// Reads lines of a file a second time and returns the hash of each listed record's line; nil if
  /// the file no longer contains them.
  package typealias LinesAgain = (_ path: String, _ records: [Int], SessionPointer) -> [UInt64]?

  private var names = NameCheck()
  private let linesAgain: LinesAgain

  /// Makes an assembly; the lines of inputs that cannot be read again are hashed when they come.
  package init(linesAgain: @escaping LinesAgain = { _, _, _ in nil }) {
    self.linesAgain = linesAgain
  }

  /// The reading of a session; its symbols are taken out of it.
  package mutating func reading(
    of session: SessionPointer, path: String, trace: Trace, seals: SealReport
  ) -> SessionReading {
    var reading = SessionReading(trace: trace, path: path, ordinal: session.value.order)
    session.value.key.name(trace, number: session.value.number)
    trace.symbols.exchange(&session.value.symbols)
    if session.value.canStream || Self.isPlain(session) {
      Self.takePlain(session, trace)
      if !session.value.segments.isEmpty { reading.files = Self.files(of: session) }
      // A name can be reused only if a record introduced a name that was known already.
      if session.value.mayReuseNames { findReused(&reading, session, records: nil) }
    } else {
      var order = RecordOrder(session, path: path, linesAgain: linesAgain)
      order.run(&reading)
      var finder = GapFinder(session: session, order: order)
      finder.run(&reading)
      findReused(&reading, session, records: order.records)
      if !session.value.segments.isEmpty {
        reading.files = Self.files(of: session, order.records)
      }
    }
    reading.seals = seals.seals
    reading.seals.uncovered =
      seals.seals.count == 0 ? reading.recordCount : seals.seals.uncovered + seals.open
    if !seals.damage.isEmpty {
      // A seal that could not be compared proves nothing.
      trace.hasBadSeal = true
      reading.damage.add(contentsOf: seals.damage)
    }
    reading.sort()
    return reading
  }

  /// Whether a session is complete, in order, and begins with its header.
  private static func isPlain(_ session: SessionPointer) -> Bool {
    guard session.value.isInOrder, session.value.damaged.isEmpty, session.value.count > 0,
      session.value.headers.count == 1
    else { return false }
    return session.value.records.event(0).value.kind == .sessionBegan
      && (session.value.hasChecksums || session.value.headers[0].header.checksums != true)
  }

  private static func takePlain(_ session: SessionPointer, _ trace: Trace) {
    session.value.takeRecords(trace)
    trace.header = session.value.headers.first?.header
    if !session.value.policies.isEmpty {
      for change in session.value.policies {
        trace.policyChanges[change.record] = change.settings
      }
    }
    if !session.value.freeTexts.isEmpty { trace.freeTexts = session.value.freeTexts }
    trace.end = session.value.hasEnd ? .clean : .cut
  }

  /// The files of a session in segments, with the index of the first event in each.
  private static func files(
    of session: SessionPointer, _ records: [Int]
  ) -> [SessionReading.FileStart] {
    var files = [SessionReading.FileStart(event: 0, path: nil)]
    for (event, record) in records.enumerated() {
      let path = session.value.path(ofRecord: record)
      if path != files[files.count - 1].path { files.append(.init(event: event, path: path)) }
    }
    return files
  }

  /// The same for a session whose records are all trusted and in order.
  private static func files(of session: SessionPointer) -> [SessionReading.FileStart] {
    [.init(event: 0, path: nil)]
      + session.value.segments.map { .init(event: $0.record, path: $0.path) }
  }

  private mutating func findReused(
    _ reading: inout SessionReading, _ session: SessionPointer, records: [Int]?
  ) {
    let trace = reading.trace
    var damage: [Damage] = []
    names.run(trace.events, symbols: trace.symbols.count) { index, symbol, word in
      trace.reusedNames.insert(symbol)
      let name = Excerpt.short(trace.symbols.text(symbol))
      let because =
        "the name \"\(name)\" is used for a second \(word), but names are unique in a session"
      damage.add(
        Damage(.nameReused, record: records?[index] ?? index, of: session, because: because))
    }
    if !damage.isEmpty { reading.damage.add(contentsOf: damage) }
  }
}

extension SessionReading {
  /// Sorts the findings by file and line.
  fileprivate mutating func sort() {
    if damage.count > 1 { damage.sortByLine() }
    if notes.count > 1 { notes.sortByLine() }
  }
}

extension Finding {
  /// A finding about one record of a session.
  init(_ code: Code, record: Int, of session: SessionPointer, because: String) {
    let stored = session.value.records[record]
    self.init(
      code, line: Int(stored.event.line), byte: stored.byte, session: session.value.id,
      path: session.value.path(ofRecord: record), because: because)
  }
}

extension OpenSession {
  /// The file of a record, where it is not that in which the session begins.
  func path(ofRecord index: Int) -> String? {
    segments.last { $0.record <= index }?.path
  }

  /// The file of a damaged line, where it is not that in which the session begins.
  func path(ofDamaged index: Int) -> String? {
    segments.last { $0.damaged <= index }?.path
  }
}
