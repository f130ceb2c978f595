internal import JournalFormat
internal import Platform
internal import AdSession
internal import JSONLines

/// Compares the seals of a session with the bytes that they cover.
///
/// A seal covers the lines of its session since the beginning of the segment, in the order of the
/// file, each with its line feed. Repeated records are left out.
///
/// After a failed sync a recorder writes records again in its next segment and seals them there. If
/// such segments are in one file, these records look like repeated ones. A seal is therefore valid if it
/// matches the lines with or without them.
///
/// `previous_sha256` of a `session.continued` is the hash of the segment before. The epoch that a keyed
/// seal names must be the number of its segment: otherwise the seal of another segment, or a key that
/// was stolen later, would be accepted. Sessions without a seal and with one segment are not checked.
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
  private let key: SealKey?

  /// The report on the seals of a session, if its file still contains the lines that were read from it.
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
    var check = SealCheck(key: key)
    lines.forEach { index, line in
      if let index { check.addRecord(index, session, line) } else { check.add(line) }
    }
    check.finishSegment()
    // A seal that matches shows that nothing changed.
    if check.report.damage.isEmpty || lines.stillHave(0..<session.value.count) {
      return check.report
    }
    return .changed
  }

  private init(key: SealKey?) { self.key = key }

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
    if let previous = text("previous_sha256", in: line) {
      let claim = SealReport.Claim(record: index, number: number, previous: previous)
      if isFirst {
        report.claim = claim
      } else if let last = report.last, last.precedes(number), last.sha256 != previous {
        report.damage.add(Self.broken(claim, last, session))
      }
    }
    segment = number
    sealed = nil
    restart()
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
  var sha256: String {
    var copy = hash
    return copy.finish()
  }
}

extension SealCheck {
  /// Compares a seal with the lines since the one before.
  private mutating func compare(_ index: Int, _ line: [UInt8], _ session: SessionPointer) {
    report.seals.count += 1
    let said = text("sha256", in: line)
    let lines = [covered, rewritten].lazy.compactMap { $0 }.first { $0.sha256 == said } ?? covered
    let found = lines.sha256
    let because =
      because(index, said, session, lines)
      ?? keyFault(hash: found, hmac: text("hmac", in: line), label: text("key", in: line), session)
    if let because {
      report.damage.add(Damage(.badSeal, record: index, of: session, because: because))
    } else if key != nil {
      report.seals.verified += 1
    }
    sealed = found
    restart()
  }

  private func because(
    _ index: Int, _ said: String?, _ session: SessionPointer, _ lines: CoveredLines
  ) -> String? {
    if said != lines.sha256 {
      return
        "the seal says sha256 \(Self.short(said)), but the lines that it covers have "
        + "\(lines.sha256); bytes of it were changed"
    }
    let count = session.value.records[index].event.records ?? 0
    return count == Int64(lines.count)
      ? nil
      : "the seal says \(count) records, but it covers \(lines.count); bytes of it were changed"
  }

  /// The fault of the key of a seal; without a key only its epoch is checked.
  private func keyFault(
    hash: String, hmac: String?, label: String?, _ session: SessionPointer
  ) -> String? {
    guard let hmac else {
      return key == nil ? nil : "the seal has no hmac, so the key proves nothing of it"
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
    guard let key else { return nil }
    guard let right = Self.hmac(of: hash, key, session.value.name, epoch) else {
      return "the seal is of epoch \(epoch) of its key, but keys go from 1 to \(Self.mostEpochs)"
    }
    return right == hmac
      ? nil
      : "the seal's hmac is not that of the given key (the seal names \(Self.short(label)), the given "
        + "key is \(key.name)): it was made with another key"
  }

  /// The maximum epoch; no recorder writes more segments, and a higher number would only cost time.
  private static let mostEpochs: Int64 = 1_000_000

  private static func hmac(
    of hash: String, _ key: SealKey, _ session: String, _ epoch: Int64
  ) -> String? {
    guard (1...mostEpochs).contains(epoch) else { return nil }
    var evolving = EvolvingKey(key, session: session)
    while evolving.epoch < epoch { evolving.evolve() }
    return evolving.hmac(of: hash)
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
