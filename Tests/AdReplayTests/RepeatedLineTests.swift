import TestJournals
@testable import JournalFormat
@testable import AdReplay
@testable import JournalInput
@testable import Platform
import AdSession
import Foundation
import Testing

/// Lines of one `seq` are compared where their input has them.
struct RepeatedLineTests {
  /// A session of ten records whose lines come once, twice or thrice, in any order, and some of
  /// them with another content.
  private static func lines(_ numbers: inout Numbers) -> [[UInt8]] {
    let sample = Lines.sample()
    var lines = sample.lines
    for seq in 2...10 where numbers.below(3) == 0 { lines.append(sample.lines[seq - 1]) }
    for seq in 2...10 where numbers.below(5) == 0 {
      var other = Lines()
      other.add(.note, seq: Int64(seq), [(.text, .string("other"))])
      lines.append(other.lines[0])
    }
    for place in lines.indices.reversed() where numbers.below(2) == 0 {
      lines.swapAt(place, numbers.below(place + 1))
    }
    if numbers.below(3) == 0 { lines.insert(Array("{\"session\":\"s-1\",\n".utf8), at: 3) }
    return lines
  }

  @Test func `repeated lines of files, archives and keyed files are reported as in a stream`()
    throws
  {
    let folder = try TemporaryFolder()
    var numbers = Numbers(state: 11)
    var notes = 0
    var damage = 0
    for number in 0..<20 * replayRounds {
      let lines = Self.lines(&numbers)
      let other = LateRecordTests.filler("other", count: 2 + numbers.below(3000))
      let bytes = lines.prefix(5).flatMap { $0 } + other + lines.dropFirst(5).flatMap { $0 }
      let read = Journal.readAll(bytes: bytes).sessions
      let stream = read.map(\.rendering)
      let file = try folder.write("\(number).jsonl", bytes)
      #expect(try Deliveries([file], blockSize: 4096).sessions == stream, "seed 11, \(number)")
      let archive = try folder.write("\(number).gz", folder.gzip(bytes))
      #expect(try Deliveries([archive]).sessions == stream, "seed 11, \(number)")
      let keys = bytes.split(separator: 0x0A).map { Array("k\t".utf8) + $0 + [0x0A] }
      let keyed = try folder.write("\(number).keyed", Array(keys.joined()))
      var reader = JournalReader()
      reader.isKeyed = true
      var seqs: [[Int64]] = []
      for delivery in reader.read([keyed], judge: { $0.seqs }) {
        if case .session(let one) = delivery { seqs.append(one) }
      }
      #expect(seqs == read.map(\.seqs), "seed 11, \(number)")
      notes += read.flatMap(\.noteCodes).count { $0 == .seqRepeated }
      damage += read.flatMap(\.damageCodes).count { $0 == .recordConflict }
    }
    #expect(min(notes, damage) > 15 * replayRounds)
  }

  @Test func `repeated lines in several files are compared for every kind of file`()
    throws
  {
    var lines = Lines.sample(session: "long")
    lines.add(.sessionContinued, seq: 10, [(.segment, .integer(2))])
    lines.add(.note, seq: 11, [(.text, .string("one"))])
    let first = lines.bytes(Array(1...9))
    let equal = lines.bytes([11, 8, 9, 12])
    var other = Lines(session: "long")
    other.add(.note, seq: 9, [(.text, .string("another"))])
    let different = lines.bytes([11]) + other.bytes + lines.bytes([12])
    for (rest, damage) in [(equal, []), (different, [DamageCode.recordConflict])] {
      for (one, two) in [(false, false), (false, true), (true, false), (true, true)] {
        let folder = try TemporaryFolder()
        let paths = try [
          folder.write("1.jsonl", one ? folder.gzip(first) : first),
          folder.write("2.jsonl", two ? folder.gzip(rest) : rest),
        ]
        let read = try Deliveries(paths)
        #expect(read.ids == ["long"])
        #expect(read.damage == [damage], "archives: \(one), \(two)")
      }
    }
  }

  @Test func `repeated lines of a file that is gone count as damage, not as equal`() throws {
    let folder = try TemporaryFolder()
    let sample = Lines.sample(session: "late")
    let bytes = Lines.sample(session: "early").bytes + sample.bytes + sample.bytes([4])
    let path = try folder.write("gone.jsonl", bytes)
    var damage: [[String]] = []
    let sessions = JournalReader().read([path]) { reading in
      if reading.id == "early" { try? FileManager.default.removeItem(atPath: path) }
      return reading.damage.map { "\($0.code.rawValue): \($0.because)" }
    }
    for case .session(let one) in sessions { damage.append(one) }
    #expect(
      damage == [
        [],
        [
          "record-conflict: line 14 also has seq 4, and the file cannot be read again to compare "
            + "them; both records were dropped"
        ],
      ])
  }
}
