internal import JournalFormat
internal import Platform
internal import AdSession
internal import JSONLines

/// Compares the seals of a session with the bytes that they cover.
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
/// key that was stolen later, would be accepted. Sessions without a seal and with one segment are
/// not checked.
struct SealCheck {
  /// The lines of the segment without repeated records.
  private var covered = CoveredLines()
  /// The same lines with the records that were repeated from other segments; nil if there are none.
  private var rewritten: CoveredLines?
  private var scanner = LineScanner()
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

  /// The report on the seals of a session, if its file still contains the lines that were read from
  /// it.
  ///
  /// - Parameter isPart: Whether the session continues in other files, so that its hash is needed
  ///   even without a seal.
  static func report(
    of session: SessionPointer, path: String, key: SealKey?, isPart: Bool = false
  ) -> SealReport {
    guard session.value.hasSeal || session.value.isContinued || isPart else {
      return SealReport()
    }
    guard let lines = SessionLines(session, path: path) else { return .changed }
    var check = SealCheck(keys: key.map { SessionKeys($0, session: session.value.name) })
    lines.forEach { index, line in
      if let index { check.addRecord(index, session, line) } else { check.add(line) }
    }
    check.finish()
    // A seal that matches shows that nothing changed.
    if check.report.damage.isEmpty || lines.stillHave(0..<session.value.count) {
      return check.report
    }
    return .changed
  }

  private init(keys: SessionKeys?) { self.keys = keys }

  private mutating func addRecord(_ index: Int, _ session: SessionPointer, _ line: [UInt8]) {
    let record = session.value.records[index]
    let known = seen[record.event.seq]
    let hash = LineHash.of(line)
    seen[record.event.seq] = (hash, part)
    if let known, known.hash == hash {
      if known.part != part { addAgain(line) }
      return
    }
    switch record.event.kind {
    case .sessionSealed:
      compare(index, line, session)
      report.seals.coverTheEnd = true
      return
    case .sessionBegan: segment = 1
    case .sessionContinued: begin(index, line, session)
    default: break
    }
    report.seals.coverTheEnd = false
    add(line)
  }

  private mutating func add(_ line: [UInt8]) {
    covered.add(line)
    rewritten?.add(line)
  }

  /// Adds a record of another segment that is repeated in this one.
  private mutating func addAgain(_ line: [UInt8]) {
    var lines = rewritten ?? covered
    lines.add(line)
    rewritten = lines
  }

  private mutating func restart() {
    covered = CoveredLines()
    rewritten = nil
    part += 1
  }

  /// Begins another segment, after a seal or without one.
  private mutating func begin(_ index: Int, _ line: [UInt8], _ session: SessionPointer) {
    let isFirst = covered.count == 0 && sealed == nil
    finishSegment()
    let number = session.value.records[index].event.segment ?? 0
    let claim = text("previous_sha256", in: line).map {
      SealReport.Claim(record: index, number: number, previous: $0)
    }
    if isFirst {
      report.claim = claim
      isLinkedToClaim = claim != nil
    } else {
      link(claim)
      if let claim, let last = report.last, last.precedes(number), last.sha256 != claim.previous {
        report.damage.add(Self.broken(claim, last, session))
      }
    }
    segment = number
    sealed = nil
    restart()
  }

  /// Counts the lines of the segment that ends without a seal: they are covered only if the next
  /// segment names their hash and is covered itself.
  private mutating func link(_ claim: SealReport.Claim?) {
    if sealed == nil, let claim, report.last?.isLinked(to: claim) == true {
      linked += covered.count
    } else {
      report.seals.uncovered += linked + covered.count
      linked = 0
      isLinkedToClaim = false
    }
  }

  /// Ends the check after the last line of the file.
  private mutating func finish() {
    if sealed == nil {
      report.open = linked + covered.count
    } else {
      report.seals.uncovered += covered.count
    }
    if isLinkedToClaim { report.claimState = .open }
    finishSegment()
  }

  /// Notes the hash of the segment that ends here.
  private mutating func finishSegment() {
    report.last = segment.map { .init(number: $0, sha256: sealed ?? covered.sha256) }
  }

  private mutating func text(_ name: String, in line: [UInt8]) -> String? {
    ByteView.with(line) { bytes in
      scanner.scan(bytes: line) == nil
        ? HeaderDecoder.text(name, scanner.fields, in: bytes) : nil
    }
  }
}

/// The lines that a seal covers, so far.
private struct CoveredLines {
  private var hash = SHA256()
  private(set) var count = 0

  mutating func add(_ line: [UInt8]) {
    hash.update(line + [0x0A])
    count += 1
  }

  /// Their hash.
  var sha256: String { sha256(and: []) }

  /// The hash of the lines and of the beginning of the seal after them.
  func sha256(and start: ArraySlice<UInt8>) -> String {
    var copy = hash
    copy.update(Array(start))
    return copy.finish()
  }
}

extension SealCheck {
  /// Compares a seal with the lines since the one before.
  private mutating func compare(_ index: Int, _ line: [UInt8], _ session: SessionPointer) {
    report.seals.count += 1
    let start = line.prefix(SealedPart.length(of: line) ?? 0)
    let said = text("sha256", in: line)
    let lines =
      [covered, rewritten].lazy.compactMap { $0 }.first { $0.sha256(and: start) == said } ?? covered
    let found = lines.sha256(and: start)
    let because =
      formFault(line, start.count)
      ?? because(index, said, session, lines, found)
      ?? keyFault(hash: found, hmac: text("hmac", in: line), label: text("key", in: line))
    if let because {
      report.damage.add(Damage(.badSeal, record: index, of: session, because: because))
    } else if keys != nil {
      report.seals.verified += 1
    }
    sealed = found
    linked = 0
    if isLinkedToClaim { report.claimState = .covered }
    isLinkedToClaim = false
    restart()
  }

  /// Why it is unknown which part of its own line a seal covers; nil if it is known.
  private mutating func formFault(_ line: [UInt8], _ start: Int) -> String? {
    ByteView.with(line) { bytes in
      guard scanner.scan(bytes: line) == nil else { return nil }
      let fields = scanner.fields
      let place = fields.firstIndex { Int($0.keyStart) == start + 2 && start > 0 }
      guard let place else {
        return "the seal has no field that begins with `,\"sha256\":`, so it covers nothing"
      }
      let keys = fields[(place + 1)...].map { field in
        JSONValue(field.key(in: bytes), type: .string, hasEscapes: field.keyHasEscapes).string
      }
      return keys.first { $0 != "hmac" && $0 != "crc" }.map { key in
        "the seal has `\(Self.short(key))` behind `sha256`, where only `hmac` and `crc` may be"
      }
    }
  }

  private func because(
    _ index: Int, _ said: String?, _ session: SessionPointer, _ lines: CoveredLines,
    _ found: String
  ) -> String? {
    if said != found {
      return
        "the seal says sha256 \(Self.short(said)), but what it covers has \(found); bytes of it "
        + "were changed"
    }
    let count = session.value.records[index].event.records ?? 0
    return count == Int64(lines.count)
      ? nil
      : "the seal says \(count) records, but it covers \(lines.count); bytes of it were changed"
  }

  /// The fault of the key of a seal; without a key only its epoch is checked.
  private mutating func keyFault(hash: String, hmac: String?, label: String?) -> String? {
    guard let hmac else {
      return keys == nil ? nil : "the seal has no hmac, so the key proves nothing of it"
    }
    let epoch = label.flatMap { $0.split(separator: "/").last }.flatMap { Int64($0) }
    guard let label, let epoch, label.contains("/") else {
      return
        "the seal's key is \"\(Self.short(label))\", but a keyed seal names its key and epoch, "
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
      : "the seal's hmac is not that of the given key (the seal names \(Self.short(label)), the given "
        + "key is \(name)): it was made with another key"
  }

  static func broken(
    _ claim: SealReport.Claim, _ last: SealReport.Segment, _ session: SessionPointer
  ) -> Damage {
    Damage(
      .badSeal, record: claim.record, of: session,
      because: "segment \(claim.number) says previous_sha256 \(short(claim.previous)), but segment "
        + "\(last.number) has \(last.sha256); bytes of it were changed, or it is not the one before"
    )
  }

  private static func short(_ text: String?) -> String {
    String(String.UnicodeScalarView((text ?? "").unicodeScalars.prefix(64)))
  }
}
