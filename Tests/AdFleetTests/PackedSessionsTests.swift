@testable import AdFleet
import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSimulator
import JournalEncoding
import JournalFormat
import PropertyTesting
import TestReports
import Testing

struct PackedSessionsTests {
  /// The sessions of some simulated installs with all faults.
  private static func simulated(_ seed: UInt64) -> [AuditedSession] {
    let simulation = Simulation(faults: .all)
    return simulation.sessions(Choices(seed: seed)).flatMap { trace in
      var encoder = TraceEncoder()
      let journal = String(decoding: encoder.bytes(of: trace), as: UTF8.self)
      return Samples.audited(lines: journal.split(separator: "\n").map(String.init))
    }
  }

  /// All fields of a session as its line says them, and as they were packed.
  private static func both(
    _ audited: AuditedSession, _ packed: PackedSessions, hasFigures: Bool
  ) throws -> (line: String, packed: String) {
    var parsed = try #require(FleetLine.session(Fleet.line(audited, hasFigures: hasFigures)))
    // Which session is the first one with damage is known only behind those before it.
    parsed.damaged = 0
    parsed.journals = 0
    let session = try #require(packed.session(packed.pack(audited)))
    return (String(reflecting: parsed), String(reflecting: session))
  }

  /// Seed 0 stands for the journals of incidents.
  @Test(arguments: [false, true])
  func `A packed session has every field that its line has`(hasFigures: Bool) throws {
    let packed = PackedSessions(rules: RuleBook.all, tool: "1", hasFigures: hasFigures)
    var smallest: (records: Int, what: String)?
    var (violations, consequences, figures) = (0, 0, 0)
    let incidents = try Samples.paths(in: "incidents").flatMap(Samples.audited)
    for seed in 0...12 as ClosedRange<UInt64> {
      for audited in seed == 0 ? incidents : Self.simulated(seed) {
        let (line, direct) = try Self.both(audited, packed, hasFigures: hasFigures)
        violations += line.count(of: "FleetSession.Violation(")
        consequences += line.count(of: "follows: Optional")
        figures += line.count(of: "figures: Optional")
        let records = audited.reading.recordCount
        if line != direct && records < smallest?.records ?? .max {
          smallest = (records, "seed \(seed), session \(audited.reading.id):\n\(line)\n\(direct)")
        }
      }
    }
    #expect(smallest == nil, "\(smallest?.what ?? "")")
    #expect(violations > 30 && consequences > 0 && (figures > 0) == hasFigures)
  }

  @Test func `Violations that are not listed are counted`() throws {
    let began =
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18","#
      + #""sdk":"other","sdk_version":"1","utc_offset_min":0,"#
      + #""captures":["session","app","load","present"]}"#
    let presented = (0..<1009).map {
      #""ad.present_requested","unit":"u","format":"rewarded","ad":"a\#($0)"}"#
    }
    let lines = ([began] + presented).enumerated().map { seq, rest in
      #"{"v":1,"session":"s","seq":\#(seq + 1),"t":\#(seq),"wall":"2026-11-20T01:00:00.000Z","#
        + #""event":"# + rest
    }
    let audited = try #require(Samples.audited(lines: lines).first)
    let packed = PackedSessions(rules: RuleBook.all, tool: "1")
    let (line, direct) = try Self.both(audited, packed, hasFigures: false)
    #expect(line == direct && direct.contains("count: 10,"))
  }

  @Test func `Bytes that the disk lost are no session`() throws {
    let audited = try #require(Samples.audited(Samples.unlock).first)
    let packed = PackedSessions(rules: RuleBook.all, tool: "1", hasFigures: true)
    let bytes = packed.pack(audited)
    #expect(packed.session(bytes) != nil)
    #expect(packed.session([]) == nil)
    // A session without its last violations has none, or fewer; any other loss is noticed.
    let other = PackedSessions(rules: RuleBook.all, tool: "1", hasFigures: true)
    for count in bytes.indices.reversed() {
      let session = other.session(Array(bytes[..<count]))
      #expect(session == nil || session?.violations.isEmpty == true, "\(count) bytes")
    }
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
