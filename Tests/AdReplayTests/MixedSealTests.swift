import TestJournals
@testable import JournalFormat
@testable import AdReplay
@testable import JournalInput
@testable import Platform
import AdSession
import JSONLines
import Testing

/// Seals of sessions whose lines are mixed with those of others.
struct MixedSealTests {
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

  /// What the seals of each session show; a wrong one names the hash of its lines.
  private static func reports(
    _ bytes: [UInt8], blockSize: Int, keepsHashes: Bool, pieceCount: Int = OpenSession.pieceCount
  ) -> [String] {
    let assembly = InputAssembly(
      input: 0, path: "-", pool: PoolBox(), keepsHashes: keepsHashes, lateLines: 2)
    assembly.pieceCount = pieceCount
    let completed = assembly.sessions(in: bytes, blockSize: blockSize)
    return completed.map { session in
      let report = session.value.sealReport
      let damage = report.damage.map { "\($0.line) \($0.because)" }
      defer { SessionPool.release(session) }
      return "\(session.value.id) \(report.seals) \(report.open) \(damage)"
    }.sorted()
  }

  @Test(arguments: 0..<4 * replayRounds)
  func `a seal covers the same lines for every size of blocks and of packed pieces`(seed: Int) {
    var numbers = Numbers(state: UInt64(seed))
    let bytes = Self.journal(&numbers)
    let all = Self.reports(bytes, blockSize: 1 << 20, keepsHashes: false)
    #expect(all.count { $0.contains("the seal says") } > 10)
    // Blocks of a byte hold one line each, which is slow.
    for blockSize in (seed < 3 ? [1] : []) + [300, 5000] {
      for keepsHashes in [false, true] {
        for pieceCount in [1, 5, .max] {
          let some = Self.reports(
            bytes, blockSize: blockSize, keepsHashes: keepsHashes, pieceCount: pieceCount)
          #expect(some == all, "\(blockSize) \(keepsHashes) \(pieceCount)")
        }
      }
    }
  }

  /// A sealed session that is silent so long that it is packed.
  @Test(arguments: [false, true])
  func `a seal covers lines that came long before`(isChanged: Bool) throws {
    var lines = SealTests.sealed(session: "sealed").lines
    if isChanged {
      let text = String(decoding: lines[1], as: UTF8.self)
      lines[1] = Array(text.replacing("\"cold\":true", with: "\"cold\":false").utf8)
    }
    let bytes =
      lines[..<5].flatMap { $0 } + LateRecordTests.filler("first", count: 40_000)
      + lines[5..<8].flatMap { $0 } + LateRecordTests.filler("second", count: 80_000)
      + lines[8...].flatMap { $0 } + LateRecordTests.filler("third", count: 10)
    let read = Journal.readAll(bytes: bytes, blockSize: 1 << 16)
    let session = try #require(read.sessions.first { $0.trace.id == "sealed" })
    #expect(session.damageCodes == (isChanged ? [.badSeal] : []))
    #expect(session.seals.count == 1)
  }

  @Test func `a line that is too long counts up to its cut`() {
    let sealed = SealTests.sealed().lines
    let long = [UInt8](repeating: 0x61, count: Limits.lineBytes + 100_000) + [0x0A]
    let bytes = sealed[..<3].flatMap { $0 } + long + sealed[3...].flatMap { $0 }
    for blockSize in [1 << 12, 1 << 16, 1 << 22] {
      let read = Journal.readAll(bytes: bytes, blockSize: blockSize)
      #expect(read.sessions.first?.damageCodes.contains(.badSeal) == true)
    }
  }
}
