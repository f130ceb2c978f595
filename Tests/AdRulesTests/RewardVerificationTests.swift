import AdRules
import Testing

@Suite struct `The rules about verified rewards` {
  private static func verdict(_ rule: String, _ lines: String) -> Verdict? {
    let load = """
      10 ad.requested unit=u format=rewarded request=r
      20 ad.loaded unit=u format=rewarded request=r ad=a
      """
    let script = Script(captures: "load verification grant", lines: "\(load)\n\(lines)")
    return script.journal.result(rule)?.verdict
  }

  @Test(arguments: [
    ("valid=false", "valid=true", Verdict.holds), ("valid=true", "valid=false", .violated),
  ])
  func `the last answer of the server counts`(first: String, second: String, expected: Verdict) {
    let lines = """
      30 reward.verified ad=a unit=u \(first)
      40 reward.verified ad=a unit=u \(second)
      50 ad.reward_granted ad=a unit=u type=coins
      """
    #expect(Self.verdict("refused-reward-not-granted", lines) == expected)
  }

  @Test(arguments: ["refused-reward-not-granted", "verified-reward-is-granted"])
  func `a grant long before the answer of the server breaks no rule`(rule: String) {
    for answer in ["true", "false"] {
      let lines = """
        30 ad.reward_granted ad=a unit=u type=coins
        60000 reward.verified ad=a unit=u valid=\(answer)
        90000 app.resigned_active
        """
      #expect([.holds, .vacuous].contains(Self.verdict(rule, lines)), "\(answer)")
    }
  }

  @Test func `a refused reward need not be granted`() {
    let lines = """
      30 reward.verified ad=a unit=u valid=false
      60000 app.resigned_active
      """
    #expect(Self.verdict("verified-reward-is-granted", lines) == .vacuous)
  }
}
