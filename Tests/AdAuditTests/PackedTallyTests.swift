@testable import AdAudit
import Testing

struct PackedTallyTests {
  private static func counts(_ verdicts: [UInt8], records: UInt32) -> SessionCounts {
    var counts = SessionCounts()
    for (index, count) in verdicts.enumerated() { counts.verdicts[index] = count }
    counts.records = records
    return counts
  }

  @Test(
    arguments: [
      [0, 0, 0, 0, 0], [39, 1, 0, 22, 46], [127, 127, 127, 127, 127], [0, 0, 0, 0, 127],
    ] as [[UInt8]], [0, 1, 60, 1 << 29 - 1] as [UInt32])
  func `Counts that fit in eight bytes are unpacked unchanged`(verdicts: [UInt8], records: UInt32)
    throws
  {
    let counts = Self.counts(verdicts, records: records)
    let back = try #require(PackedTally(counts)).counts
    #expect(back.verdicts == counts.verdicts)
    #expect(back.violations == counts.violations)
    #expect(back.records == records)
  }

  @Test func `Counts that do not fit, and violations, are not packed`() {
    #expect(PackedTally(Self.counts([128, 0, 0, 0, 0], records: 1)) == nil)
    #expect(PackedTally(Self.counts([0, 0, 0, 0, 128], records: 1)) == nil)
    #expect(PackedTally(Self.counts([1, 0, 0, 0, 0], records: 1 << 29)) == nil)
    var violated = Self.counts([1, 1, 0, 0, 0], records: 1)
    violated.violations[2] = 1
    #expect(PackedTally(violated) == nil)
  }
}
