import TestJournals
@testable import AdReplay
@testable import JournalInput
@testable import JournalFormat
import AdSession
import Testing

/// Damage that only a whole session shows.
struct SessionDamageTests {
  static func read(_ lines: Lines, _ numbers: [Int]) -> SessionReading? {
    Journal.read(bytes: lines.bytes(numbers)).first
  }

  @Test func `a complete session has no damage, note or gap`() throws {
    let reading = try #require(Journal.read(bytes: Lines.sample().bytes).first)
    #expect(reading.damage.isEmpty && reading.notes.isEmpty && reading.trace.gaps.isEmpty)
    #expect(reading.seqs == Array(1...10))
    #expect(reading.trace.end == .clean)
    #expect(reading.trace.header?.sdk == "google-mobile-ads")
    #expect(reading.trace.policyChanges == [7: [PolicySetting(.dailyCap, 5)]])
    let earned = reading.trace.events[6]
    #expect(reading.trace.symbols.text(earned.text) == "coins \"ä\"")
    #expect(earned.amount == 2.5)
    #expect(reading.firstWall == Lines.start && reading.lastWall == Lines.start + 900)
  }

  @Test func `each hole of missing records is one seq-gap`() throws {
    for first in 2...9 {
      for last in first...9 {
        let reading = try #require(
          Self.read(.sample(), (1...10).filter { $0 < first || $0 > last }))
        #expect(reading.damageCodes == [.seqGap])
        #expect(reading.damage.first?.line == first)
        #expect(reading.trace.gaps == [Gap(position: first - 1, dropped: Int64(last - first + 1))])
      }
    }
  }

  @Test func `records missing at the beginning are reported as no-header`() throws {
    for first in 2...10 {
      let reading = try #require(Self.read(.sample(), Array(first...10)))
      #expect(reading.damageCodes == [.noHeader])
      #expect(reading.trace.header == nil)
      #expect(reading.trace.gaps == [Gap(position: 0, dropped: Int64(first - 1))])
    }
  }

  @Test func `records missing at the end make a cut session`() throws {
    for last in 1...9 {
      let reading = try #require(Self.read(.sample(), Array(1...last)))
      #expect(reading.damage.isEmpty && reading.trace.gaps.isEmpty)
      #expect(reading.trace.end == .cut)
    }
  }

  @Test func `records in any order are sorted, with a note for each late one`() throws {
    let sample = Lines.sample()
    let reversed = try #require(Self.read(sample, Array((1...10).reversed())))
    #expect(reversed.seqs == Array(1...10))
    #expect(reversed.damage.isEmpty && reversed.trace.gaps.isEmpty)
    #expect(reversed.noteCodes == Array(repeating: .outOfOrder, count: 9))
    #expect(reversed.trace.policyChanges.keys.sorted() == [7])
    #expect(reversed.trace.end == .clean)
    let one = try #require(Self.read(sample, [1, 2, 4, 3, 5, 6, 7, 8, 9, 10]))
    #expect(one.notes.map(\.line) == [4])
    #expect(one.trace.events.map(\.line) == [1, 2, 4, 3, 5, 6, 7, 8, 9, 10])
  }

  @Test func `a record that is repeated with equal bytes counts once`() throws {
    let sample = Lines.sample()
    for number in 1...10 {
      for place in number...10 {
        var numbers = Array(1...10)
        numbers.insert(number, at: place)
        let reading = try #require(Self.read(sample, numbers))
        #expect(reading.seqs == Array(1...10))
        #expect(reading.damage.isEmpty && reading.trace.gaps.isEmpty)
        #expect(reading.noteCodes == [.seqRepeated])
        #expect(reading.notes.first?.line == place + 1)
      }
    }
    let twice = Journal.read(bytes: sample.bytes + sample.bytes)
    #expect(twice.count == 1)
    #expect(twice.first?.noteCodes == Array(repeating: .seqRepeated, count: 10))
  }

  @Test func `two records with the same seq and different bytes are both dropped`() throws {
    for number in 2...10 {
      var lines = Lines.sample()
      lines.add(.note, seq: Int64(number), [(.text, .string("other"))])
      let reading = try #require(Journal.read(bytes: lines.bytes).first)
      #expect(reading.damageCodes == [.recordConflict])
      #expect(reading.damage.first?.line == 11)
      #expect(reading.seqs == (1...10).filter { $0 != number }.map { Int64($0) })
      #expect(reading.trace.gaps == [Gap(position: number - 1, dropped: 1)])
      #expect(reading.trace.end == (number == 10 ? .cut : .clean))
    }
  }

  @Test
  func
    `the fewest records are not trusted if the clock goes back, and the later ones of several choices`()
  {
    #expect(Self.kept([0, 1, 2, 3]) == [0, 1, 2, 3])
    #expect(Self.kept([0, 10, 5]) == [0, 1])
    #expect(Self.kept([0, 10, 5, 20]) == [0, 1, 3])
    #expect(Self.kept([0, 10, 5, 6, 20]) == [0, 2, 3, 4])
    #expect(Self.kept([9, 0, 0, 0]) == [1, 2, 3])
    #expect(Self.kept([0, 5, 4, 5, 4]) == [0, 1, 3])
    #expect(Self.kept([3, 2, 1]) == [0])
  }

  /// The places of the records that are trusted; the second half of each is a gap.
  static func kept(_ times: [Int64]) -> [Int] {
    var lines = Lines()
    for (place, t) in times.enumerated() {
      if place == 0 { lines.begin(t: t) } else { lines.add(.appMemoryWarning, t: t) }
    }
    guard let reading = Journal.read(bytes: lines.bytes).first else { return [] }
    let removed = times.count - reading.recordCount
    #expect(reading.damageCodes.filter { $0 == .clockBackwards }.count == removed)
    #expect(!reading.damageCodes.contains(.seqGap))
    #expect(reading.trace.gaps.isEmpty == (removed == 0))
    return reading.seqs.map { Int($0) - 1 }
  }

  @Test func `the choice of trusted records is the smallest and earliest of all`() {
    for code in 0..<1024 {
      let times = (0..<5).map { Int64(code >> ($0 * 2) & 3) }
      #expect(ClockLaw.best(times) == Self.kept(times), "\(times)")
    }
  }

  @Test func `a recorder's gap explains as many records as it dropped`() throws {
    for (seq, damage) in [(3, []), (6, []), (7, [DamageCode.seqGap])] as [(Int64, [DamageCode])] {
      var lines = Lines()
      lines.begin()
      lines.add(.appBecameActive)
      lines.add(.recorderGap, seq: seq, [(.dropped, .integer(3)), (.reason, .string("disk_full"))])
      lines.add(.appMemoryWarning, seq: seq + 1)
      let reading = try #require(Journal.read(bytes: lines.bytes).first)
      #expect(reading.damageCodes == damage)
      #expect(reading.trace.gaps == [Gap(position: 2, dropped: max(3, seq - 3))])
    }
  }

  @Test func `a damaged line explains the record that its bytes name, and no other`() throws {
    let sample = Lines.sample()
    var lines = sample.lines
    lines[6] = Array("{\"v\":1,\"session\":\"s-1\",\"seq\":7,\"t\"\n".utf8)
    lines.remove(at: 5)
    let named = try #require(Journal.read(bytes: lines.flatMap { $0 }).first)
    #expect(named.damageCodes == [.notJSON, .seqGap])
    #expect(named.trace.gaps == [Gap(position: 5, dropped: 2)])
    lines[5] = Array("garbage\n".utf8)
    let nameless = try #require(Journal.read(bytes: lines.flatMap { $0 }).first)
    #expect(nameless.damageCodes == [.notJSON])
    #expect(nameless.trace.gaps == [Gap(position: 5, dropped: 2)])
  }

  @Test func `two records on one line explain both`() throws {
    var bytes = Lines.sample().bytes
    let feeds = bytes.indices.filter { bytes[$0] == 0x0A }
    bytes[feeds[4]] = 0x20
    let reading = try #require(Journal.read(bytes: bytes).first)
    #expect(reading.damageCodes == [.notJSON])
    #expect(reading.trace.gaps == [Gap(position: 4, dropped: 2)])
  }

  @Test func `a damaged line belongs to the session it names, else to that of the line before`() {
    let a = Lines.sample(session: "a")
    let b = Lines.sample(session: "b")
    let start = a.lines[0] + b.lines[0]
    func owners(_ middle: String) -> [String: [DamageCode]] {
      let sessions = Journal.read(bytes: start + Array(middle.utf8) + a.lines[1] + b.lines[1])
      return Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0.damageCodes) })
    }
    #expect(owners("{\"session\":\"a\",\n") == ["a": [.notJSON], "b": []])
    #expect(owners("{\"what\":\"session\",\"session\" : \"a\",\n") == ["a": [.notJSON], "b": []])
    #expect(owners("{\"seq\":2,\n") == ["a": [], "b": [.notJSON]])
    #expect(owners("{\"session\":\"a b\"}\n") == ["a": [], "b": [.missingField]])
    #expect(owners("\n{\"session\":\"c\n") == ["a": [], "b": [.notJSON]])
    #expect(owners("[\n{\"session\":\"a\"\n]\n") == ["a": [.notJSON, .notJSON], "b": [.notJSON]])
    let homeless = Journal.readAll(bytes: Array("garbage\n".utf8) + start)
    #expect(homeless.summary.damage.map(\.code) == [.notJSON])
    #expect(homeless.sessions.map(\.damageCodes) == [[], []])
  }

  @Test func `another header begins a session of its own`() throws {
    let first = Lines.sample()
    var second = Lines()
    second.begin([(.launchCount, .integer(2))])
    second.add(.appLaunched, [(.cold, .boolean(true))])
    let sessions = Journal.read(bytes: first.bytes + second.bytes + first.bytes + second.bytes)
    #expect(sessions.map(\.id) == ["s-1", "s-1#2"])
    #expect(sessions.map(\.recordCount) == [10, 2])
    #expect(sessions.map(\.damageCodes) == [[], [.secondHeader]])
    #expect(sessions.map(\.trace.gaps.isEmpty) == [true, true])
    #expect(sessions.map(\.notes.count) == [10, 2])
    #expect(sessions[1].trace.header?.launchCount == 2)
    #expect(sessions[1].damage.first?.line == 11)
  }

  @Test func `a header that is not the first record is dropped`() throws {
    var lines = Lines.sample()
    lines.add(.appMemoryWarning, seq: 11)
    let line = lines.text(1).replacing("\"seq\":1,", with: "\"seq\":6,")
    let reading = try #require(Journal.read(bytes: lines.replacing(6, line)).first)
    #expect(reading.damageCodes == [.secondHeader])
    #expect(reading.trace.gaps == [Gap(position: 5, dropped: 1)])
  }

  @Test func `a header without the crc that it promises is dropped like any record`() throws {
    var lines = Lines()
    lines.begin([(.checksums, .boolean(true))])
    lines.add(.appBecameActive)
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(reading.damageCodes == [.missingCRC, .missingCRC])
    #expect(reading.recordCount == 0)
    #expect(!reading.trace.gaps.isEmpty)
  }

  @Test func `a name that is used twice is reported, and a repeated callback is not`() throws {
    var lines = Lines()
    lines.begin()
    lines.request("r-1")
    lines.load("r-1", "a-1")
    lines.load("r-1", "a-1")
    lines.load("r-1", "a-2")
    let native = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(native.damage.isEmpty && native.trace.reusedNames.isEmpty)
    lines.request("r-1")
    lines.request("r-2")
    lines.load("r-2", "a-1")
    lines.add(.windowShown, [(.window, .string("w"))])
    lines.add(.windowClosed, [(.window, .string("w"))])
    lines.add(.windowShown, [(.window, .string("w"))])
    let call: [(FieldName, FieldValue)] = [
      (.load, .string("l")), (.request, .string("r-2")), (.adapter, .string("A")),
      (.format, .string("native")), (.parameterPresent, .boolean(true)),
    ]
    lines.add(.adapterLoadCalled, call)
    lines.add(.adapterLoadCalled, call)
    let reading = try #require(Journal.read(bytes: lines.bytes).first)
    #expect(reading.damageCodes == Array(repeating: .nameReused, count: 4))
    #expect(reading.damage.map(\.line) == [6, 8, 11, 13])
    let names = Set(reading.trace.reusedNames.map { reading.trace.symbols.text($0) })
    #expect(names == ["r-1", "a-1", "w", "l"])
    #expect(reading.trace.gaps.isEmpty)
  }

  @Test func `a torn tail is a gap at the end unless its crc is valid`() throws {
    let sample = Lines.sample()
    let torn = try #require(Journal.read(bytes: Array(sample.bytes.dropLast())).first)
    #expect(torn.damageCodes == [.tornTail])
    #expect(torn.trace.end == .torn)
    #expect(torn.trace.gaps == [Gap(position: 9, dropped: 1)])
    let whole = Journal.readAll(bytes: Array(Lines.sample(checksums: true).bytes.dropLast()))
    #expect(whole.sessions.first?.damage.isEmpty == true)
    #expect(whole.sessions.first?.trace.end == .clean)
    #expect(whole.summary.notes.map(\.code) == [.missingNewline])
    #expect(whole.summary.notes.first?.session == "s-1")
  }

  @Test func `NUL bytes at the end are reported as padding and not as a torn line`() throws {
    let bytes = Lines.sample().bytes + [UInt8](repeating: 0, count: 4000)
    let reading = try #require(Journal.read(bytes: bytes).first)
    #expect(reading.damageCodes == [.nulPadding])
    #expect(reading.trace.end == .clean)
    #expect(reading.trace.gaps == [Gap(position: 10)])
  }

  @Test func `blank lines and a byte-order mark are noted`() {
    let sample = Lines.sample()
    let bytes =
      [0xEF, 0xBB, 0xBF] + sample.lines[0] + Array("\n \t\r\n".utf8) + sample.bytes([2, 3])
    let whole = Journal.readAll(bytes: bytes + [0x20])
    #expect(whole.sessions.first?.recordCount == 3)
    #expect(whole.sessions.first?.damage.isEmpty == true)
    #expect(
      whole.summary.notes.map(\.code) == [.byteOrderMark, .blankLine, .blankLine, .blankLine])
    #expect(whole.summary.notes.map(\.line) == [1, 2, 3, 6])
    let inside = Journal.read(bytes: sample.lines[0] + [0xEF, 0xBB, 0xBF] + sample.lines[1])
    #expect(inside.first?.damageCodes == [.notJSON])
  }

  @Test func `a session can consist of one damaged line`() {
    let sessions = Journal.read(bytes: Array("{\"session\":\"x\",\n".utf8))
    #expect(sessions.map(\.id) == ["x"])
    #expect(sessions.first?.recordCount == 0)
    #expect(sessions.first?.firstWall == nil)
    #expect(sessions.first?.damageCodes == [.notJSON])
    #expect(sessions.first?.trace.gaps == [Gap(position: 0)])
  }
}

/// The definition of the trusted records, by trying everything.
enum ClockLaw {
  static func best(_ times: [Int64]) -> [Int] {
    var best: [Int] = []
    for mask in 0..<(1 << times.count) {
      let kept = times.indices.filter { mask >> $0 & 1 == 1 }
      let rises = zip(kept, kept.dropFirst()).allSatisfy { times[$0] <= times[$1] }
      guard rises else { continue }
      if kept.count > best.count || kept.count == best.count && kept.lexicographicallyPrecedes(best)
      {
        best = kept
      }
    }
    return best
  }
}
