internal import JournalFormat
internal import AdSession
internal import JSONLines

/// Compares the seals of a session with the lines that they cover, while the lines are read.
///
/// A seal covers the lines of its session since the beginning of the segment, in the order of the
/// file, each with its line feed, and the beginning of its own line. Repeated records are left out.
///
/// After a failed sync a recorder writes records again in its next segment and seals them there. If
/// such segments are in one file, these records look like repeated ones. A seal is therefore valid
/// if it matches the lines with or without them.
///
/// `previous_sha256` of a `session.continued` is the hash of the segment before. The epoch that a
/// keyed seal names must be the number of its segment: otherwise the seal of another segment, or a
/// key that was stolen later, would be accepted.
///
/// Lines are hashed only while seals are announced; a seal that is not announced is damage.
final class SealCheck {
  /// A line of the session.
  private struct Line {
    var bytes: ByteView
    var number: Int
    var byte: Int
  }

  /// The lines of the segment without repeated records.
  private var covered = CoveredLines()
  /// The same lines with the records that were repeated from other segments; nil if there are none.
  private var rewritten: CoveredLines?
  private var seen: [Int64: (hash: UInt64, part: Int)] = [:]
  /// The number of segments and seals so far.
  private var part = 0
  private var report = SealReport()
  /// The number of the segment; nil if its first record is missing.
  private var segment: Int64?
  /// The hash of a segment that was sealed, until the next one begins.
  private var sealed: String?
  /// The number of lines of earlier segments that have no seal, but are linked to the present one.
  private var linked = 0
  /// Whether the present segment is linked to the segment before the first `session.continued`.
  private var isLinkedToClaim = false
  private var keys: SessionKeys?
  /// The session as findings name it.
  private let id: String
  /// Whether the session has announced seals.
  var isAnnounced: Bool

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - session: The session in its records.
  ///   - id: The session in findings.
  ///   - key: The key of the seals; nil compares only hashes and epochs.
  ///   - lines: The number of lines of the session so far.
  init(of session: String, id: String, key: SealKey?, isAnnounced: Bool, after lines: Int) {
    keys = key.map { SessionKeys($0, session: session) }
    self.id = id
    self.isAnnounced = isAnnounced
    report.seals.uncovered = lines
  }

  /// Adds the line of a record.
  func add(_ event: Event, _ bytes: ByteView, line: Int, byte: Int) {
    if isAnnounced {
      addAnnounced(event, bytes, line: line, byte: byte)
    } else if event.kind == .sessionSealed {
      report.seals.count += 1
      report.damage.add(
        Damage(
          .unannouncedSeal, line: line, byte: byte, session: id,
          because: "the seal was not compared with any line, because no `session.began` or "
            + "`session.continued` before it has `\"seals\":true`"))
    } else {
      report.seals.uncovered += 1
    }
  }

  private func addAnnounced(_ event: Event, _ bytes: ByteView, line: Int, byte: Int) {
    let hash = LineHash.of(bytes)
    let known = seen.updateValue((hash, part), forKey: event.seq)
    if let known, known.hash == hash {
      if known.part != part { addAgain(bytes) }
      return
    }
    let line = Line(bytes: bytes, number: line, byte: byte)
    switch event.kind {
    case .sessionSealed:
      compare(line, records: event.records ?? 0)
      report.seals.coverTheEnd = true
      return
    case .sessionBegan: segment = 1
    case .sessionContinued: begin(event.segment ?? 0, line)
    default: break
    }
    add(bytes)
  }

  /// Adds a line to those that the next seal covers, without reading it: damaged lines are covered
  /// too.
  func add(_ bytes: ByteView) {
    report.seals.coverTheEnd = false
    guard isAnnounced else { return report.seals.uncovered += 1 }
    covered.add(bytes)
    rewritten?.add(bytes)
  }

  /// Adds a record of another segment that is repeated in this one.
  private func addAgain(_ bytes: ByteView) {
    var lines = rewritten ?? covered
    lines.add(bytes)
    rewritten = lines
  }

  private func restart() {
    covered = CoveredLines()
    rewritten = nil
    part += 1
  }

  /// Begins another segment, after a seal or without one.
  private func begin(_ number: Int64, _ line: Line) {
    let isFirst = covered.count == 0 && sealed == nil
    finishSegment()
    let claim = SealLine(line.bytes).texts["previous_sha256"].map { previous in
      SealReport.Claim(line: line.number, byte: line.byte, number: number, previous: previous)
    }
    if isFirst {
      report.claim = claim
      isLinkedToClaim = claim != nil
    } else {
      link(claim)
      if let claim, let last = report.last, last.precedes(number), last.sha256 != claim.previous {
        report.damage.add(claim.broken(after: last, session: id))
      }
    }
    segment = number
    sealed = nil
    restart()
  }

  /// Counts the lines of the segment that ends without a seal: they are covered only if the next
  /// segment names their hash and is covered itself.
  private func link(_ claim: SealReport.Claim?) {
    if sealed == nil, let claim, report.last?.isLinked(to: claim) == true {
      linked += covered.count
    } else {
      report.seals.uncovered += linked + covered.count
      linked = 0
      isLinkedToClaim = false
    }
  }

  /// The report on the seals of the session, or of its part in one file, after its last line.
  func finish() -> SealReport {
    if sealed == nil {
      report.open = linked + covered.count
    } else {
      report.seals.uncovered += covered.count
    }
    if isLinkedToClaim { report.claimState = .open }
    finishSegment()
    return report
  }

  /// Notes the hash of the segment that ends here.
  private func finishSegment() {
    report.last = segment.map { .init(number: $0, sha256: sealed ?? covered.sha256) }
  }
}

/// The lines that a seal covers, so far.
private struct CoveredLines {
  private static let lineFeed: [UInt8] = [0x0A]

  private var hash = SHA256()
  private(set) var count = 0

  mutating func add(_ line: ByteView) {
    hash.update(line.raw)
    hash.update(Self.lineFeed)
    count += 1
  }

  /// Their hash.
  var sha256: String { sha256(and: ByteView()) }

  /// The hash of the lines and of the beginning of the seal after them.
  func sha256(and start: ByteView) -> String {
    var copy = hash
    copy.update(start.raw)
    return copy.finish()
  }
}

extension SealCheck {
  /// Compares a seal with the lines since the one before.
  private func compare(_ line: Line, records: Int64) {
    report.seals.count += 1
    let seal = SealLine(line.bytes)
    let stated = seal.texts["sha256"]
    let lines =
      [covered, rewritten].lazy.compactMap { $0 }.first { $0.sha256(and: seal.start) == stated }
      ?? covered
    let found = lines.sha256(and: seal.start)
    let because =
      seal.formFault ?? fault(stated, found, records, lines.count)
      ?? keyFault(hash: found, hmac: seal.texts["hmac"], label: seal.texts["key"])
    if let because {
      report.damage.add(
        Damage(.badSeal, line: line.number, byte: line.byte, session: id, because: because))
    } else if keys != nil {
      report.seals.verified += 1
    }
    sealed = found
    linked = 0
    if isLinkedToClaim { report.claimState = .covered }
    isLinkedToClaim = false
    restart()
  }

  private func fault(
    _ stated: String?, _ found: String, _ records: Int64, _ count: Int
  ) -> String? {
    if stated != found {
      return
        "the seal says sha256 \(SealLine.short(stated)), but what it covers has \(found); bytes of it "
        + "were changed"
    }
    return records == Int64(count)
      ? nil
      : "the seal says \(records) records, but it covers \(count); bytes of it were changed"
  }

  /// The fault of the key of a seal; without a key only its epoch is checked.
  private func keyFault(hash: String, hmac: String?, label: String?) -> String? {
    guard let hmac else {
      return keys == nil ? nil : "the seal has no hmac, so the key proves nothing of it"
    }
    let epoch = label.flatMap { $0.split(separator: "/").last }.flatMap { Int64($0) }
    guard let label, let epoch, label.contains("/") else {
      return
        "the seal's key is \"\(SealLine.short(label))\", but a keyed seal names its key and epoch, "
        + "such as k1/\(segment ?? 1)"
    }
    if let segment, epoch != segment {
      return
        "the seal is of epoch \(epoch) of its key, but it stands in segment \(segment): it was "
        + "made with the key of another segment"
    }
    guard let name = keys?.name else { return nil }
    guard let right = keys?.key(of: epoch)?.hmac(of: hash) else {
      return
        "the seal is of epoch \(epoch) of its key, but keys go from 1 to \(SessionKeys.mostEpochs)"
    }
    return right == hmac
      ? nil
      : "the seal's hmac is not that of the given key (the seal names \(SealLine.short(label)), the "
        + "given key is \(name)): it was made with another key"
  }
}

/// The line of a `session.sealed` or `session.continued`.
private struct SealLine {
  /// The texts of its fields, by key.
  private(set) var texts: [String: String] = [:]
  /// The part that its own seal covers.
  let start: ByteView
  /// Why it is unknown which part of the line a seal covers; nil if it is known.
  private(set) var formFault: String?

  init(_ line: ByteView) {
    start = line[0..<(SealedPart.length(of: line) ?? 0)]
    var scanner = LineScanner()
    guard scanner.scan(line.raw) == nil else { return }
    var keys: [(name: String, start: Int)] = []
    for field in scanner.fields {
      let name = JSONValue(field.key(in: line), type: .string, hasEscapes: field.keyHasEscapes)
      keys.append((name.string ?? "", Int(field.keyStart)))
      if let text = field.value(in: line).string { texts[name.string ?? ""] = text }
    }
    formFault = fault(of: keys)
  }

  private func fault(of keys: [(name: String, start: Int)]) -> String? {
    guard let place = keys.firstIndex(where: { $0.start == start.count + 2 && start.count > 0 })
    else { return "the seal has no field that begins with `,\"sha256\":`, so it covers nothing" }
    return keys[(place + 1)...].first { $0.name != "hmac" && $0.name != "crc" }.map { key in
      "the seal has `\(Self.short(key.name))` behind `sha256`, where only `hmac` and `crc` may be"
    }
  }

  static func short(_ text: String?) -> String {
    String(String.UnicodeScalarView((text ?? "").unicodeScalars.prefix(64)))
  }
}

extension OpenSession {
  /// The report on its seals, after its last line.
  package var sealReport: SealReport {
    if let seals { return seals.finish() }
    var report = SealReport()
    report.open = count
    return report
  }
}
