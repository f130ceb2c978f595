internal import JournalFormat
internal import AdSession

/// Writes the sessions of a log as a journal.
///
/// A console log contains only some of the events. A `recorder.gap` before every record therefore
/// states that other events may be missing. There are fewer gaps if the options state that the log
/// contains every event of the classes that each journal records, and if every ad has a unit and a
/// format. Gaps then remain at the end, at messages about an unknown ad, and where the clock went
/// back.
struct ImportedJournal {
  let options: LogImport.Options
  private var encoder = RecordEncoder()
  private var seq: Int64 = 0

  /// The number of lost records that a gap states for a day; more than any realistic daily cap.
  private static let dropped: Int64 = 1000
  /// The reason of a gap that the import adds.
  private static let reason = "not_logged"
  private static let unknown = FieldValue.string("unknown")

  init(_ options: LogImport.Options) { self.options = options }

  /// Writes the lines of a session.
  mutating func write(
    _ session: ImportedSession, named id: String, _ write: ([UInt8]) throws -> Void
  ) rethrows {
    guard let last = session.records.last else { return }
    seq = 0
    try write(line(.sessionBegan, id, (0, session.start), header(of: session)))
    let hasGaps = !isWhole(session)
    var day: Int64?
    for (index, record) in session.records.enumerated() {
      if hasGaps || index == 0 && session.isContinued || record.isUnclear {
        try write(gap(before: record, id, &day, session.offsetMinutes))
      }
      try write(line(record.kind, id, (record.t, record.wall), fields(of: record)))
    }
    try write(gap(before: last, id, &day, session.offsetMinutes))
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
    before record: ImportedSession.Record, _ id: String, _ day: inout Int64?, _ offset: Int
  ) -> [UInt8] {
    let today = WallClock.localDay(record.wall, utcOffsetMinutes: Int64(offset))
    let hidden = day == today ? 0 : Self.dropped
    day = today
    seq += hidden
    return line(
      .recorderGap, id, (record.t, record.wall),
      [(.dropped, .integer(hidden)), (.reason, .string(Self.reason))])
  }

  private func header(of session: ImportedSession) -> [(FieldName, FieldValue)] {
    let always = ClassSet.always.classes
    let more = EventClass.allCases.filter { options.captures.contains($0) && !always.contains($0) }
    var fields: [(FieldName, FieldValue)] = [
      (.app, session.name.isEmpty ? Self.unknown : .string(session.name)),
      (.appVersion, Self.unknown), (.build, Self.unknown), (.os, .string(options.source.system)),
      (.osVersion, Self.unknown),
      (.sdk, .string(session.usesMax ? "applovin-max" : "google-mobile-ads")),
      (.sdkVersion, version(of: session)),
      (.utcOffsetMin, .integer(Int64(session.offsetMinutes))),
      (.captures, .strings((always + more).map { $0.name })),
    ]
    if session.isTestDevice { fields.append((.testDevice, .boolean(true))) }
    return fields
  }

  /// The version of the SDK; with AppLovin's SDK, the version in the log is that of Google's.
  private func version(of session: ImportedSession) -> FieldValue {
    guard let version = session.sdkVersion, !session.usesMax else { return Self.unknown }
    return .string(version)
  }

  private func fields(of record: ImportedSession.Record) -> [(FieldName, FieldValue)] {
    guard let load = record.load, let entry = Vocabulary.entry(of: record.kind) else {
      return record.fields
    }
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

  private func format(of load: ImportedLoad) -> Word? { load.format ?? options.format }

  private func unit(of load: ImportedLoad) -> String? {
    load.unit ?? options.units.first { $0.format == format(of: load) }?.unit
  }
}
