@testable import AdImport
import Testing

/// The syntax of expressions, what they match, and the faults in them.
struct LinePatternTests {
  /// The text that an expression matches and the texts of its groups; nil without a match.
  private static func match(
    _ expression: String, _ text: String, lets: [(String, String)] = []
  ) throws -> String? {
    let lets = try Self.lets(lets)
    let pattern = try LinePattern(Array(expression.utf8), lets: lets)
    let bytes = Array(text.utf8)
    guard let slots = pattern.match(in: bytes, 0..<bytes.count) else { return nil }
    return stride(from: 0, to: slots.count, by: 2).map { index in
      guard let start = slots[index], let end = slots[index + 1] else { return "-" }
      return bytes.text(start..<end)
    }.joined(separator: "|")
  }

  private static func lets(_ texts: [(String, String)]) throws -> [PatternLet] {
    var lets: [PatternLet] = []
    for (name, text) in texts {
      lets.append(try PatternLet(name, line: 1, Array(text.utf8), lets))
    }
    return lets
  }

  private static let constructs: [(expression: String, text: String, found: String?)] = [
    ("loaded", "Ad LOADED.", "LOADED"), ("LOADED", "ad loaded", "loaded"), ("b", "ac", nil),
    ("a.c", "xabc a\u{1F389}c", "abc"), ("a.c", "a\u{1F389}c", "a\u{1F389}c"), ("a.c", "ac", nil),
    ("\u{2705} ok", "x \u{2705} OK", "\u{2705} OK"), ("É", "é", nil),
    ("[a-c_]+", "xxAB_cd", "AB_c"), ("[^a-c]+", "abXcx", "X"), ("[^a]", "A", nil),
    ("[é-ü]", "xö", "ö"), ("[^é]", "éx", "x"), ("[\\]\\-\\\\]+", "x]-\\", "]-\\"),
    ("[a-]+", "-a-", "-a-"), ("[\\d.]+", "v1.20", "1.20"), ("[^\\D]+", "a12b", "12"),
    ("[\\D]+", "12é", "é"), ("\\d+", "a12b", "12"), ("\\w+", "-é a_1", "a_1"),
    ("\\s+", "a \tb", " \t"),
    ("\\D+", "12ab3", "ab"), ("\\W+", "ab é!c", " é!"), ("\\S+", " é ", "é"),
    ("\\bad\\b", "bad ad", "ad"), ("\\bad\\b", "bad ads", nil), ("\\t", "a\tb", "\t"),
    (
      "\\(\\)\\[\\]\\{\\}\\.\\*\\+\\?\\|\\^\\$\\\\\\/\\\"", "()[]{}.*+?|^$\\/\"",
      "()[]{}.*+?|^$\\/\""
    ),
    ("]}", "]}", "]}"), ("(ab)+", "xababa", "abab"), ("(?:ab)+", "ababa", "abab"),
    ("a|b|", "b", "b"), ("x(a|ab)(c|bcd)", "xabcd", "xabcd"), ("ab|a", "ab", "ab"),
    ("a|ab", "ab", "a"), ("a*", "aab", "aa"), ("a*?b", "aab", "aab"), ("a+", "baa", "aa"),
    ("a+?", "baa", "a"), ("a?b", "aab", "ab"), ("a??", "a", ""), ("a{2}", "aaa", "aa"),
    ("a{2,}", "aaa", "aaa"), ("a{2,}?", "aaa", "aa"), ("a{1,2}", "aaa", "aa"),
    ("a{0,0}b", "ab", "b"),
    ("a{1,2}?", "aaa", "a"), ("(?:a{0}){0,100}b", "ab", "b"), ("^a", "ba", nil), ("a$", "ab", nil),
    ("^$", "", ""), ("(|a)*", "aa", ""), ("(a*)*b", "aab", "aab"), ("(a|b)*?c", "abc", "abc"),
    ("code (?<code>-?\\d+)", "Code -7", "Code -7|-7"), ("(?<code>a)|b", "b", "b|-"),
    ("(?<unit>a)(?<code>b)?", "a", "a|a|-"), ("(?:(?<unit>a)|(?<unit>b))+", "aab", "aab|b"),
    ("(?<unit>a)b|(?<unit>b)c", "bc", "bc|b"), ("(?<message>.*?)$", "abc", "abc|abc"),
  ]

  @Test(arguments: constructs)
  func `Each construct matches what it is documented to match`(
    expression: String, text: String, found: String?
  ) throws {
    #expect(try Self.match(expression, text) == found)
  }

  @Test func `A name of a let stands for its expression as a group, and lets can use lets`() throws
  {
    let lets = [("word", "ad|banner"), ("both", "{word} {word}(?<code>\\d)")]
    #expect(try Self.match("^{word}s", "banners", lets: lets) == "banners")
    #expect(try Self.match("{word}{2}", "adbanner", lets: lets) == "adbanner")
    #expect(try Self.match("<{both}>", "<ad banner7>", lets: lets) == "<ad banner7>|7")
  }

  @Test func `Bytes that are no UTF-8 are one character each`() throws {
    let pattern = try LinePattern(Array("^a..b$".utf8))
    #expect(pattern.match(in: [0x61, 0xFF, 0xC3, 0x62], 0..<4) != nil)
    #expect(pattern.match(in: [0x61, 0xED, 0xA0, 0x62], 0..<4) != nil)
    #expect(pattern.match(in: [0x61, 0xE2, 0x9C, 0x85, 0x62], 0..<5) == nil)
  }

  @Test func `Only the given part of a line is matched`() throws {
    let bytes = Array("xxabyy".utf8)
    let pattern = try LinePattern(Array("^\\bab\\b$".utf8))
    #expect(pattern.match(in: bytes, 2..<4) == [2, 4])
    #expect(pattern.match(in: bytes, 0..<6) == nil)
  }

  private static let faults: [(expression: String, offset: Int, sentence: String)] = [
    ("ab)c", 2, "')' without '('; write '\\)' for the character"),
    ("a(b", 1, "'(' without ')'; write '\\(' for the character"),
    ("a[b", 1, "'[' without ']'; write '\\[' for the character"),
    ("a[b\\", 3, "'\\' at the end; write '\\\\' for the character"),
    ("a[]", 1, "empty class; write '\\]' for the character"),
    ("[a[b]", 2, "'[' in a class; write '\\[' for the character"),
    ("x[z-a]", 2, "a range in a class goes from a smaller to a larger character"),
    ("[a-\\d]", 1, "a range in a class goes from a smaller to a larger character"),
    ("a|*", 2, "nothing to repeat; write '\\*' for the character"),
    ("+a", 0, "nothing to repeat; write '\\+' for the character"),
    ("^*", 1, "nothing to repeat; '^', '$' and '\\b' match no character"),
    ("a**", 2, "a repetition after a repetition; put the first into a group '(?: )'"),
    ("a{2}{3}", 4, "a repetition after a repetition; put the first into a group '(?: )'"),
    ("a{2", 1, "unfinished repetition; write '{m}', '{m,}' or '{m,n}'"),
    ("a{2,x}", 1, "unfinished repetition; write '{m}', '{m,}' or '{m,n}'"),
    ("a{101}", 1, "a repetition of more than 100 times"),
    ("a{1,99999999999999999999}", 1, "a repetition of more than 100 times"),
    ("a{3,2}", 1, "the larger number of a repetition comes last: '{2,3}'"),
    ("(?=a)", 0, "unknown kind of group; allowed: '(…)', '(?:…)', '(?<name>…)'"),
    ("(?<!a)", 0, "unknown kind of group; allowed: '(…)', '(?:…)', '(?<name>…)'"),
    ("a(?i)", 1, "unknown kind of group; allowed: '(…)', '(?:…)', '(?<name>…)'"),
    ("(?<code", 3, "unfinished name of a group; write '(?<name>…)'"),
    ("a\\1", 1, "unknown escape; allowed: \\d \\w \\s \\D \\W \\S \\b \\t and '\\' before a mark"),
    ("\\n", 0, "unknown escape; allowed: \\d \\w \\s \\D \\W \\S \\b \\t and '\\' before a mark"),
    ("[\\b]", 1, "unknown escape; allowed: \\d \\w \\s \\D \\W \\S \\b \\t and '\\' before a mark"),
    ("a\\", 1, "'\\' at the end; write '\\\\' for the character"),
    ("a{\"", 1, "'{' without the name of a 'let' and '}'; write '\\{' for the character"),
    ("a{b", 1, "'{' without the name of a 'let' and '}'; write '\\{' for the character"),
    ("a{b}", 1, "unknown name '{b}'; no 'let' is above"),
    (
      "(?<cod>a)", 3,
      "unknown group 'cod'; allowed: format, unit, network, code, domain, message, cause, amount, "
        + "type, revenue, micros, currency, precision, latency, ad, creative, response, placement, sdk, version"
    ),
    (
      "x" + String(repeating: "(", count: 21), 21,
      "groups nested too deep; at most 20 within each other"
    ),
    (String(repeating: "a", count: 5001), 5000, "expression too long; at most 5000 parts"),
    ("((a{100}){100}){100}", 0, "expression too long; at most 5000 instructions"),
  ]

  @Test(arguments: faults)
  func `Each fault has its column and a sentence`(expression: String, offset: Int, sentence: String)
    throws
  {
    let fault = #expect(throws: PatternFault.self) {
      _ = try LinePattern(Array(expression.utf8))
    }
    #expect(fault?.sentence == sentence)
    #expect(fault?.offset == offset)
  }

  @Test func `An unknown name of a let is reported with the known ones`() throws {
    let lets = try Self.lets([("start", "^"), ("end", "$")])
    let fault = #expect(throws: PatternFault.self) {
      _ = try LinePattern(Array("a{stat}".utf8), lets: lets)
    }
    #expect(fault?.sentence == "unknown name '{stat}'; defined above: start, end")
    #expect(fault?.name == "stat" && fault?.known == ["start", "end"])
  }

  @Test func `Lets that double each other end with a fault, not with the memory`() throws {
    // 3,070 parts.
    let texts = [("a0", "x")] + (1..<11).map { ("a\($0)", "{a\($0 - 1)}{a\($0 - 1)}") }
    let lets = try Self.lets(texts)
    let fault = #expect(throws: PatternFault.self) {
      _ = try LinePattern(Array("b{a10}{a10}".utf8), lets: lets)
    }
    #expect(fault?.sentence == "expression too long; at most 5000 parts")
    #expect(fault?.offset == 6)
  }

  @Test func `Lets within each other count as groups`() throws {
    let lets = try Self.lets([("a", "(((((((((x)))))))))"), ("b", "((((((((({a})))))))))")])
    #expect(try Self.match("{b}", "x", lets: [("a", "x"), ("b", "{a}")]) == "x")
    let fault = #expect(throws: PatternFault.self) {
      _ = try LinePattern(Array("a({b})".utf8), lets: lets)
    }
    #expect(fault?.sentence == "groups nested too deep; at most 20 within each other")
    #expect(fault?.offset == 2)
  }

  @Test(arguments: ["(a*)*b", "(a|aa)+$", "(?:a?){50}a{50}b", "(.*)(.*)(.*)(?<code>x)"])
  func `The time is linear in the length of the message`(expression: String) throws {
    let pattern = try LinePattern(Array(expression.utf8))
    let bytes = [UInt8](repeating: 0x61, count: 4096) + [0x21]
    var machine = PatternMachine(pattern)
    #expect(machine.run(bytes, 0..<bytes.count) == nil)
    #expect(machine.steps <= (bytes.count + 1) * pattern.instructions.count)
    #expect(machine.steps > bytes.count)
  }
}
