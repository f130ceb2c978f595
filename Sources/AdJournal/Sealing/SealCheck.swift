internal import AdSession
internal import JSONLines

/// Compares the seals of a session with the bytes that they cover.
///
/// A seal covers the session's own lines since the beginning of the segment, in the order of the
/// file, each with its line feed; records that come again are left out. `previous_sha256` of a
/// `session.continued` is that hash of the segment before. The epoch that a keyed seal names must
/// be the number of its segment: else the seal of another segment, or a key that was stolen later,
/// would do. Only sessions that have a seal or several segments pay for this.
struct SealCheck {
  private var hash = SHA256()
  private var lines = 0
  private var scanner = LineScanner()
  private var seen: [Int64: UInt64] = [:]
  private var report = SealReport()
  /// The number of the segment; nil where its first record is not there.
  private var segment: Int64?
  /// The hash of a segment that was sealed, until the next one begins.
  private var sealed: String?
  private let key: SealKey?

  /// What the seals of a session came to; nothing where the file cannot be read again.
  ///
  /// - Parameter isPart: Whether the session goes on in other files, so that its hash is needed
  ///   even without a seal.
  static func report(
    of session: SessionPointer, path: String, key: SealKey?, isPart: Bool = false
  ) -> SealReport {
    guard session.pointee.hasSeal || session.pointee.isContinued || isPart else {
      return SealReport()
    }
    var check = SealCheck(key: key)
    let lines: any LineStore
    if session.pointee.raw.isEmpty {
      guard let file = FileLines(path: path) else { return SealReport() }
      lines = file
    } else {
      lines = MemoryLines(bytes: session.pointee.raw)
    }
    check.run(session, lines)
    return check.report
  }

  private init(key: SealKey?) { self.key = key }

  /// Walks over the session's lines in the order of the file.
  private mutating func run(_ session: SessionPointer, _ lines: any LineStore) {
    var damaged = session.pointee.damaged.filter {
      !($0.code == .secondHeader && $0.seqs.isEmpty)
    }[...]
    for index in 0..<session.pointee.count {
      while let line = damaged.first, line.after <= index {
        add(lines.line(at: line.start))
        damaged.removeFirst()
      }
      addRecord(index, session, lines.line(at: session.pointee.records[index].byte))
    }
    for line in damaged { add(lines.line(at: line.start)) }
    finishSegment()
  }

  private mutating func addRecord(_ index: Int, _ session: SessionPointer, _ line: [UInt8]) {
    let record = session.pointee.records[index]
    if let known = seen[record.event.seq], known == record.hash { return }
    seen[record.event.seq] = record.hash
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
    (line + [0x0A]).withUnsafeBytes { hash.update($0) }
    lines += 1
  }

  private mutating func restart() {
    hash = SHA256()
    lines = 0
  }

  /// Another segment begins behind a seal, or without one.
  private mutating func begin(_ index: Int, _ line: [UInt8], _ session: SessionPointer) {
    let isFirst = lines == 0 && sealed == nil
    finishSegment()
    let number = session.pointee.records[index].event.first ?? 0
    if let previous = text("previous_sha256", in: line) {
      let claim = SealReport.Claim(record: index, number: number, previous: previous)
      if isFirst {
        report.claim = claim
      } else if let last = report.last, last.number + 1 == number, last.sha256 != previous {
        report.damage.append(Self.broken(claim, last, session))
      }
    }
    segment = number
    sealed = nil
    restart()
  }

  /// Notes the hash of the segment that ends here.
  private mutating func finishSegment() {
    report.last = segment.map { .init(number: $0, sha256: sealed ?? hash.finish()) }
  }

  private mutating func text(_ name: String, in line: [UInt8]) -> String? {
    line.withUnsafeBytes { bytes in
      scanner.scan(bytes: line) == nil
        ? HeaderDecoder.text(name, scanner.fields, in: bytes) : nil
    }
  }
}

extension SealCheck {
  /// Compares a seal with the lines since the one before.
  private mutating func compare(_ index: Int, _ line: [UInt8], _ session: SessionPointer) {
    report.seals.count += 1
    let found = hash.finish()
    let because =
      because(index, line, session, found)
      ?? keyFault(hash: found, hmac: text("hmac", in: line), label: text("key", in: line), session)
    if let because {
      report.damage.append(Damage(.badSeal, record: index, of: session, because: because))
    } else if key != nil {
      report.seals.verified += 1
    }
    sealed = found
    restart()
  }

  private mutating func because(
    _ index: Int, _ line: [UInt8], _ session: SessionPointer, _ found: String
  ) -> String? {
    let said = text("sha256", in: line)
    if said != found {
      return
        "the seal says sha256 \(Self.short(said)), but the lines that it covers have \(found); "
        + "bytes of it were changed"
    }
    let count = session.pointee.records[index].event.first ?? 0
    return count == Int64(lines)
      ? nil : "the seal says \(count) records, but it covers \(lines); bytes of it were changed"
  }

  /// What is wrong with the key of a seal; without a key only its epoch can be.
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
    guard let right = Self.hmac(of: hash, key, session.pointee.name, epoch) else {
      return "the seal is of epoch \(epoch) of its key, but keys go from 1 to \(Self.mostEpochs)"
    }
    return right == hmac
      ? nil
      : "the seal's hmac is not that of the given key (the seal names \(Self.short(label)), the given "
        + "key is \(key.name)): it was made with another key"
  }

  /// No recorder writes so many segments; more would only cost time.
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
