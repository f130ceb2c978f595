package import AdReplay
package import JournalInput
internal import JournalEncoding
package import JournalFormat
import Platform
package import AdSession
package import Foundation

/// Builds the lines of a journal for a test.
package struct Lines {
  package var session = "s-1"
  package var checksums = false
  /// Whether headers and continuations announce seals.
  package var seals = true
  package private(set) var lines: [[UInt8]] = []
  private var encoder: RecordEncoder

  package init(session: String = "s-1", checksums: Bool = false) {
    self.session = session
    self.checksums = checksums
    encoder = RecordEncoder(addsChecksums: checksums)
  }

  package static let start: Int64 = 1_790_000_000_000

  /// Adds a record; the clocks follow from `seq` unless they are given.
  package mutating func add(
    _ kind: EventKind, seq: Int64? = nil, t: Int64? = nil, _ fields: [(FieldName, FieldValue)] = []
  ) {
    let seq = seq ?? Int64(lines.count + 1)
    let t = t ?? (seq - 1) * 100
    var fields = fields
    if kind == .sessionContinued, seals, !fields.contains(where: { $0.0 == .seals }) {
      fields.append((.seals, .boolean(true)))
    }
    lines.append(
      encoder.line(
        kind, Envelope(session: session, seq: seq, t: t, wall: Self.start + t), fields))
  }

  package mutating func begin(t: Int64 = 0, _ more: [(FieldName, FieldValue)] = []) {
    var fields: [(FieldName, FieldValue)] = [
      (.app, .string("com.example.app")), (.appVersion, .string("1.0")),
      (.build, .string("release")), (.os, .string("iOS")), (.osVersion, .string("19.0")),
      (.sdk, .string("google-mobile-ads")), (.sdkVersion, .string("12.9.0")),
      (.utcOffsetMin, .integer(60)),
    ]
    if checksums { fields.append((.checksums, .boolean(true))) }
    if seals { fields.append((.seals, .boolean(true))) }
    add(.sessionBegan, seq: 1, t: t, fields + more)
  }

  package mutating func request(_ name: String, seq: Int64? = nil) {
    add(
      .adRequested, seq: seq,
      [(.unit, .string("u-1")), (.format, .string("rewarded")), (.request, .string(name))])
  }

  package mutating func load(_ request: String, _ ad: String, seq: Int64? = nil) {
    add(
      .adLoaded, seq: seq,
      [
        (.unit, .string("u-1")), (.format, .string("rewarded")), (.request, .string(request)),
        (.ad, .string(ad)),
      ])
  }

  /// Adds a seal over all lines so far, or over the given bytes; returns its hash.
  @discardableResult
  package mutating func seal(
    seq: Int64? = nil, records: Int? = nil, covering bytes: [UInt8]? = nil, label: String? = nil,
    hmac: ((String) -> String)? = nil
  ) -> String {
    let seq = seq ?? Int64(lines.count + 1)
    let t = (seq - 1) * 100
    var hash = SHA256()
    hash.update(bytes ?? lines.flatMap { $0 })
    let seal = encoder.seal(
      Envelope(session: session, seq: seq, t: t, wall: Self.start + t),
      records: Int64(records ?? lines.count), after: hash, label: label, hmac: hmac)
    lines.append(seal.line)
    return seal.sha256
  }

  package mutating func append(raw text: String) { lines.append(Array((text + "\n").utf8)) }

  /// A session of ten records, whole and clean.
  package static func sample(session: String = "s-1", checksums: Bool = false) -> Lines {
    var lines = Lines(session: session, checksums: checksums)
    lines.begin()
    lines.add(.appLaunched, [(.cold, .boolean(true))])
    lines.add(.appBecameActive)
    lines.request("r-1")
    lines.load("r-1", "a-1")
    lines.add(
      .adWillPresent,
      [(.ad, .string("a-1")), (.unit, .string("u-1")), (.format, .string("rewarded"))])
    lines.add(
      .adRewardEarned,
      [
        (.ad, .string("a-1")), (.unit, .string("u-1")), (.type, .string("coins \"ä\"")),
        (.amount, .number(2.5)),
      ])
    lines.add(.configChanged, [(.policy, .policy([PolicySetting(.dailyCap, 5)]))])
    lines.add(
      .adDismissed,
      [(.ad, .string("a-1")), (.unit, .string("u-1")), (.format, .string("rewarded"))])
    lines.add(.sessionEnded, [(.reason, .string("terminated"))])
    return lines
  }

  package var bytes: [UInt8] { lines.flatMap { $0 } }

  /// The bytes of some lines, numbered from 1, in this order.
  package func bytes(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { lines[$0 - 1] } }

  /// The bytes with a line replaced.
  package func replacing(_ number: Int, _ text: String) -> [UInt8] {
    var copy = lines
    copy[number - 1] = Array((text + "\n").utf8)
    return copy.flatMap { $0 }
  }

  package func text(_ number: Int) -> String {
    String(decoding: lines[number - 1].dropLast(), as: UTF8.self)
  }
}

extension SessionReading {
  /// Everything that a reading says, as text to compare.
  package var rendering: String {
    var text = "\(id) line \(ordinal) \(trace.end) seal \(!trace.hasBadSeal)"
    text +=
      " gaps \(trace.gaps) reused \(trace.reusedNames.map { trace.symbols.text($0) }.sorted())"
    text += "\nheader \(trace.header.map { "\($0)" } ?? "none")"
    text += "\npolicy \(trace.policyChanges.sorted { $0.key < $1.key })"
    for event in trace.events { text += "\n" + event.rendering(trace.symbols) }
    for item in damage { text += "\n\(item)" }
    for item in notes { text += "\n\(item)" }
    return text
  }

  package var damageCodes: [DamageCode] { damage.map(\.code) }
  package var noteCodes: [NoteCode] { notes.map(\.code) }
  package var seqs: [Int64] { trace.events.map(\.seq) }
  package var gapPositions: [Int] { trace.gaps.map(\.position) }
}

extension Event {
  /// The listed values, slot by slot.
  package var words: [Word] { WordSlot.allCases.map { self[$0] } }
  /// The numbers, slot by slot.
  package var numbers: [Int64?] { NumberSlot.allCases.map { self[$0] } }

  package func rendering(_ symbols: SymbolTable) -> String {
    let texts = [unit, scene, ad, request, load, text].map { symbols.text($0) }
    return "\(seq) \(t) \(wall) \(line) \(kind) \(texts) \(words) \(numbers) \(flags) "
      + "\(flagsPresent)"
  }
}

/// A folder that is gone after the test.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "/adjournal-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    let folder = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Compresses by the system's gzip.
  package func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let plain = try write("plain-\(UUID().uuidString)", bytes)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-f", plain]
    try process.run()
    process.waitUntilExit()
    let packed = try Data(contentsOf: URL(fileURLWithPath: plain + ".gz"))
    try FileManager.default.removeItem(atPath: plain + ".gz")
    return [UInt8](packed)
  }
}

/// What a call of the reader delivers, as text.
package struct Deliveries {
  package var sessions: [String] = []
  package var ids: [String] = []
  package var damage: [[DamageCode]] = []
  package var journals: [JournalSummary] = []
  package var failures: [InputError] = []

  package init(
    _ paths: [String], jobs: Int = 1, blockSize: Int = 1 << 20
  ) throws {
    try self.init(paths, JournalReader(jobs: jobs, blockSize: blockSize))
  }

  package init(_ paths: [String], _ reader: JournalReader) throws {
    for delivery in reader.read(paths, judge: { ($0.id, $0.rendering, $0.damageCodes) }) {
      switch delivery {
      case .session(let session):
        ids.append(session.0)
        sessions.append(session.1)
        damage.append(session.2)
      case .journal(let journal): journals.append(journal)
      case .failure(let failure): failures.append(failure)
      }
    }
  }
}
