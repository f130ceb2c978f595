import Testing

@testable import AdReports

struct FittedTextTests {
  private func lines(_ text: String, _ width: Int) -> [String] {
    FittedText(width: width).text(text).split(separator: "\n").map { String($0) }
  }

  @Test func `A line that is too long goes on under its last column`() {
    #expect(
      lines("  12  ad.requested  app_open reason=launch orientation=portrait", 40) == [
        "  12  ad.requested  app_open", "                    reason=launch",
        "                    orientation=portrait",
      ])
  }

  @Test func `Without columns, it goes on two columns further than it begins`() {
    #expect(
      lines("    the ad was shown although the session had begun", 30) == [
        "    the ad was shown although", "      the session had begun",
      ])
  }

  @Test func `A word with no room in the last column begins further left, and is never broken`() {
    let word = String(repeating: "x", count: 30)
    #expect(lines("a  name  b \(word)", 36) == ["a  name  b", "  \(word)"])
    let long = String(repeating: "y", count: 90)
    #expect(lines("a b \(long) c", 36) == ["a b", long, "  c"])
  }

  @Test func `A number and its unit stay together`() {
    let text = "shown after 5 h 6 min 7.399 s (limit 4 h, max) 12.5 % of"
    #expect(
      lines(text, 36) == ["shown after 5 h 6 min 7.399 s (limit", "  4 h, max) 12.5 % of"])
    #expect(FittedText(width: 20).text("a \(text)").contains("\n  6 min 7.399 s\n"))
  }

  @Test func `Colors and links take no room`() {
    var style = TextStyle.plain
    style.hasColors = true
    style.linkBase = "file://host/work/"
    let text = "\(style.red("error")) \(style.place("a b.jsonl", line: 29)) end"
    #expect(FittedText(width: 24).text(text) == text)
    #expect(FittedText.columns(text) == 22)
    #expect(text.contains("\u{1B}]8;;file://host/work/a%20b.jsonl\u{1B}\\a b.jsonl:29\u{1B}]8;;"))
  }

  @Test func `Wide characters count twice, marks not at all`() {
    #expect(FittedText.columns("広告") == 4)
    #expect(FittedText.columns("e\u{301}") == 1)
    #expect(FittedText.columns("…/4410027781") == 12)
    #expect(lines("広告広告広告 広告広告広告", 20) == ["広告広告広告", "  広告広告広告"])
  }

  @Test(arguments: [-1, 0, 1, 20, 80, 140])
  func `No text loses a character, at any width`(width: Int) {
    let text = """
      session daily-03c8be  Journals/incidents/app-open-shown-after-unlock.jsonl

          6  0:00:00.208  ad.requested            app_open unit=\u{A0}x request=r-1 reason=launch
      \(String(repeating: "long ", count: 60))
      """
    let fitted = FittedText(width: width).text(text)
    #expect(fitted.filter { $0 != " " && $0 != "\n" } == text.filter { $0 != " " && $0 != "\n" })
    #expect(
      fitted.split(separator: "\n").allSatisfy {
        $0.count <= max(width, FittedText.least) || !$0.drop { $0 == " " }.contains(" ")
      })
  }

  @Test func `Units of AdMob are shortened, nothing else`() {
    let unit = "ca-app-pub-1234567890123456/4410027781"
    #expect(FittedText.shorteningUnits("unit=\(unit) \(unit)") == "unit=…/4410027781 …/4410027781")
    for text in ["ca-app-pub-1234567890123456~4410027781", "ca-app-pub-123/4", "/6499/app-open"] {
      #expect(FittedText.shorteningUnits(text) == text)
    }
  }

  @Test func `In a locale without UTF-8, the tool's own signs are like what they mean`() {
    #expect(FittedText.ascii("no_fill (1) × 3 · … – é") == "no_fill (1) x 3 - ... - \\u{e9}")
  }

  @Test func `A padded text counts columns, without colors and with wide characters`() {
    #expect(FittedText.padded("ab", 4) == "ab  " && FittedText.aligned("ab", 4) == "  ab")
    #expect(FittedText.padded("広告", 5) == "広告 " && FittedText.aligned("広告", 5) == " 広告")
    #expect(FittedText.padded("\u{1B}[2mab\u{1B}[0m", 3) == "\u{1B}[2mab\u{1B}[0m ")
    #expect(FittedText.padded("abc", 2) == "abc" && FittedText.aligned("abc", 2) == "abc")
  }
}
