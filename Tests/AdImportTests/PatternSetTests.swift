@testable import AdImport
import Testing

/// The search of many rows.
struct PatternSetTests {
  private static func set(_ tables: String...) throws -> PatternSet {
    PatternSet(
      try tables.enumerated().map { try PatternTable(Array($1.utf8), named: "\($0).tsv") })
  }

  private static func row(_ set: PatternSet, _ text: String, tag: String = "") -> Int? {
    let bytes = Array((tag + text).utf8)
    let split = tag.utf8.count
    return set.first(in: bytes, split..<bytes.count, tag: 0..<split)?.row.number
  }

  @Test func `The first row of the first table wins`() throws {
    let set = try Self.set(
      "note\t-\tloaded twice\t-\nnote\t-\tad loaded\t-\n", "note\t-\tloaded\t-\nnote\t-\tload\t-")
    #expect(set.rows.map { $0.number } == [0, 1, 2, 3])
    #expect(Self.row(set, "Ad LOADED twice") == 0)
    #expect(Self.row(set, "Ad loaded") == 1)
    #expect(Self.row(set, "loaded ad") == 2)
    #expect(Self.row(set, "loads") == 3)
    #expect(Self.row(set, "lo ad") == nil)
  }

  @Test func `A row with tags is only for lines with one of them`() throws {
    let set = try Self.set("tag\tAds MyAds\nnote\t-\t.\t-\ntag\t*\nnote\t-\tabc\t-")
    #expect(Self.row(set, "abc", tag: "Ads") == 0)
    #expect(Self.row(set, "x", tag: "MyAds") == 0)
    #expect(Self.row(set, "abc", tag: "ads") == 1)
    #expect(Self.row(set, "abc") == 1)
    #expect(Self.row(set, "x", tag: "Ad") == nil)
  }

  @Test func `A group gives a field, and the constant where it is empty or took no part`() throws {
    let set = try Self.set("note\tcode=7\tcode(?: (?<code>\\d*))?(?<unit>x)?\t-")
    func code(_ text: String) -> String? {
      let bytes = Array(text.utf8)
      return set.first(in: bytes, 0..<bytes.count, tag: 0..<0)?.text(.code)
    }
    #expect(code("code 3") == "3")
    #expect(code("code ") == "7")
    #expect(code("code") == "7")
    let bytes = Array("code".utf8)
    #expect(set.first(in: bytes, 0..<4, tag: 0..<0)?.text(.unit) == nil)
    #expect(set.first(in: bytes, 0..<4, tag: 0..<0)?.text(.format) == nil)
  }

  @Test func `A message is cut at 4,096 bytes, between characters`() throws {
    let set = try Self.set("note\t-\tabc\t-\nnote\t-\t(?<message>x+é*)$\t-")
    func match(_ text: String) -> PatternMatch? {
      let bytes = Array(text.utf8)
      return set.first(in: bytes, 0..<bytes.count, tag: 0..<0)
    }
    let filler = String(repeating: "-", count: 4093)
    #expect(match(filler + "abc")?.row.number == 0)
    #expect(match(filler + "-abc") == nil)
    let long = match(String(repeating: "x", count: 4095) + "éé")
    #expect(long?.text(.message) == String(repeating: "x", count: 4095))
  }

  private static let literals: [(expression: String, literals: [String])] = [
    ("Ad Loaded", ["ad loaded"]), ("^(?:the )?ad\\b loaded$", ["ad loaded"]),
    ("(?:banner|native) ad", ["banner", "native"]), ("(?:banner|ad) loaded", [" loaded"]),
    ("(?:banner|.*) x", []), ("ab", []), ("(?:loaded)?", []), ("(?:loaded)+ x", ["loaded"]),
    ("a.loa[d]ed", ["loaded"]), ("abc\u{FFFD}de", ["abc"]), ("\u{2705}", ["\u{2705}"]),
    ("(?<code>load)ed", ["loaded"]), ("[ab]abc[^x]abcd.", ["abcd"]), ("abc{2}", []),
    ("this literal is very long", ["this literal is "]), ("(?:a{0}abc|abd)", ["abc", "abd"]),
  ]

  @Test(arguments: literals)
  func `The literals of an expression are the longest that must occur`(
    expression: String, literals: [String]
  ) throws {
    let found = try LinePattern(Array(expression.utf8)).literals
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == literals)
  }

  @Test func `The automaton finds every text, also within and behind others`() {
    let texts = ["abcd", "bc", "c", "cdx", "abcd"].map { Array($0.utf8) }
    let automaton = LiteralAutomaton(texts)
    var found: [Int] = []
    let bytes = Array("xaBCDx".utf8)
    automaton.search(bytes, 0..<bytes.count) { found.append($0) }
    #expect(found.sorted() == [0, 1, 2, 3, 4])
    found = []
    automaton.search(bytes, 2..<4) { found.append($0) }
    #expect(found.sorted() == [1, 2])
  }

  // MARK: Laws

  private static let words = [
    "abc", "bcd", "ab", "cab", " ", "dab", "é", "\u{2705}", "ABC", "b", "\\bab", "a.c", "[ab]c",
    "bc$",
    "^a", "(?:abc)?", "(?:bcd|dabc)", "(?:ab|b)+", "a{3}", "(?<unit>cabc)",
  ]

  @Test func `A set finds the same row with and without its automaton`() throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("seed \(seed)")
    var chance = Chance(state: seed)
    var hits = 0
    for _ in 0..<100 {
      var table = ""
      for _ in 0..<Int.random(in: 1...100, using: &chance) {
        let count = Int.random(in: 1...4, using: &chance)
        let parts = (0..<count).map { _ in Self.words.randomElement(using: &chance)! }
        table += "note\t-\tx?\(parts.joined())d\t-\n"
      }
      let set = try Self.set(table)
      var scans = PatternScans()
      for _ in 0..<100 {
        let count = Int.random(in: 0...12, using: &chance)
        let bytes = (0..<count).map { _ in "abcdABCD é".utf8.randomElement(using: &chance)! }
        let start = Int.random(in: 0...count, using: &chance)
        let found = set.first(in: bytes, start..<count, tag: 0..<0, &scans)
        let all = set.firstOfAll(in: bytes, start..<count, tag: 0..<0)
        #expect(found?.row.number == all?.row.number)
        #expect(found?.text(.unit) == all?.text(.unit))
        if found != nil { hits += 1 }
      }
    }
    #expect(hits > 500)
  }

  @Test func `The tables of the program find the same rows with and without the automaton`() {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    print("seed \(seed)")
    var chance = Chance(state: seed)
    let words = [
      "[Ads]", "the ", "ad ", "interstitial ad ", "banner ", "was loaded", "loaded",
      "failed to load",
      ": 3", "code: 3", "onAdLoaded", "()", "was shown", "dismissed", "flutter: ", "\u{2705} ",
      ". ",
      "[AppLovinSdk] ", "[TaskProcessMediationWaterfall:a:INTER] ", "Waterfall loaded in 3ms",
      "user earned the reward", "<Google> ", "no fill.",
    ]
    var hits = 0
    var scans = PatternScans()
    for _ in 0..<500 {
      let count = Int.random(in: 1...5, using: &chance)
      let text = (0..<count).map { _ in words.randomElement(using: &chance)! }.joined()
      let bytes = Array(("Ads" + text).utf8)
      let tag = 0..<[0, 3].randomElement(using: &chance)!
      let found = PatternSet.builtIn.first(in: bytes, 3..<bytes.count, tag: tag, &scans)
      let all = PatternSet.builtIn.firstOfAll(in: bytes, 3..<bytes.count, tag: tag)
      #expect(found?.row.number == all?.row.number, "\(text)")
      if found != nil { hits += 1 }
    }
    #expect(hits > 50)
  }
}

extension PatternSet {
  /// The first row that matches a message, with new automata.
  func first(in bytes: [UInt8], _ message: Range<Int>, tag: Range<Int>) -> PatternMatch? {
    var scans = PatternScans()
    return first(in: bytes, message, tag: tag, &scans)
  }
}
