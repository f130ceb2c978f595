import TestJournals
@testable import JournalFormat
@testable import AdReplay
@testable import JournalInput
@testable import Platform
import AdSession
import Testing

/// Seals of segments.
struct SealTests {
  static func hash(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }

  @Test func `the hash gives the published values`() {
    #expect(
      Self.hash([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      Self.hash(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Self.hash(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      Self.hash([UInt8](repeating: 0x61, count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `the hash does not depend on how its input is cut`() {
    let bytes = (0..<200).map { UInt8($0) }
    for cut in 0...200 {
      var hash = SHA256()
      bytes[..<cut].withUnsafeBytes { hash.update($0) }
      bytes[cut...].withUnsafeBytes { hash.update($0) }
      #expect(hash.finish() == Self.hash(bytes))
    }
  }

  /// A session with a seal over its lines.
  static func sealed(session: String = "s-1") -> Lines {
    var lines = Lines.sample(session: session)
    lines.seal()
    return lines
  }

  @Test func `a seal that matches is not reported`() throws {
    let lines = Self.sealed()
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(reading.damage.isEmpty && !reading.trace.hasBadSeal)
    #expect(reading.trace.end == .clean)
  }

  @Test func `a seal covers no repeated lines, blank lines or byte-order mark`() throws {
    let lines = Self.sealed()
    let bytes =
      [0xEF, 0xBB, 0xBF] + lines.bytes([1, 2, 3, 2]) + [0x0A] + lines.bytes(Array(4...11))
    let reading = try #require(Journal.read(bytes: bytes + lines.bytes).first)
    #expect(!reading.trace.hasBadSeal)
  }

  @Test func `every changed byte of a sealed session is reported`() {
    let lines = Self.sealed()
    for number in 1...10 {
      let text = lines.text(number)
      let changed = text.replacing("\"wall\":\"2026", with: "\"wall\":\"2027")
      let reading = Journal.read(bytes: lines.replacing(number, changed)).first
      #expect(reading?.damageCodes == [.badSeal])
      #expect(reading?.trace.hasBadSeal == true)
      #expect(reading?.trace.gaps.isEmpty == true)
      let without = Journal.read(bytes: lines.bytes((1...11).filter { $0 != number })).first
      #expect(without?.damageCodes.contains(.badSeal) == true)
      let damaged = Journal.read(bytes: lines.replacing(number, String(text.dropLast()))).first
      #expect(damaged?.damageCodes.contains(.badSeal) == true)
    }
  }

  @Test(arguments: [false, true])
  func `a seal that no record announced is damage, whether it fits or not`(fits: Bool) throws {
    var lines = Lines(session: "s-1")
    lines.seals = false
    lines.begin()
    lines.add(.appBecameActive)
    lines.seal(records: fits ? 2 : 7)
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(reading.damageCodes == [.unannouncedSeal])
    #expect(reading.damage.map(\.line) == [3])
    #expect(
      reading.damage.map(\.because) == [
        "the seal was not compared with any line, because no `session.began` or "
          + "`session.continued` before it has `\"seals\":true`"
      ])
    #expect(reading.trace.hasBadSeal)
    #expect(reading.trace.gaps.isEmpty)
    #expect(reading.seals == Seals(count: 1, uncovered: 2))
  }

  @Test func `a segment announces its own seal, and not that of the segment before`() throws {
    var lines = Lines(session: "s-1")
    lines.seals = false
    lines.begin()
    let hash = lines.seal()
    lines.seals = true
    lines.add(.sessionContinued, [(.segment, .integer(2)), (.previousSha256, .string(hash))])
    lines.seal(records: 1, covering: lines.lines[2])
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(reading.damage.map(\.line) == [2])
    #expect(reading.damageCodes == [.unannouncedSeal])
    #expect(reading.seals == Seals(count: 2, coverTheEnd: true, uncovered: 1))
  }

  @Test func `a seal is compared if the line that announced it may be lost`() throws {
    let lines = Self.sealed()
    let lost = try #require(Journal.read(bytes: lines.bytes(Array(2...11))).first)
    #expect(lost.damageCodes.contains(.badSeal))
    let broken = lines.replacing(1, "{\"session\":\"s-1\",\"seq\":1")
    let damaged = try #require(Journal.read(bytes: broken).first)
    #expect(damaged.damageCodes.contains(.badSeal))
    #expect(!damaged.damageCodes.contains(.unannouncedSeal))
  }

  @Test func `a header without announcement ends the check of seals`() throws {
    var lines = Lines(session: "s-1")
    lines.add(.appBecameActive, seq: 2)
    lines.seals = false
    lines.begin()
    lines.seal(seq: 3)
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(reading.damageCodes == [.unannouncedSeal])
  }

  @Test func `a wrong number of records is a bad seal`() {
    var lines = Lines.sample()
    lines.seal(records: 9)
    #expect(Journal.read(bytes: lines.bytes).first?.damageCodes == [.badSeal])
  }

  @Test(arguments: ["\"seq\":11,", "\"t\":1000,", "wall\":\"2026", "\"records\":10,", "k1/1"])
  func `a seal covers its own clocks, its number of records and the name of its key`(
    part: String
  ) throws {
    var lines = Lines.sample()
    lines.seal(label: "k1/1") { _ in String(repeating: "0", count: 64) }
    #expect(Journal.read(bytes: lines.bytes).first?.damageCodes == [])
    let text = lines.text(11)
    let digit = try #require(part.lastIndex { $0.isNumber })
    var changed = part
    changed.replaceSubrange(digit...digit, with: part[digit] == "7" ? "8" : "7")
    #expect(text.contains(part))
    let reading = Journal.read(bytes: lines.replacing(11, text.replacing(part, with: changed)))
    #expect(reading.first?.damageCodes.contains(.badSeal) == true, "\(changed)")
  }

  @Test func `a field behind the hash of a seal is reported, since nothing covers it`() {
    let lines = Self.sealed()
    let text = lines.text(11)
    let more = Journal.read(
      bytes: lines.replacing(11, text.dropLast() + ",\"x\":1}"))
    #expect(
      more.first?.damage.map(\.because) == [
        "the seal has `x` behind `sha256`, where only `hmac` and `crc` may be"
      ])
    for hidden in [", \"sha256\":", ",\"sha256\" :", ",\"sh\\u0061256\":"] {
      let moved = Journal.read(
        bytes: lines.replacing(11, text.replacing(",\"sha256\":", with: hidden)))
      #expect(
        moved.first?.damage.map(\.because) == [
          "the seal has no field that begins with `,\"sha256\":`, so it covers nothing"
        ], "\(hidden)")
    }
  }

  @Test func `a seal covers its own session only, in files and in streams`() throws {
    let a = Self.sealed(session: "a")
    let b = Self.sealed(session: "b")
    let mixed = (1...11).flatMap { a.lines[$0 - 1] + b.lines[$0 - 1] }
    #expect(Journal.read(bytes: mixed).map(\.trace.hasBadSeal) == [false, false])
    let folder = try TemporaryFolder()
    let path = try folder.write("mixed.jsonl", mixed)
    #expect(try Deliveries([path]).damage == [[], []])
    let bad = String(decoding: mixed, as: UTF8.self).replacing("coins", with: "moins")
    let badPath = try folder.write("bad.jsonl", Array(bad.utf8))
    #expect(try Deliveries([badPath]).damage == [[.badSeal], [.badSeal]])
  }

  @Test func `each segment in one file has its own seal`() throws {
    var lines = Self.sealed()
    let first = lines.lines.count
    lines.add(.sessionContinued, [(.segment, .integer(2))])
    lines.add(.appMemoryWarning)
    let covered = lines.lines[first...].flatMap { $0 }
    lines.seal(records: 2, covering: covered)
    #expect(Journal.read(bytes: lines.bytes).first?.damage.isEmpty == true)
  }
}
