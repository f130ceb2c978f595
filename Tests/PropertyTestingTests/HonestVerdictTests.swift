import PropertyTesting
import Testing

struct HonestVerdictTests {
  @Test func `a property that does not always fail with the same choices is flaky`() throws {
    var runs = 0
    let verdict = search("it depends", CheckSettings(cases: 300)) { trial in
      runs += 1
      trial.expect(trial.choices.int(0...9) < 5 || runs % 5 != 0, "the fifth")
    }
    guard case .flaky(let found, let confirmations, let failures) = verdict else {
      Issue.record("\(verdict)")
      return
    }
    #expect(failures < confirmations && found.failure.reason == "the fifth")
    let error = #expect(throws: PropertyError.self) {
      try check("it depends", CheckSettings(cases: 300)) { trial in
        runs += 1
        trial.expect(trial.choices.int(0...9) < 5 || runs % 5 != 0, "the fifth")
      }
    }
    let lines = error?.description.split(separator: "\n") ?? []
    #expect(lines.first?.hasPrefix("flaky: the same choices failed in ") == true)
    #expect(
      lines.first?.hasSuffix("the property depends on something other than its choices") == true)
  }

  @Test func `a property that reaches no check is vacuous`() {
    let error = #expect(throws: PropertyError.self) {
      try check("nothing is looked at") { trial in _ = trial.choices.int(0...9) }
    }
    #expect(
      error?.description == """
        vacuous: nothing is looked at
        no check was reached in 100 cases; call trial.expect, or trial.reach beside an assertion \
        of a test framework
        """)
  }

  @Test func `the error for low coverage lists each unmet requirement`() {
    var settings = CheckSettings(cases: 50)
    settings.requirements = [Requirement("seen", atLeast: 20), Requirement("never", atLeast: 2)]
    settings.requiredChecks = ["reached", "forgotten"]
    let error = #expect(throws: PropertyError.self) {
      try check("labels are counted", settings) { trial in
        trial.label("seen")
        trial.reach("reached")
      }
    }
    #expect(
      error?.description == """
        coverage too low in 50 cases: labels are counted
          'never': 0 cases, at least 2 required
          'forgotten': 0 cases, at least 1 required
        """)
  }

  @Test func `a property that rejects nearly all cases does not pass`() {
    let error = #expect(throws: PropertyError.self) {
      try check("the number is 7", CheckSettings(cases: 10)) { trial in
        let number = trial.choices.uniform(0...100_000)
        guard trial.choices.assume(number == 7) else { return }
        trial.expect(true, "it is 7")
      }
    }
    #expect(
      error?.description == """
        too many rejected cases: the number is 7
        101 cases were rejected and 0 accepted; draw valid values instead of filtering
        """)
  }

  @Test func `a failure in a rejected case is ignored`() {
    let verdict = search("rejected cases do not count", CheckSettings(cases: 20)) { trial in
      let number = trial.choices.int(0...9)
      trial.choices.assume(number < 5)
      trial.expect(number < 5, "below 5")
    }
    guard case .passed = verdict else {
      Issue.record("\(verdict)")
      return
    }
  }
}
