import AdSession
import Testing

@testable import AdRules

/// Late is not never: `Journals/RULES.md`, section 4.3.
struct LateAnswerTests {
  /// A call of present, and what follows.
  private static func presented(_ lines: String) -> Script {
    Script(
      captures: "load present",
      lines: "10 ad.present_requested ad=a unit=u format=rewarded\n\(lines)")
  }

  private static func violations(_ id: String, _ script: Script) throws -> [Violation] {
    try #require(script.journal.result(id)).violations
  }

  private static func text(_ violation: Violation) -> String {
    let late = violation.late.map { "late by \($0.milliseconds) at \($0.answer)" } ?? "never"
    return "\(violation.certainAt) \(violation.witness) \(late)"
  }

  @Test func `a show after the deadline is a warning that says how late it came`() throws {
    let script = Self.presented(
      "31810 ad.will_present ad=a unit=u format=rewarded\n31900 app.became_active")
    let violation = try #require(try Self.violations("present-resolves", script).first)
    #expect(Self.text(violation) == "2 [1, 2] late by 26800 at 2")
    #expect(Rule.presentResolves.severity(of: violation) == .warning)
    #expect(
      violation.because == """
        rewarded ad a was presented but neither appeared nor failed in time \
        (limit 5 s, present_outcome_s): ad.will_present came 26.8 s late
        """)
  }

  @Test func `a call without any answer stays an error`() throws {
    let violations = try Self.violations(
      "present-resolves", Self.presented("31810 app.became_active"))
    #expect(violations.map(Self.text) == ["2 [1, 2] never"])
    #expect(violations.map { Rule.presentResolves.severity(of: $0) } == [.error])
    #expect(
      violations.map(\.because) == [
        "rewarded ad a was presented but neither appeared nor failed (limit 5 s, present_outcome_s)"
      ])
  }

  @Test func `an answer long after the record that proves the deadline is part of the witness`()
    throws
  {
    let script = Self.presented(
      """
      6000 app.became_active
      7000 app.memory_warning
      9010 ad.failed_to_present ad=a unit=u format=rewarded error_code=1
      """)
    let found = try Self.violations("present-resolves", script).map(Self.text)
    #expect(found == ["2 [1, 2, 4] late by 4000 at 4"])
  }

  @Test func `the time in the background does not make an answer later`() throws {
    let script = Self.presented(
      """
      1010 app.entered_background
      9010 app.entering_foreground
      14010 app.became_active
      15010 ad.will_present ad=a unit=u format=rewarded
      """)
    #expect(
      try Self.violations("present-resolves", script).map(Self.text) == [
        "4 [1, 4, 5] late by 2000 at 5"
      ])
  }

  @Test(arguments: ["- 8000 ad.expired ad=b unit=u", "8000 ad.expired ad=b unit=u"])
  func `records that are lost between the deadline and the answer change nothing`(between: String)
    throws
  {
    let script = Self.presented(
      "6000 app.became_active\n\(between)\n9010 ad.will_present ad=a unit=u format=rewarded")
    let answer = between.hasPrefix("-") ? 3 : 4
    #expect(
      try Self.violations("present-resolves", script).map(Self.text).first?
        .hasPrefix("2 [1, 2, \(answer)] late by ") == true)
  }

  @Test func `revenue too long after its impression is late itself`() throws {
    let script = Script(
      captures: "revenue",
      lines: """
        10 ad.impression ad=a unit=u format=native
        14810 ad.paid ad=a unit=u format=native value_micros=1 currency=USD precision=precise
        60000 app.became_active
        """)
    let violation = try #require(try Self.violations("paid-needs-impression", script).first)
    #expect(Self.text(violation) == "3 [1, 2, 3] late by 4800 at 1")
    #expect(violation.because.hasPrefix("native ad a was paid for but had no impression in time ("))
    #expect(violation.because.hasSuffix("(limit 10 s, paid_s): ad.paid came 4.8 s late"))
  }

  @Test func `late violations and others are counted each, also those that are not listed`() throws
  {
    let lines = (0..<3000).map { number in
      let t = 10 + number * 20_000
      let answer = "\n\(t + 10_000) ad.will_present ad=a\(number) unit=u format=rewarded"
      return "\(t) ad.present_requested ad=a\(number) unit=u format=rewarded"
        + (number % 3 == 0 ? "" : answer)
    }
    let script = Script(
      captures: "load present",
      lines: lines.joined(separator: "\n") + "\n60009000 app.became_active")
    let result = try #require(script.journal.result("present-resolves"))
    #expect(result.violationCount == 3000 && result.lateViolations == 2000)
    #expect(result.unlistedViolations == 2000)
    #expect(Rule.presentResolves.severity(of: result) == .error)
  }

  @Test func `a rule with late violations only is judged as a warning`() throws {
    let script = Self.presented("31810 ad.will_present ad=a unit=u format=rewarded")
    let result = try #require(script.journal.result("present-resolves"))
    #expect(Rule.presentResolves.severity(of: result) == .warning)
    #expect(Rule.presentResolves.with(.info).severity(of: result) == .info)
    #expect(result.verdict == .violated && result.lateViolations == 1)
  }
}
