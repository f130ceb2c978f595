import AdRedaction
import Foundation
import Testing

/// By how much a redaction moves the clocks of sessions.
struct ClockShiftTests {
  private static let start = "2026-03-02T01:02:03.000Z"
  private static let week: Int64 = 604_800_000

  /// Journals of sessions that begin at one time: two of the install `one`, in reverse order of
  /// their names, two of the install `two`, and two without an install.
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("d", "one"), ("c", "one"), ("b", "two"), ("a", "two"), ("e", ""), ("f", ""),
  ].enumerated().map { number, names in
    let install = names.1.isEmpty ? "" : #","install":"\#(names.1)""#
    let header =
      #""event":"session.began","app":"x","app_version":"1","build":"release","os":"iOS","#
      + #""os_version":"26.1","sdk":"x","sdk_version":"1","utc_offset_min":0\#(install)"#
    let lines = [
      line(names.0, 1, header),
      line(names.0, 2, #""event":"session.ended""#),
    ]
    return ("\(number).jsonl", Array(lines.joined().utf8))
  }

  private static func line(_ session: String, _ seq: Int, _ event: String) -> String {
    #"{"v":1,"session":"\#(session)","seq":\#(seq),"t":\#(seq * 10),"wall":"\#(start)",\#(event)}"#
      + "\n"
  }

  private static func milliseconds(_ time: String) throws -> Int64 {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return Int64((try style.parse(time).timeIntervalSince1970 * 1000).rounded())
  }

  /// The milliseconds by which the clocks of each session moved back.
  private static func moved(_ shift: ClockShift) throws -> [Int64] {
    let before = try milliseconds(start)
    let output = try RedactedJournals(files, shift: shift).output()
    let texts = String(decoding: output, as: UTF8.self).matches(of: #/"wall":"([^"]+)"/#)
    let moved = try texts.map { before - (try milliseconds(String($0.1))) }
    try #require(moved.count == 12)
    for index in stride(from: 0, to: moved.count, by: 2) {
      #expect(moved[index] == moved[index + 1])
    }
    return stride(from: 0, to: moved.count, by: 2).map { moved[$0] }
  }

  @Test func `All sessions of a key move by one number of weeks`() throws {
    let moved = try Self.moved(ClockShift())
    #expect(Set(moved).count == 1)
    #expect(moved[0] % Self.week == 0)
    #expect((1...256).contains(moved[0] / Self.week))
  }

  @Test
  func `With a shift of each install, only the sessions of an install move by the same weeks`()
    throws
  {
    let moved = try Self.moved(ClockShift(scope: .install))
    #expect(moved.allSatisfy { $0 % Self.week == 0 && (1...256).contains($0 / Self.week) })
    #expect(moved[0] == moved[1] && moved[2] == moved[3])
    #expect(Set([moved[0], moved[2], moved[4], moved[5]]).count == 4)
  }

  @Test func `A blur moves the clocks of each install by its own milliseconds`() throws {
    let whole = try Self.moved(ClockShift())[0]
    let more = try Self.moved(ClockShift(blurSeconds: 3600)).map { $0 - whole }
    #expect(more.allSatisfy { (0...3_600_000).contains($0) })
    #expect(more[0] == more[1] && more[2] == more[3])
    #expect(Set(more).count == 4)
    #expect(more.contains { $0 % 1000 != 0 })
  }
}
