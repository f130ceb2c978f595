@testable import AdImport
import Testing

/// The lines of a log, joined and without what is around their messages.
struct LogLinesTests {
  /// The number, the time, the tag and the message of each line.
  private func lines(_ text: String) -> [String] {
    var lines = LogLines()
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      lines.take(Array(part.utf8), number: index + 1)
    }
    lines.finish()
    return lines.ready().map { whole in
      let time = whole.line.time.map { LogLineTests.text($0) + " " } ?? ""
      let tag = whole.line.tag.isEmpty ? "" : whole.bytes.text(whole.line.tag) + " "
      return "\(whole.number) \(time)\(tag)\(whole.bytes.text(whole.line.message))"
    }
  }

  /// The message of one line.
  private func message(_ line: String) -> String {
    lines(line).map { String($0.dropFirst(2)) }.joined(separator: "\n")
  }

  @Test func `The beginning of a line may be on the line before it`() {
    let log = """
      04-19 10:58:23.533: I/Unity(11143): Ad loaded
      04-19 10:58:23.533:
       I/Unity(11143):  
      04-19 10:58:23.534: I/Unity(11143): 
      (Filename: ./artifacts/a.cpp Line: 37)
      04-19 10:58:23.565: 
      D/OpenGLRenderer(11143): Swap
      11-20 10:15:02.123  4711  4712 I
      Ads     : Ad failed
      """
    #expect(
      lines(log) == [
        "1 04-19 10:58:23.533 Unity Ad loaded", "2 04-19 10:58:23.533 Unity ",
        "4 04-19 10:58:23.534 Unity ", "6 04-19 10:58:23.565 OpenGLRenderer Swap",
        "8 11-20 10:15:02.123 Ads Ad failed",
      ])
  }

  @Test func `The message of a line may be on the next line`() {
    let log = """
      2026-11-20 10:15:02.123 App[437:1]
      Ad loaded
      Ad shown
      [ 11-20 10:15:02.123  4711: 4712 D/Main     ]
      Ad closed

      I/Ads: a
      """
    #expect(
      lines(log) == [
        "1 2026-11-20 10:15:02.123 Ad loaded", "3 Ad shown", "4 11-20 10:15:02.123 Main Ad closed",
        "7 Ads a",
      ])
  }

  @Test func `A line indented as far as the message before it has its time and its tag`() {
    let indentation = String(repeating: " ", count: 70)
    let log = """
      2026-11-20 10:15:02.123  4711-4712  Ads           com.example.app  I  Ad loaded
      \(indentation)Ad shown
      \(indentation)    at com.example.Ads.onAdLoaded(Ads.java:12)

      \(String(repeating: " ", count: 50))Ad closed
      Ad clicked
      """
    #expect(
      lines(log) == [
        "1 2026-11-20 10:15:02.123 Ads Ad loaded", "2 2026-11-20 10:15:02.123 Ads Ad shown",
        "3 2026-11-20 10:15:02.123 Ads ", "5 Ad closed", "6 Ad clicked",
      ])
  }

  @Test func `Xcode's metadata belongs to the message before it`() {
    let log = """
      Ad requested
      Ad loaded
      Type: Info | Timestamp: 2026-11-20 10:15:02.5+01:00 | Process: App | Library: Ads
      Ad shown
      """
    #expect(
      lines(log) == ["1 Ad requested", "2 2026-11-20 10:15:02.500 60 Ad loaded", "4 Ad shown"])
  }

  @Test func `A line without a layout behind a short line is its own message`() {
    let log = """
      2026-11-20 10:15:02.123 App[437:1] Ad loaded
      Ad shown
      2026-11-20 10:15:02.123 App[437:1] A message that is much longer than the others, for once
      Ad closed
      2026-11-20 10:15:02.123
      Ad clicked
      """
    #expect(
      lines(log) == [
        "1 2026-11-20 10:15:02.123 Ad loaded", "2 Ad shown",
        "3 2026-11-20 10:15:02.123 A message that is much longer than the others, for once",
        "4 Ad closed", "5 2026-11-20 10:15:02.123", "6 Ad clicked",
      ])
  }

  /// Lines of `logcat`, some of them longer than any window.
  private let whole = (0..<8).map { number in
    let words = (0...number).map { "word\($0 * number * number * 7)" }.joined(separator: " and ")
    return "11-20 10:15:0\(number).123  4711  4712 I Ads     : Ad \(number) with \(words)"
  }

  private func expected(_ number: (Int) -> Int) -> [String] {
    whole.enumerated().map { index, line in
      "\(number(index)) 11-20 10:15:0\(index).123 Ads \(line.dropFirst(43))"
    }
  }

  @Test func `Lines that a window broke at its width are joined`() {
    var text: [Substring] = []
    var starts: [Int] = []
    for line in whole {
      starts.append(text.count + 1)
      var rest = line[...]
      while !rest.isEmpty {
        text.append(rest.prefix(80))
        rest = rest.dropFirst(80)
      }
    }
    #expect(text.count > whole.count + 2)
    #expect(lines(text.joined(separator: "\n")) == expected { starts[$0] })
  }

  @Test func `Lines that a mail broke between words are joined`() {
    var text: [String] = []
    var starts: [Int] = []
    for line in whole {
      starts.append(text.count + 1)
      var row = ""
      for word in line.split(separator: " ", omittingEmptySubsequences: false) {
        if !row.isEmpty && row.count + 1 + word.count > 72 {
          text.append(row)
          row = String(word)
        } else {
          row += (row.isEmpty ? "" : " ") + word
        }
      }
      text.append(row)
    }
    #expect(text.count > whole.count + 2)
    #expect(lines(text.joined(separator: "\n")) == expected { starts[$0] })
  }

  @Test func `The lines of a log without broken lines stay as they are`() {
    #expect(lines(whole.joined(separator: "\n")) == expected { $0 + 1 })
    let bare = (1...9).map { "Ad \($0) was loaded without any trouble, and then it was shown" }
    #expect(lines(bare.joined(separator: "\n")) == bare.enumerated().map { "\($0 + 1) \($1)" })
  }

  @Test func `A line and what is joined to it have at most 64 KB`() {
    let long = String(repeating: "a", count: 100_000)
    #expect(message("I/Ads: \(long)").count == "Ads ".count + 65_536 - "I/Ads: ".count)
    #expect(lines("I/Ads:\n\(long)").map(\.count) == ["1 Ads ".count, "2 ".count + 65_536])
    var parts = LogLines()
    for number in 1...5000 { parts.take(Array("I/Ads: \(number)".utf8), number: number) }
    #expect(parts.ready().count == 4999)
  }

  @Test(arguments: [
    ("\u{1B}[31mAd loaded\u{1B}[0m", "Ad loaded"), ("[32mAd loaded[0m", "Ad loaded"),
    ("\\^[[38;5;12mAd loaded<…>", "Ad loaded"), ("\\u001b[1mAd loaded\\x1b[0m", "Ad loaded"),
    ("\u{1B}]0;title\u{7}Ad loaded", "Ad loaded"), ("[5m] Ad loaded", "[5m] Ad loaded"),
    ("> Ad loaded", "Ad loaded"), ("> > Ad loaded", "Ad loaded"), ("a > b", "a > b"),
    ("<color=#72f7bd>Ad</color> <b>loaded</b>", "Ad loaded"), ("<base> Ad", "<base> Ad"),
    ("&lt;Google&gt; &quot;Ad&quot; &amp;amp;", "<Google> \"Ad\" &amp;"), ("a & b", "a & b"),
    ("\u{FEFF}Ad\u{A0}loaded\u{200B}\r", "Ad loaded"), ("`Ad loaded`", "Ad loaded"),
    ("[        ] Ad loaded", "Ad loaded"), ("[+1,234 ms] Ad loaded", "Ad loaded"),
    ("W[/Ads]()     (20584): Ad loaded", "Ads Ad loaded"), ("a[0]() = 1", "a[0]() = 1"),
  ])
  func `What is around a line is removed`(line: String, expected: String) {
    #expect(message(line) == expected)
  }

  @Test(arguments: [
    ("2026-11-20 10:15:02.1 App[1:2] flutter: Ad", "2026-11-20 10:15:02.100 flutter Ad"),
    ("flutter: I/flutter (1): Ad", "flutter Ad"), ("Unity: Ad", "Unity Ad"),
    ("[Ads] Ad", "Ads Ad"), ("[Main] Ad", "[Main] Ad"), ("JS: Ad", "JS Ad"),
    ("[INFO:CONSOLE(12)] \"Ad\", source: https://a (12)", "Ad"),
    ("I/chromium(1): [1120/101502.1:INFO:CONSOLE(12)] \"Ad\", source: a", "chromium Ad"),
    ("I/Capacitor/Console: File: https://a - Line 12 - Msg: Ad", "Capacitor/Console Ad"),
    ("I/ReactNativeJS(1): 'Ad', { a: 1 }", "ReactNativeJS Ad', { a: 1 }"),
    ("ReactNativeJS: 'Ad'", "ReactNativeJS Ad"), (" LOG  'Ad'", "Ad"), ("'Ad'", "'Ad'"),
    ("⚡️  [log] - Ad", "Ad"), ("[INFO] Ad", "Ad"), ("WARN: Ad", "Ad"), ("DEBUG Ad", "Ad"),
    ("Debug [Max] Ad", "[Max] Ad"), ("Error: Ad", "Error: Ad"), ("ERROR CODE 3", "ERROR CODE 3"),
    ("[info]", "[info]"), ("[10:15:02.123] Ad", "10:15:02.123 Ad"),
    ("2026-11-20T10:15:02.123Z: Ad", "2026-11-20 10:15:02.123 0 Ad"),
    ("10:15:02.123 - [INFO] Ad", "10:15:02.123 Ad"), ("10:15:02", "10:15:02"),
    ("11-20 10:15:02.1 I/Ads(1): [09:00:00] Ad", "11-20 10:15:02.100 Ads Ad"),
    ("main.js:95 Ad", "Ad"), ("ad.loaded:95 Ad", "ad.loaded:95 Ad"),
  ])
  func `What frameworks write before a message is skipped`(line: String, expected: String) {
    #expect(message(line) == expected)
  }

  @Test(arguments: [
    "Ads.Manager:OnAdLoaded(Object, EventArgs)", "UnityEngine.Debug:Log(Object)",
    "Zenject.TaskUpdater`1:UpdateRange(Int32, Int32)", "Ads:OnAdLoaded() (at Assets/Ads.cs:37)",
    "Banner:add_OnAdExpandedEvent(Action`2)", "Game.<>cDisplayClass35_0:<AdFailedShow>b0()",
    "(Filename: Ads.cs Line: 37)",
    "at com.example.Ads.onAdLoaded(Ads.java:12)", "at onAdLoaded (file.js:1:2)",
    "  at Ads.OnAdLoaded (System.Object a) [0x00000] in <0>:0", "at NativeModules.js:79",
    "#0      Ads.onAdLoaded (package:ads/ads.dart:12:3)",
    "│ #0   Ads.onAdLoaded (package:ads/ads.dart:12:3)", "<asynchronous suspension>",
  ])
  func `A line of a stack has no message`(line: String) {
    #expect(message(line) == "")
    #expect(message("I/Unity(1): \(line)") == "Unity ")
  }

  @Test(arguments: [
    "Ads:onAdLoaded()", "Ad: Loaded (now)", "Ads:loaded(Object, a)",
    "at 10:15 the ad (a banner) was loaded",
    "#004 The webview is destroyed.", "Ad:Loaded(now)", "bannerView(_:didFail:)",
    "[Ads interstitial:Did(Object)]",
  ])
  func `A message that looks like a line of a stack is kept`(line: String) {
    #expect(message(line) == line)
  }

  @Test func `The parts of every line are in the line`() {
    let seed = UInt64.random(in: 0..<1 << 32)
    print("seed \(seed)")
    var random = Chance(state: seed)
    let known = LogForms.all.map { Array($0.line.utf8) } + LogForms.others.map { Array($0.1.utf8) }
    let marks = Array("[](){}<>:/\\|#*-+.'\"` \t09AIDadmx\u{1B}&;^\0\r\u{26A1}".utf8)
    for _ in 0..<100 {
      var lines = LogLines()
      for number in 1...100 {
        var line = known.randomElement(using: &random) ?? []
        let other = known.randomElement(using: &random) ?? []
        switch Int.random(in: 0..<4, using: &random) {
        case 0: line.removeLast(Int.random(in: 0...line.count, using: &random))
        case 1: line.removeFirst(Int.random(in: 0...line.count, using: &random))
        case 2: line = line.prefix(line.count / 2) + other.suffix(other.count / 2)
        default:
          for _ in 0..<Int.random(in: 1...4, using: &random) where !line.isEmpty {
            let index = Int.random(in: 0..<line.count, using: &random)
            line[index] = marks.randomElement(using: &random) ?? 0
          }
        }
        lines.take(line, number: number)
      }
      lines.finish()
      let ready = lines.ready()
      #expect(ready.count > 50)
      for whole in ready {
        let line = whole.line
        for part in [line.name, line.tag, line.library, line.message] {
          #expect(0 <= part.lowerBound && part.upperBound <= whole.bytes.count, "seed \(seed)")
        }
      }
    }
  }
}
