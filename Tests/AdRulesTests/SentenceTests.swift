import AdRules
import Testing

@Suite struct `Readable durations` {
  @Test(
    arguments: [
      (0, "0 s"), (1, "1 ms"), (999, "999 ms"), (1000, "1 s"), (1500, "1.5 s"),
      (61_000, "1 min 1 s"),
      (15_123_000, "4 h 12 min 3 s"), (14_400_000, "4 h"), (14_400_003, "4 h 0.003 s"),
      (3_600_000, "1 h"), (-250, "-250 ms"),
    ] as [(Int64, String)])
  func `a duration is written with readable units`(milliseconds: Int64, text: String) {
    #expect(ReadableDuration.text(milliseconds) == text)
  }
}

@Suite struct `The message of a decision` {
  @Test
  func `a fall of the remaining shows beyond the range of integers is clamped in the message`()
    throws
  {
    let script = Script(
      captures: "decision present", #""policy":{"daily_cap":20}"#,
      lines: """
        10 ad.show_decided unit=u format=app_open outcome=show remaining=0
        20 ad.show_decided unit=u format=app_open outcome=show remaining=-9223372036854775808
        """)
    let violation = try #require(script.journal.result("cap-counts-every-show")?.violations.first)
    #expect(
      violation.because == """
        the number of shows left today fell by 9223372036854775807 between two decisions, but the \
        number of shows between them is 0
        """)
  }
}

@Suite struct `The message of a repetition` {
  private static func messages(_ rule: String, _ captures: String, _ lines: [String]) throws
    -> [String]
  {
    let script = Script(captures: captures, lines: lines.joined(separator: "\n"))
    return try #require(script.journal.result(rule)).violations.map(\.because)
  }

  @Test func `each further call, show and dismissal of an ad says how many there were`() throws {
    let lines = (1...4).flatMap { number in
      ["present_requested", "will_present", "dismissed"].enumerated().map { step, name in
        "\(number * 10_000 + step) ad.\(name) ad=a unit=u format=rewarded"
      }
    }
    #expect(
      try Self.messages("single-use-ad", "load present", lines) == [
        "rewarded ad a was presented twice", "rewarded ad a was presented twice",
        "rewarded ad a was presented 3 times", "rewarded ad a was presented 3 times",
        "rewarded ad a was presented 4 times", "rewarded ad a was presented 4 times",
      ])
    #expect(
      try Self.messages("dismiss-once", "present", lines) == [
        "rewarded ad a was dismissed twice", "rewarded ad a was dismissed 3 times",
        "rewarded ad a was dismissed 4 times",
      ])
  }
}
