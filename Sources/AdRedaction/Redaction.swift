public import AdReplay
internal import JournalInput
public import AdSession
import JSONLines
public import JournalEncoding
public import JournalFormat
import Platform

/// Writes journals without the names, texts and dates of an app and its users.
///
/// Each line becomes one line, so that every finding stays in its line. A record keeps its `seq`,
/// its `t` and what rules and statistics need; names become pseudonyms. A damaged line becomes a
/// mark: a line that is damaged, too, and names the same session and the same `seq`s, because they
/// decide what is lost. A valid seal becomes a `note`, since its hash would not be right; an
/// invalid one stays invalid.
///
/// The inputs are read twice: first as sessions, then line by line.
public struct Redaction {
  /// The numbers of lines of a journal.
  public struct Counts: Equatable, Sendable {
    /// Complete records.
    public var records = 0
    /// Damaged lines, each replaced by a mark.
    public var marks = 0
    /// Valid seals, which became notes.
    public var seals = 0
    /// The first damage.
    public var firstDamage: Damage?

    /// Makes counts of nothing.
    public init() {}
  }

  private var fields: FieldRedaction
  private let header: FieldValue
  private var encoder = RecordEncoder()
  private var scanner = LineScanner()
  private var copies = Copies()
  private let shift: ClockShift
  /// The installs of sessions by name, if they have shifts of their own.
  private var installs: [String: String] = [:]
  /// The milliseconds of the last session: the lines of a session mostly stand together.
  private var last: (session: String, milliseconds: Int64)?

  /// Makes a redaction.
  ///
  /// - Parameters:
  ///   - key: 32 secret bytes. Journals that were redacted under one key can be compared.
  ///   - kept: The text fields that stay as they are.
  ///   - shift: How wall clocks move.
  public init(key: SealKey, keeping kept: Set<FieldName> = [], shift: ClockShift = ClockShift()) {
    self.shift = shift
    fields = FieldRedaction(pseudonyms: Pseudonyms(key: key.bytes), kept: kept)
    header = .strings(FieldTreatment.redacted(keeping: kept))
  }

  /// A key of random bytes, for pseudonyms that nobody can compare.
  package static func randomKey() throws -> SealKey {
    try SealKey((0..<SealKey.byteCount).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// Reads all journals for the first time; segments of a session in several files are joined.
  ///
  /// Memory: the names of the sessions and of their installs, if these have shifts of their own.
  ///
  /// - Throws: ``InputError`` for the first journal that cannot be read.
  public mutating func prepare(_ paths: [String], jobs: Int) throws {
    var found = Copies()
    let read = JournalReader(jobs: jobs).read(paths) { reading in
      (copies: Copies(of: reading), name: reading.name, install: reading.trace.header?.install)
    }
    for delivery in read {
      switch delivery {
      case .session(let session):
        found.add(session.copies)
        if shift.isOfKey || installs[session.name] != nil { continue }
        if let install = session.install, !install.isEmpty { installs[session.name] = install }
      case .journal: break
      case .failure(let error): throw error
      }
    }
    copies = found
  }

  /// Writes the redacted lines of a journal.
  ///
  /// - Throws: ``InputError``, and the errors of `write`.
  public mutating func redact(
    _ path: String, write: ([UInt8]) throws -> Void
  ) throws -> Counts {
    var counts = Counts()
    var endsInTail = false
    let torn = try Journal.forEachLine(of: path) { line in
      endsInTail = line.isTail
      try write(redacted(line, path, &counts))
    }
    if let torn {
      // The missing line after an archive that ends early.
      counts.marks += 1
      counts.firstDamage = counts.firstDamage ?? torn
      try write((endsInTail ? [Self.lineFeed] : []) + Self.mark("", []))
    }
    return counts
  }

  /// The redacted lines of an undamaged journal in memory, which needs no ``prepare(_:jobs:)``.
  package mutating func redact(undamaged journal: [UInt8]) -> [UInt8] {
    var counts = Counts()
    var lines: [UInt8] = []
    Journal.forEachLine(of: journal) { lines += redacted($0, "", &counts) }
    return lines
  }

  /// The text of a field in a redacted record of a kind; nil if it is left out.
  package mutating func redacted(
    _ text: String, of name: FieldName, in kind: EventKind
  ) -> String? {
    let field = Vocabulary.entry(of: kind)?.fields.first { $0.name == name }
    return field.flatMap { fields.text(text, of: $0) }
  }

  private mutating func redacted(
    _ line: JournalLine, _ path: String, _ counts: inout Counts
  ) -> [UInt8] {
    switch line.content {
    case .blank: return line.isTail ? [] : [Self.lineFeed]
    case .damaged(let damage):
      counts.marks += 1
      counts.firstDamage = counts.firstDamage ?? damage
      if line.isTail && damage.code == .nulPadding { return [0] }
      return mark(damage.session, line.namedSeqs) + (line.isTail ? [] : [Self.lineFeed])
    case .record(let record):
      counts.records += 1
      let bytes = Array(line.bytes)
      let copy = copies.take(record, bytes, path: path, line: line.line)
      let redacted = redacted(record, bytes, copy, &counts)
      return line.isTail ? redacted.dropLast() : redacted
    }
  }

  private static let lineFeed: UInt8 = 0x0A

  // MARK: Damaged lines

  /// A line that is not JSON and names a session and `seq`s.
  private mutating func mark(_ session: String?, _ seqs: [Int64]) -> [UInt8] {
    let name = session.map { "\"session\":\"\(pseudonym(ofSession: $0))\"," } ?? ""
    return Self.mark(name, seqs)
  }

  private static func mark(_ session: String, _ seqs: [Int64]) -> [UInt8] {
    Array("{\"v\":1,\(session)\(seqs.map { "\"seq\":\($0)," }.joined())".utf8)
  }

  private mutating func pseudonym(ofSession name: String) -> String {
    fields.pseudonyms.of(name, kind: "s")
  }

  // MARK: Records

  private mutating func redacted(
    _ record: JournalLine.Record, _ bytes: [UInt8], _ copy: Copies.Copy, _ counts: inout Counts
  ) -> [UInt8] {
    let (version, values) = values(record.kind, bytes)
    let envelope = Envelope(
      version: version, session: pseudonym(ofSession: record.session), seq: record.seq, t: record.t,
      wall: ClockShift.moved(record.wall, back: milliseconds(of: record.session)))
    encoder.addsChecksums = record.hasChecksum
    let tag = copy.isOther ? ["line-" + fields.pseudonyms.digits(bytes, kind: "line")] : []
    var kind = record.kind
    var all = values
    switch kind {
    case .sessionBegan:
      if case .strings(let names) = header { all.append((.redacted, .strings(names + tag))) }
      return encoder.line(kind, envelope, all)
    case .sessionSealed where copy.isBadSeal: all.append((.sha256, .string(Self.wrongHash)))
    case .sessionSealed:
      counts.seals += 1
      kind = .note
      all = [(.text, .string("sealed"))]
    case .sessionContinued where copy.isBadSeal:
      all.append((.previousSha256, .string(Self.wrongHash)))
    default: break
    }
    // No other kind has this field, so it says only that the line differs.
    return encoder.line(kind, envelope, all + tag.map { (.redacted, .string($0)) })
  }

  /// By how much the clocks of a session move back.
  private mutating func milliseconds(of session: String) -> Int64 {
    if let last, shift.isOfKey || last.session == session { return last.milliseconds }
    let install = installs[session] ?? session
    let found = shift.milliseconds(of: install, fields.pseudonyms)
    last = (session, found)
    return found
  }

  /// A hash that no text has, as far as anybody knows.
  private static let wrongHash = String(repeating: "0", count: 64)

  /// The version and the redacted fields of a valid record; an unknown kind has no fields.
  private mutating func values(
    _ kind: EventKind, _ bytes: [UInt8]
  ) -> (version: Int64, fields: [(FieldName, FieldValue)]) {
    var version: Int64 = 1
    var values: [(FieldName, FieldValue)] = []
    guard scanner.scan(bytes: bytes) == nil else { return (version, values) }
    let known = Vocabulary.entry(of: kind)?.fields ?? []
    scanner.fields.forEachMember(of: bytes) { member in
      if member.name == "v" { version = member.value.integer ?? version }
      guard member.value.type != .null,
        let field = known.first(where: { $0.name.name == member.name }),
        let value = fields.value(member.value, of: field)
      else { return }
      values.append((field.name, value))
    }
    return (version, values)
  }
}
