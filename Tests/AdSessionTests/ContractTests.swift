import AdSession
import Foundation
import Testing

@Suite struct `The thresholds` {
  @Test func `the thresholds are those of policy.tsv`() throws {
    let expected = try Contract.rows("policy.tsv").map { $0.prefix(5).joined(separator: "|") }
    let actual = PolicyKey.allCases.map { key in
      let value = key.defaultValue.map { Int64(exactly: $0).map(String.init) ?? String($0) } ?? "-"
      return "\(key.name)|\(value)|\(key.unit.rawValue)|\(key.origin.rawValue)|\(key.reason)"
    }
    #expect(actual == expected)
  }

  @Test func `a link of policy.tsv is a key of references.tsv`() throws {
    let references = Set(try Contract.rows("references.tsv").map { $0[0] })
    let links = try Contract.rows("policy.tsv").map { $0[5] }
    #expect(Set(links).subtracting(references) == ["-"])
  }

  @Test
  func `only thresholds of the app have no default, and a header without them leaves them unset`() {
    let ofApp: [PolicyKey] = [
      .unusedReturns, .firstAdMinLaunches, .minBackgroundSeconds, .dailyCap,
      .interstitialMinGapSeconds, .clicksPerShow, .clicksPerSession,
    ]
    #expect(PolicyKey.allCases.filter { $0.defaultValue == nil } == ofApp)
    #expect(PolicyKey.allCases.filter { $0.origin == .app } == ofApp)
    #expect(PolicyKey.allCases.filter(Policy.defaults.isUnset) == ofApp)
  }

  @Test func `an unset threshold has no value and limits nothing, until it is set`() {
    var policy = Policy.defaults
    #expect(policy.value(.dailyCap) == nil)
    #expect(policy.count(.dailyCap) == .max)
    #expect(policy.milliseconds(.minBackgroundSeconds) == .max)
    policy.apply([PolicySetting(.dailyCap, 5)])
    #expect(!policy.isUnset(.dailyCap) && policy.isUnset(.minBackgroundSeconds))
    #expect(policy.value(.dailyCap) == 5 && policy.count(.dailyCap) == 5)
  }

  @Test func `a threshold that is set to an impossible value is unknown, not unset`() {
    var policy = Policy.defaults
    policy.set(.dailyCap, to: -1)
    #expect(!policy.isUnset(.dailyCap))
    #expect(policy.value(.dailyCap) == nil && policy.count(.dailyCap) == nil)
  }

  @Test func `no threshold is unset without a header: all are unknown`() {
    #expect(!PolicyKey.allCases.contains(where: Policy.unknown.isUnset))
    #expect(PolicyKey.allCases.allSatisfy { Policy.unknown.count($0) == nil })
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
    policy.set(key, to: 7)
    #expect(policy.value(key) == 7)
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
