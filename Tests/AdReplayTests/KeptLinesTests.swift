import TestJournals
@testable import JournalFormat
@testable import AdReplay
@testable import Platform
import AdSession
import JSONLines
import Testing

/// The lines that a seal covers, where the input cannot be read by places.
struct KeptLinesTests {
  /// Sealed and other sessions with their lines mixed, damaged lines among them.
  private static func journal(_ numbers: inout Numbers) -> [UInt8] {
    var waiting: [(name: String, lines: ArraySlice<[UInt8]>)] = []
    for place in 0..<40 {
      let session = "s-\(place)"
      var lines = Lines(session: session)
      lines.begin()
      for number in 0..<numbers.below(30) {
        lines.add(.note, [(.text, .string(String(repeating: "n", count: number * 7)))])
      }
      if numbers.below(4) > 0 { lines.add(.sessionEnded, [(.reason, .string("terminated"))]) }
      if numbers.below(4) > 0 {
        lines.add(.sessionSealed, [(.records, .integer(1)), (.sha256, .string("0"))])
      }
      waiting.append((session, lines.lines[...]))
    }
    var bytes: [UInt8] = []
    while !waiting.isEmpty {
      let place = numbers.below(min(8, waiting.count))
      var more = 1 + numbers.below(5)
      while more > 0, let line = waiting[place].lines.popFirst() {
        bytes += line
        more -= 1
        // What comes behind the end of a session may be late.
        guard waiting[place].lines.count > 2 else {
          more = 2
          continue
        }
        let name = waiting[place].name
        switch numbers.below(12) {
        case 0: bytes += Array("{\"session\":\"\(name)\",\"seq\":9\n".utf8)
        case 1: bytes += Array("broken\n\n".utf8)
        case 2: bytes += line
        default: break
        }
      }
      if waiting[place].lines.isEmpty { waiting.remove(at: place) }
    }
    return bytes
  }

  private static let names = (0..<40).map { "s-\($0)" }

  /// The lines of each session with a seal: those that name it, and those without a name that
  /// follow one of its lines.
  private static func canonicalLines(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var lines: [String: [UInt8]] = [:]
    var sealed: Set<String> = []
    var last = ""
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if let name = line.firstMatch(of: /"session":"([^"]*)"/) { last = String(name.1) }
      if line.contains("session.sealed") { sealed.insert(last) }
      lines[last, default: []] += Array("\(line)\n".utf8)
    }
    return lines.filter { sealed.contains($0.key) }
  }

  /// The lines that each sealed session was given; in the second reading of an input, none is late.
  private static func lines(
    _ bytes: [UInt8], blockSize: Int, kept: KeptLines, late: Int, isSecond: Bool = false
  ) -> [String: [UInt8]] {
    var lines: [String: [UInt8]] = [:]
    let completed = sessions(
      bytes, blockSize: blockSize, kept: kept, late: late, isSecond: isSecond)
    for session in completed {
      if session.value.hasSeal {
        lines[session.value.name] =
          session.value.packedLines.flatMap { $0.unpacked } + session.value.raw
      }
      SessionPool.release(session)
    }
    return lines
  }

  /// The sessions of an input, with their lines; of very long ones, pieces of records are packed.
  private static func sessions(
    _ bytes: [UInt8], blockSize: Int, kept: KeptLines, late: Int, isSecond: Bool = false,
    pieceCount: Int = OpenSession.pieceCount
  ) -> [SessionPointer] {
    let source = BlockSource(count: 1, blockSize: blockSize) { _ in
      .source(ByteSource(bytes: bytes, path: "-"))
    }
    let assembly = InputAssembly(
      input: 0, path: "-", pool: PoolBox(), only: isSecond ? Set(Self.names) : nil,
      canReadAgain: false, keptLines: kept)
    assembly.lateLines = late
    assembly.pieceCount = pieceCount
    var parser = BlockParser()
    let block = ParsedBlock(capacity: 1 << 16)
    var completed: [SessionPointer] = []
    while source.next(into: block) {
      parser.parse(block)
      assembly.append(block, &parser, completed: &completed)
    }
    return completed
  }

  /// What the seals of each session show; a wrong one names the hash of its lines.
  private static func reports(
    _ bytes: [UInt8], blockSize: Int, kept: KeptLines, pieceCount: Int
  ) -> [String] {
    sessions(bytes, blockSize: blockSize, kept: kept, late: 2, pieceCount: pieceCount).map {
      session in
      session.value.unpackAll()
      let report = SealCheck.report(of: session, path: "-", key: nil)
      let damage = report.damage.map { "\($0.line) \($0.because)" }
      let id = session.value.id
      SessionPool.release(session)
      return "\(id) \(report.hasChanged) \(report.seals) \(damage)"
    }
  }

  @Test(arguments: 0..<12)
  func `a sealed session gets all its lines for every limit of kept lines`(seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let bytes = Self.journal(&numbers)
    let all = Self.canonicalLines(bytes)
    #expect(all.count > 10)
    // Blocks of a byte hold one line each, which is slow.
    for blockSize in (seed < 3 ? [1] : []) + [300, 5000, 1 << 20] {
      for (further, most) in [(0, 1 << 20), (3, 1 << 20), (40, 1 << 20), (40, 1000), (0, 0)] {
        for isSecond in [false, true] {
          let kept = KeptLines(further: further, mostBytes: most, pieceSize: 700)
          let lines = Self.lines(
            bytes, blockSize: blockSize, kept: kept, late: 2, isSecond: isSecond)
          let other = Self.names.filter { lines[$0] != all[$0] }
          #expect(other.isEmpty, "\(blockSize) \(further) \(most) \(isSecond)")
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `a seal covers lines and records that were packed meanwhile`(seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let bytes = Self.journal(&numbers)
    for (further, most) in [(0, 1 << 20), (40, 1000), (0, 0)] {
      let all = Self.reports(bytes, blockSize: 300, kept: KeptLines(), pieceCount: .max)
      #expect(all.count { $0.contains("the seal says") } > 10)
      for (packedSize, pieceCount) in [(1, .max), (500, 5), (2000, 1), (.max, 3)] {
        let kept = {
          KeptLines(further: further, mostBytes: most, pieceSize: 700, packedSize: packedSize)
        }
        let some = Self.reports(bytes, blockSize: 300, kept: kept(), pieceCount: pieceCount)
        #expect(some == all, "\(further) \(most) \(packedSize) \(pieceCount)")
        let lines = Self.lines(bytes, blockSize: 300, kept: kept(), late: 2)
        #expect(lines == Self.canonicalLines(bytes))
      }
    }
  }

  @Test func `packed bytes are the same when they are unpacked`() {
    var numbers = Numbers(state: 1)
    let noise = (0..<10_000).map { _ in UInt8(numbers.below(256)) }
    let text = [UInt8](repeating: 0x61, count: 10_000) + Array("end".utf8)
    for bytes in [[], [1], noise, text] { #expect(PackedBytes(bytes).unpacked == bytes) }
  }

  /// A sealed session that is silent so long that it is packed, and so long that its lines are
  /// forgotten.
  @Test(arguments: [false, true])
  func `a seal covers lines that were dropped long before`(isChanged: Bool) throws {
    var lines = SealTests.sealed(session: "sealed").lines
    if isChanged {
      let text = String(decoding: lines[1], as: UTF8.self)
      lines[1] = Array(text.replacing("\"cold\":true", with: "\"cold\":false").utf8)
    }
    let bytes =
      lines[..<5].flatMap { $0 } + LateRecordTests.filler("first", count: 40_000)
      + lines[5..<8].flatMap { $0 } + LateRecordTests.filler("second", count: 80_000)
      + lines[8...].flatMap { $0 } + LateRecordTests.filler("third", count: 10)
    let read = Journal.readAll(bytes: bytes, blockSize: 1 << 16, isStream: true)
    let session = try #require(read.sessions.first { $0.trace.id == "sealed" })
    #expect(session.damageCodes == (isChanged ? [.badSeal] : []))
    #expect(session.seals.count == 1)
  }

  @Test func `a line that is too long counts up to its cut`() {
    let sealed = SealTests.sealed().lines
    let long = [UInt8](repeating: 0x61, count: Limits.lineBytes + 100_000) + [0x0A]
    let bytes = sealed[..<3].flatMap { $0 } + long + sealed[3...].flatMap { $0 }
    for blockSize in [1 << 12, 1 << 16, 1 << 22] {
      let read = Journal.readAll(bytes: bytes, blockSize: blockSize, isStream: true)
      #expect(read.sessions.first?.damageCodes.contains(.badSeal) == true)
      let few = KeptLines(further: 1, mostBytes: 10, pieceSize: 100)
      let lines = Self.lines(bytes, blockSize: blockSize, kept: few, late: 2)
      let all = Self.lines(bytes, blockSize: blockSize, kept: KeptLines(), late: 2)
      #expect(lines["s-1"]?.count ?? 0 > Limits.lineBytes)
      let areSame = lines["s-1"] == all["s-1"]
      #expect(areSame)
    }
  }
}
