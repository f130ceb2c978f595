import TestJournals
@testable import AdReplay
@testable import JournalInput
import AdSession
import JournalFormat
import Testing

/// Every row of the table in the documentation of `InputLifetime.swift`, with a lower limit;
/// `LateRecordTests` tests the usual one.
struct InputLifetimeTests {
  private static let lateLines = 20

  /// The records of the session before the other lines.
  enum Last: CaseIterable {
    case none, ended, sealed
  }

  /// The line of the session after the other lines.
  enum Line: CaseIterable {
    case record, continued, damaged
  }

  struct Case: CustomStringConvertible {
    var last: Last
    var line: Line
    /// The number of lines from the last record of the session to the line.
    var distance: Int

    var description: String { "\(last), \(line), \(distance) lines" }

    /// The effect by the table: whether the line is too late for the session.
    var isLate: Bool { last != .none && distance > InputLifetimeTests.lateLines }
  }

  static let cases: [Case] = Last.allCases.flatMap { last in
    Line.allCases.flatMap { line in
      [3, lateLines, lateLines + 1].map { distance in
        Case(last: last, line: line, distance: distance)
      }
    }
  }

  @Test(arguments: cases)
  func `a line belongs to its session unless it is late`(row: Case) throws {
    let input = Self.assembly()
    let session = try #require(input.readings(in: Self.journal(row)).first { $0.id == "s" })
    let before = row.last == .none ? 2 : 3
    let found = input.summary.damage.map(\.code)
    switch row.line {
    case .record, .continued:
      #expect(session.recordCount == (row.isLate ? before : before + 1))
      #expect(found == (row.isLate ? [.lateRecord] : []))
    case .damaged:
      #expect(session.recordCount == before)
      #expect(found == (row.isLate ? [.notJSON] : []))
      #expect(session.damageCodes.contains(.notJSON) == !row.isLate)
    }
  }

  @Test func `a continued session is open again`() throws {
    var lines = Lines(session: "s")
    lines.begin()
    lines.add(.sessionEnded, [(.reason, .string("terminated"))])
    lines.add(.sessionContinued, [(.segment, .integer(2))])
    lines.add(.note, [(.text, .string("far behind the end"))])
    let filler = LateRecordTests.filler("other", count: Self.lateLines + 10)
    let input = Self.assembly()
    let bytes = lines.bytes([1, 2, 3]) + filler + lines.bytes([4])
    let session = try #require(input.readings(in: bytes).first { $0.id == "s" })
    #expect(session.recordCount == 4)
    #expect(input.summary.damage.isEmpty)
  }

  private static func assembly() -> InputAssembly {
    InputAssembly(input: 0, path: "-", pool: PoolBox(), keepsHashes: false, lateLines: lateLines)
  }

  private static func journal(_ row: Case) -> [UInt8] {
    var lines = Lines(session: "s")
    lines.begin()
    lines.add(.note, [(.text, .string("before"))])
    switch row.last {
    case .none: break
    case .ended: lines.add(.sessionEnded, [(.reason, .string("terminated"))])
    case .sealed: lines.add(.sessionSealed, [(.records, .integer(2)), (.sha256, .string("0"))])
    }
    let first = lines.bytes
    var later = Lines(session: "s")
    let seq = Int64(lines.lines.count + 1)
    switch row.line {
    case .record: later.add(.note, seq: seq, [(.text, .string("after"))])
    case .continued: later.add(.sessionContinued, seq: seq, [(.segment, .integer(2))])
    case .damaged: later.append(raw: "{\"session\":\"s\",\"seq\":\(seq),")
    }
    return first + LateRecordTests.filler("other", count: row.distance - 1) + later.bytes
  }
}
