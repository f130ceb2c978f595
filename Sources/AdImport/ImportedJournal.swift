internal import JournalEncoding
internal import JournalFormat
internal import AdSession

/// Writes the sessions of a log as a journal.
///
/// A console log contains only some of the events. A `recorder.gap` before every record therefore
/// states that other events may be missing. There are fewer gaps if the options state that the log
/// contains every event of the classes that each journal records, and if every ad has a unit and a
/// format. Gaps then remain at the end, at messages about an unknown ad, and where the clock went
/// back. Where only the order of the lines is known, `t` is the number of the line.
struct ImportedJournal {
  private let options: LogImport.Options
  private let reader: SentenceReader
  private var encoder = RecordEncoder()
  private var seq: Int64 = 0
  /// The local day of the last gap.
  private var day: Int64?

  /// The number of lost records that a gap states for a day; more than any realistic daily cap.
  private static let dropped: Int64 = 1000
  /// The reason of a gap that the import adds.
  private static let reason = "not_logged"
  private static let unknown = FieldValue.string("unknown")

  init(_ options: LogImport.Options, _ reader: SentenceReader) {
    self.options = options
    self.reader = reader
  }

  /// Writes the lines of a session, each with the number of its line in the log.
  mutating func write(
    _ session: ImportedSession, named id: String, _ write: ([UInt8], Int) throws -> Void
  ) rethrows {
    (seq, day) = (0, nil)
    try self.write(session, 0..<session.records.count, isEnd: true, named: id, write)
  }

  /// Writes the lines of some records of a session, which follow on those written before.
  ///
  /// - Parameter isEnd: Whether no further record follows.
  mutating func write(
    _ session: ImportedSession, _ range: Range<Int>, isEnd: Bool, named id: String,
    _ write: ([UInt8], Int) throws -> Void
  ) rethrows {
    guard let first = session.records.first, let last = session.records.last else { return }
    if seq == 0 {
      try write(line(.sessionBegan, id, (0, session.start), header(of: session)), first.line)
    }
    let hasGaps = !isWhole(session)
    for index in range {
      let record = session.records[index]
      let time = time(of: record, session)
      if hasGaps || index == 0 && session.isContinued || record.isUnclear {
        try write(gap(time, id, session.offsetMinutes), record.line)
      }
      try write(line(record.kind, id, time, fields(of: record)), record.line)
    }
    if isEnd { try write(gap(time(of: last, session), id, session.offsetMinutes), last.line) }
  }

  private func time(
    of record: ImportedSession.Record, _ session: ImportedSession
  ) -> (t: Int64, wall: Int64) {
    session.hasOrderOnly
      ? (Int64(record.line), session.start) : (record.wall - session.start, record.wall)
  }

  /// Whether no event is missing between the records of a session.
  func isWhole(_ session: ImportedSession) -> Bool {
    guard options.vouches else { return false }
    return session.records.allSatisfy { record in
      record.load.map { format(of: $0) != nil && unit(of: $0) != nil } ?? true
    }
  }

  private mutating func line(
    _ kind: EventKind, _ id: String, _ time: (t: Int64, wall: Int64),
    _ fields: [(FieldName, FieldValue)]
  ) -> [UInt8] {
    seq += 1
    return encoder.line(
      kind, Envelope(session: id, seq: seq, t: time.t, wall: time.wall), fields)
  }

  /// The line of a gap; the first one of a day states that 1000 records are lost.
  private mutating func gap(
    _ time: (t: Int64, wall: Int64), _ id: String, _ offset: Int
  ) -> [UInt8] {
    let today = WallClock.localDay(time.wall, utcOffsetMinutes: Int64(offset))
    let hidden = day == today ? 0 : Self.dropped
    day = today
    seq += hidden
    return line(
      .recorderGap, id, time,
      [(.dropped, .integer(hidden)), (.reason, .string(Self.reason))])
  }

  private func header(of session: ImportedSession) -> [(FieldName, FieldValue)] {
    let always = ClassSet.always.classes
    // With gaps before all records, a class is captured if the log can contain its events at all.
    let captures =
      options.vouches ? options.captures : options.captures + reader.classes(of: session.sdks.main)
    let more = EventClass.allCases.filter { captures.contains($0) && !always.contains($0) }
    var fields: [(FieldName, FieldValue)] = [
      (.app, session.name.isEmpty ? Self.unknown : .string(session.name)),
      (.appVersion, Self.unknown), (.build, Self.unknown),
      (.os, session.system.map { .string($0.name) } ?? Self.unknown), (.osVersion, Self.unknown),
      (.sdk, session.sdks.main.map { .string($0) } ?? Self.unknown),
      (.sdkVersion, session.sdkVersion.map { .string($0) } ?? Self.unknown),
      (.utcOffsetMin, .integer(Int64(session.offsetMinutes))),
      (.captures, .strings((always + more).map { $0.name })),
    ]
    if session.isTestDevice { fields.append((.testDevice, .boolean(true))) }
    if session.hasOrderOnly { fields.append((.clock, .string("order"))) }
    return fields
  }

  private func fields(of record: ImportedSession.Record) -> [(FieldName, FieldValue)] {
    guard let load = record.load, let entry = Vocabulary.entry(of: record.kind) else {
      return record.fields
    }
    load.keepWritten()
    var fields = record.fields
    for field in entry.fields where field.isRequired {
      switch field.name {
      case .unit: fields.append((.unit, .string(unit(of: load) ?? "unknown-\(load.number)")))
      case .format: fields.append((.format, .string(format(of: load)?.text ?? "unknown")))
      case .request: fields.append((.request, .string("r-\(load.number)")))
      case .ad: fields.append((.ad, .string("a-\(load.number)")))
      default: break
      }
    }
    return fields
  }

  private func format(of load: ImportedLoad) -> Word? {
    (load.written.map { $0.format } ?? load.format) ?? options.format
  }

  private func unit(of load: ImportedLoad) -> String? {
    (load.written.map { $0.unit } ?? load.unit)
      ?? options.units.first { $0.format == format(of: load) }?.unit
  }
}
