import TestJournals
@testable import AdReplay
@testable import JournalInput
@testable import JournalFormat
import AdSession
import Testing

/// A session in segments, each with its keyed seal, as a recorder writes it.
private struct SealedSession {
  var segments: [Lines] = []
  private var hashes: [String] = []
  var key: EvolvingKey
  let session: String

  init(session: String = "s-1", key: SealKey) {
    self.session = session
    self.key = EvolvingKey(key, session: session)
  }

  /// Adds a segment of three records and its seal.
  mutating func add(epoch: Int64? = nil, hmac: String? = nil, previous: String? = nil) {
    var lines = Lines(session: session)
    let first = Int64(segments.reduce(0) { $0 + $1.lines.count }) + 1
    if segments.isEmpty {
      lines.begin()
    } else {
      lines.add(
        .sessionContinued, seq: first,
        [
          (.segment, .integer(Int64(segments.count + 1))),
          (.previousSha256, .string(previous ?? sha256(segments.count))),
        ])
    }
    lines.add(.appBecameActive, seq: first + 1)
    lines.add(.appMemoryWarning, seq: first + 2)
    seal(&lines, seq: first + 3, epoch: epoch, hmac: hmac)
    segments.append(lines)
    key.evolve()
  }

  private mutating func seal(_ lines: inout Lines, seq: Int64, epoch: Int64?, hmac: String?) {
    let label = epoch.map { "\(key.label.split(separator: "/")[0])/\($0)" } ?? key.label
    hashes.append(
      lines.seal(seq: seq, label: label) { [key] in hmac ?? key.hmac(of: $0) })
  }

  /// The hash of a segment's seal, by its number from 1.
  func sha256(_ number: Int) -> String { hashes[number - 1] }

  var bytes: [UInt8] { segments.flatMap(\.bytes) }
}

/// What a key proves.
struct KeyedSealTests {
  private static func key(_ first: UInt8 = 1) throws -> SealKey {
    try SealKey([first] + [UInt8](repeating: 7, count: 31), name: "k1")
  }

  private static func sealed(_ count: Int = 3) throws -> SealedSession {
    var session = SealedSession(key: try key())
    for _ in 0..<count { session.add() }
    return session
  }

  private static func read(_ parts: [[UInt8]], key: SealKey?) throws -> SessionReading {
    let folder = try TemporaryFolder()
    let paths = try parts.enumerated().map { try folder.write("\($0).jsonl", $1) }
    var reader = JournalReader()
    reader.sealKey = key
    var found: [SessionReading] = []
    for delivery in reader.read(paths, judge: { $0 }) {
      if case .session(let reading) = delivery { found.append(reading) }
    }
    return try #require(found.first)
  }

  @Test func `the right key verifies every seal in one file and in several`() throws {
    let session = try Self.sealed()
    for parts in [[session.bytes], session.segments.map(\.bytes)] {
      let reading = try Self.read(parts, key: try Self.key())
      #expect(reading.damage.isEmpty)
      #expect(reading.seals == Seals(count: 3, verified: 3, coverTheEnd: true))
      let unkeyed = try Self.read(parts, key: nil)
      #expect(unkeyed.damage.isEmpty)
      #expect(unkeyed.seals == Seals(count: 3, verified: 0, coverTheEnd: true))
    }
  }

  @Test func `another key verifies no seal`() throws {
    let reading = try Self.read([Self.sealed().bytes], key: try Self.key(2))
    #expect(reading.damageCodes == [.badSeal, .badSeal, .badSeal])
    #expect(
      reading.damage.first?.because.hasPrefix("the seal's hmac is not that of the given key (")
        == true)
    #expect(reading.trace.hasBadSeal)
  }

  /// The key of the second segment is used to rewrite the first.
  @Test func `a segment that is sealed again with a later key is reported`() throws {
    var later = EvolvingKey(try Self.key(), session: "s-1")
    later.evolve()
    for epoch in [1, 2] as [Int64] {
      var forged = Lines(session: "s-1")
      forged.begin()
      forged.add(.appMemoryWarning, seq: 2)
      forged.seal(label: "k1/\(epoch)") { [later] in later.hmac(of: $0) }
      let reading = try Self.read([forged.bytes], key: try Self.key())
      #expect(reading.damageCodes == [.badSeal])
      let because = reading.damage.first?.because
      #expect(
        because?.contains(epoch == 2 ? "stands in segment 1" : "made with another key") == true)
    }
  }

  @Test func `the epoch is checked even without a key`() throws {
    var session = try Self.sealed(1)
    session.add(epoch: 1)
    let reading = try Self.read([session.bytes], key: nil)
    #expect(
      reading.damage.map(\.because) == [
        "the seal is of epoch 1 of its key, but it stands in segment 2: it was made with the key of "
          + "another segment"
      ])
  }

  @Test func `a seal without hmac is bad if the reader has a key`() throws {
    let lines = SealTests.sealed()
    #expect(try Self.read([lines.bytes], key: nil).damage.isEmpty)
    let reading = try Self.read([lines.bytes], key: try Self.key())
    #expect(
      reading.damage.map(\.because) == ["the seal has no hmac, so the key proves nothing of it"])
  }

  @Test(arguments: ["k1", "k1/", "k1/x", "", "k1/0", "k1/99999999999"])
  func `a seal key without an epoch is reported`(label: String) throws {
    var lines = Lines.sample()
    lines.seal(label: label) { _ in "00" }
    let reading = try Self.read([lines.bytes], key: try Self.key())
    #expect(reading.damageCodes == [.badSeal])
    #expect(reading.damage.first?.because.contains("epoch") == true)
  }

  @Test func `a segment that is not the previous one is reported in one file and in several`()
    throws
  {
    var session = try Self.sealed(1)
    session.add(previous: String(repeating: "0", count: 64))
    session.add()
    for parts in [[session.bytes], session.segments.map(\.bytes)] {
      let reading = try Self.read(parts, key: try Self.key())
      #expect(reading.damageCodes == [.badSeal])
      #expect(
        reading.damage.first?.because
          == "segment 2 says previous_sha256 \(String(repeating: "0", count: 64)), but segment 1 has "
          + "\(session.sha256(1)); bytes of it were changed, or it is not the one before")
      #expect(reading.seals.verified == 3)
    }
  }

  /// The old segment was sealed, so nobody without its key can have changed it.
  @Test func `a segment of another session with the same name is reported`() throws {
    let session = try Self.sealed()
    var other = SealedSession(key: try Self.key())
    other.segments = [Lines(session: "s-1")]
    other.segments[0].begin(t: 0, [(.device, .string("other"))])
    let parts = [other.segments[0].bytes, session.segments[1].bytes, session.segments[2].bytes]
    let reading = try Self.read(parts, key: try Self.key())
    #expect(reading.damageCodes.contains(.badSeal))
  }

  @Test func `a lost segment is a gap and not a broken link`() throws {
    let session = try Self.sealed()
    let parts = [session.segments[0].bytes, session.segments[2].bytes]
    #expect(try Self.read(parts, key: try Self.key()).damageCodes == [.seqGap])
  }

  @Test func `records after the last seal are not covered`() throws {
    var session = try Self.sealed(1)
    var more = Lines(session: "s-1")
    more.add(
      .sessionContinued, seq: 5,
      [(.segment, .integer(2)), (.previousSha256, .string(session.sha256(1)))])
    more.add(.appMemoryWarning, seq: 6)
    session.segments.append(more)
    let reading = try Self.read([session.bytes], key: try Self.key())
    #expect(reading.damage.isEmpty)
    #expect(reading.seals == Seals(count: 1, verified: 1, coverTheEnd: false, uncovered: 2))
    let parts = session.segments.map(\.bytes)
    #expect(try Self.read(parts, key: try Self.key()).seals == reading.seals)
  }

  @Test func `records between a seal and the next segment are not covered`() throws {
    let session = try Self.sealed(2)
    var forged = Lines(session: "s-1")
    forged.add(.appMemoryWarning, seq: 4)
    let bytes = session.segments[0].bytes + forged.bytes + session.segments[1].bytes
    #expect(try Self.read([bytes], key: try Self.key()).seals.uncovered == 1)
    let parts = [session.segments[0].bytes + forged.bytes, session.segments[1].bytes]
    #expect(try Self.read(parts, key: try Self.key()).seals.uncovered == 1)
  }

  /// A segment without a seal, and how the next one, which has a seal, is linked to it.
  @Test(arguments: [true, false])
  func `a segment without a seal is covered only if the next one names its hash`(
    isLinked: Bool
  ) throws {
    var first = Lines(session: "s-1")
    first.begin()
    first.add(.appBecameActive, seq: 2)
    let hash = isLinked ? SealTests.hash(first.bytes) : nil
    var key = EvolvingKey(try Self.key(), session: "s-1")
    key.evolve()
    var second = Lines(session: "s-1")
    let link = hash.map { [(FieldName.previousSha256, FieldValue.string($0))] } ?? []
    second.add(.sessionContinued, seq: 3, [(.segment, .integer(2))] + link)
    second.seal(seq: 4, label: key.label) { [key] in key.hmac(of: $0) }
    for parts in [[first.bytes + second.bytes], [first.bytes, second.bytes]] {
      let reading = try Self.read(parts, key: try Self.key())
      #expect(reading.damage.isEmpty)
      #expect(
        reading.seals
          == Seals(count: 1, verified: 1, coverTheEnd: true, uncovered: isLinked ? 0 : 2))
    }
  }

  @Test func `no record of a session without a seal is covered`() throws {
    let reading = try Self.read([Lines.sample().bytes], key: try Self.key())
    #expect(reading.seals == Seals(uncovered: 10))
  }

  @Test func `the key of an epoch does not depend on the epochs asked for before`() throws {
    var keys = SessionKeys(try Self.key(), session: "s-1")
    var expected = [EvolvingKey(try Self.key(), session: "s-1")]
    while expected.count < 3100 {
      var next = expected[expected.count - 1]
      next.evolve()
      expected.append(next)
    }
    for epoch in [1, 1, 3100, 2, 1024, 1025, 1026, 3100, 2049, 2048, 1, 3073, 3072, 3100] {
      #expect(keys.key(of: Int64(epoch)) == expected[epoch - 1], "\(epoch)")
    }
    #expect(keys.key(of: 0) == nil && keys.key(of: 1_000_001) == nil)
  }

  @Test func `every changed byte of a sealed line is reported`() throws {
    let session = try Self.sealed(2)
    let key = try Self.key()
    let covered = session.segments[0].bytes([1, 2, 3]).count
    let sealed = session.segments[0].bytes.count
    for place in Array(stride(from: 0, to: covered, by: 7)) + Array(covered..<sealed - 1) {
      var bytes = session.bytes
      bytes[place] ^= 1
      let folder = try TemporaryFolder()
      let path = try folder.write("a.jsonl", bytes)
      var reader = JournalReader()
      reader.sealKey = key
      var findings = 0
      for delivery in reader.read([path], judge: { $0 }) {
        switch delivery {
        case .session(let reading): findings += reading.damage.count
        case .journal(let journal): findings += journal.damage.count
        case .failure: findings += 1
        }
      }
      #expect(findings > 0, "byte \(place)")
    }
  }
}
