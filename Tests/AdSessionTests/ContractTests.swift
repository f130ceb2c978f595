import AdSession
import Foundation
import Testing

@Suite struct `The thresholds` {
  @Test func `the default thresholds are those of policy.tsv`() throws {
    let expected = try Contract.rows("policy.tsv").map { $0.joined(separator: "|") }
    let actual = PolicyKey.allCases.map { key in
      let value = key.defaultValue
      let text = value == value.rounded() ? String(Int(value)) : String(value)
      return "\(key.name)|\(text)|\(key.unit.rawValue)|\(key.source)"
    }
    #expect(actual == expected)
  }

  @Test func `thresholds are unknown without a header, until a record sets them`() {
    var policy = Policy.unknown
    #expect(policy.value(.dailyCap) == nil)
    policy.set(.dailyCap, to: 3)
    #expect(policy.count(.dailyCap) == 3)
    #expect(policy.milliseconds(.appOpenMaxAgeSeconds) == nil)
  }

  @Test func `a threshold in seconds is read as milliseconds`() {
    var policy = Policy.defaults
    policy.apply([PolicySetting(.decisionSeconds, 0.25)])
    #expect(policy.milliseconds(.decisionSeconds) == 250)
    #expect(policy.milliseconds(.appOpenMaxAgeSeconds) == 14_400_000)
  }

  @Test(
    arguments: [
      (.dailyCap, -1), (.dailyCap, 0.5), (.dailyCap, .infinity), (.dailyCap, .nan),
      (.loadTimeoutSeconds, -0.001),
    ] as [(PolicyKey, Double)])
  func `an impossible value makes a threshold unknown`(key: PolicyKey, value: Double) {
    var policy = Policy.defaults
    policy.set(key, to: value)
    #expect(policy.value(key) == nil)
    #expect(policy.milliseconds(key) == nil && policy.count(key) == nil)
    policy.set(key, to: key.defaultValue)
    #expect(policy == Policy.defaults)
  }

  @Test(
    arguments: [
      (1.0004, 1000, 1001), (1.0006, 1000, 1001), (0.0004, 0, 1), (1.001, 1001, 1001),
      (1.005, 1005, 1005), (0.1 + 0.2, 300, 300), (0, 0, 0),
      (123_456_789.001, 123_456_789_001, 123_456_789_001),
    ] as [(Double, Int64, Int64)])
  func `a fraction of a millisecond is rounded so that comparisons do not change`(
    seconds: Double, atMost: Int64, atLeast: Int64
  ) {
    var policy = Policy.defaults
    policy.set(.loadTimeoutSeconds, to: seconds)
    policy.set(.appOpenMaxAgeSeconds, to: seconds)
    #expect(policy.milliseconds(.loadTimeoutSeconds) == atMost)
    #expect(policy.milliseconds(.appOpenMaxAgeSeconds) == atLeast)
  }

  @Test func `a pause is doubled before it is rounded`() {
    var policy = Policy.defaults
    policy.set(.retryBaseSeconds, to: 1.0004)
    #expect([0, 1, 2, 3].map(policy.pause) == [0, 1001, 2001, 4002])
    policy.set(.retryMaxSeconds, to: -1)
    #expect(policy.pause(afterFailures: 1) == nil)
  }
}

/// The tables of the contract, as they are kept with the format.
enum Contract {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func rows(_ name: String) throws -> [[String]] {
    let url = root.appendingPathComponent("Journals/formats/1/\(name)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n").dropFirst()
    return lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
