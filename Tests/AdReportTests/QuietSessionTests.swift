import AdJournal
import Testing

@testable import AdReport

/// Counts that wait as a number.
struct QuietSessionTests {
  private static func counts(_ verdicts: [UInt8], records: UInt32) -> SessionCounts {
    var counts = SessionCounts()
    for (place, count) in verdicts.enumerated() { counts.verdicts[place] = count }
    counts.records = records
    return counts
  }

  @Test(
    arguments: [
      [0, 0, 0, 0, 0], [39, 1, 0, 22, 46], [127, 127, 127, 127, 127], [0, 0, 0, 0, 127],
    ] as [[UInt8]], [0, 1, 60, 1 << 26 - 2] as [UInt32])
  func `come back from it`(verdicts: [UInt8], records: UInt32) throws {
    let counts = Self.counts(verdicts, records: records)
    let token = try #require(QuietSession(counts)).token
    #expect(token < QueueDelivery.greatestToken)
    let back = try #require(QuietSession(token: token)).counts
    #expect(back.verdicts == counts.verdicts)
    #expect(back.violations == counts.violations)
    #expect(back.records == records)
  }

  @Test func `that are more than it holds do not go in`() {
    #expect(QuietSession(Self.counts([128, 0, 0, 0, 0], records: 1)) == nil)
    #expect(QuietSession(Self.counts([0, 0, 0, 0, 128], records: 1)) == nil)
    #expect(QuietSession(Self.counts([1, 0, 0, 0, 0], records: 1 << 26 - 1)) == nil)
    var violated = Self.counts([1, 1, 0, 0, 0], records: 1)
    violated.violations[2] = 1
    #expect(QuietSession(violated) == nil)
  }

  @Test func `other numbers are none of them`() {
    for place in [0, 1, 1 << 40, 1 << 61 - 1, QueueDelivery.greatestToken] as [UInt64] {
      #expect(QuietSession(token: place) == nil)
    }
  }
}
