import PropertyTesting
import Testing

@Suite struct `A verdict` {
  @Test func `is flaky where the same choices do not always fail`() throws {
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
    #expect(error?.description.hasPrefix("flaky: the same choices failed in") == true)
  }

  @Test func `of a property in which nothing is armed is no pass`() {
    let error = #expect(throws: PropertyError.self) {
      try check("nothing is looked at") { trial in _ = trial.choices.int(0...9) }
    }
    #expect(
      error?.description == """
        empty: nothing is looked at
        nothing was armed in 100 cases; use expect, or arm where something could fail
        """)
  }

  @Test func `says what was required and not met, also what never occurred`() {
    var settings = CheckSettings(cases: 50)
    settings.requirements = [Requirement("seen", atLeast: 20), Requirement("never", atLeast: 2)]
    settings.mustArm = ["armed", "forgotten"]
    let error = #expect(throws: PropertyError.self) {
      try check("labels are counted", settings) { trial in
        trial.label("seen")
        trial.arm("armed")
      }
    }
    #expect(
      error?.description == """
        not covered in 50 cases: labels are counted
          'never' in 0 cases, required in 2
          'forgotten' in 0 cases, required in 1
        """)
  }

  @Test func `of cases that were nearly all rejected is no pass`() {
    let error = #expect(throws: PropertyError.self) {
      try check("the number is 7", CheckSettings(cases: 10)) { trial in
        let number = trial.choices.uniform(0...100_000)
        guard trial.choices.assume(number == 7) else { return }
        trial.expect(true, "it is 7")
      }
    }
    #expect(
      error?.description.hasPrefix("starved: the number is 7\n101 cases were rejected") == true)
  }

  @Test func `of a rejected case is never a failure`() {
    let verdict = search("rejected cases do not count", CheckSettings(cases: 20)) { trial in
      let number = trial.choices.int(0...9)
      trial.choices.assume(number < 5)
      trial.expect(number < 5, "below 5")
    }
    guard case .kept = verdict else {
      Issue.record("\(verdict)")
      return
    }
  }
}
