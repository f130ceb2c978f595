public import AdSession

/// Rules that users write in a text file, with the terms of the catalogue.
///
/// A rule consists of its id and lines of the form `name: value`. Other lines continue the line
/// before.
///
/// ```
/// # Rules of our game.
/// rule quiet-after-a-tap
///   sentence: No interstitial is presented within a second of a tap.
///   formats: interstitial
///   sessions: build = release and app_version >= 2.1
///   check: at ad.present_requested: no earlier user.acted of the session within 1 s
/// ```
///
/// | `check` | meaning |
/// |---|---|
/// | `at X: FIELD = VALUE and …` | each X has these fields |
/// | `at X: an earlier Y of the same ad within 5 s` | a Y precedes each X |
/// | `at X: no earlier Y of the same ad within 5 s` | no Y precedes any X |
/// | `X => Y of the same ad within 5 s` | a Y follows each X |
/// | `count of X per session <= 3` | there are at most 3 X |
/// | `count of X per 5 min <= 3` | there are at most 3 X within any 5 minutes |
/// | `count of X per unit within 5 min <= 3` | the same for each unit |
/// | `count of X per day <= 3` | there are at most 3 X on a local day of the install |
///
/// X and Y are `attempt` or kinds of events joined by `or`; `where FIELD = VALUE and …` can follow.
/// `every 3rd X` selects each third X of the session, at the beginning of a check.
/// A time is active time, or plain `t` with `(t)` behind it. A threshold such as `impression_s` is
/// also a time. A line `sessions:` limits the rule to sessions whose header has these fields.
public enum RuleFile {
  /// A text that a rule compares with a field, where the vocabulary lists no values.
  public struct ComparedText: Equatable, Sendable {
    /// The id of the rule.
    public let rule: String
    /// The field.
    public let field: FieldName
    /// Whether the field is one of the header.
    public let isOfHeader: Bool
    /// The text.
    public let text: String
    /// The line of the condition, from 1.
    public let line: Int
    /// The column of the condition, from 1 and in Unicode scalars.
    public let column: Int
  }

  /// What a file contains.
  public struct Content: Sendable {
    /// The rules without a mistake, in order.
    public fileprivate(set) var rules: [Rule] = []
    /// The mistakes, in the order of the file.
    public fileprivate(set) var errors: [RuleFileError] = []
    /// The texts that ``rules`` compare with fields.
    public fileprivate(set) var texts: [ComparedText] = []
  }

  /// The rules in the text of a file, in order.
  ///
  /// - Throws: The first mistake, with its location.
  public static func rules(of text: String) throws(RuleFileError) -> [Rule] {
    let content = content(of: text)
    if let first = content.errors.first { throw first }
    return content.rules
  }

  /// The rules in the text of a file, and all mistakes in it.
  ///
  /// Of one line, only the first mistake is found.
  public static func content(of text: String) -> Content {
    let bytes = Array(text.utf8)
    var mistakes: [FormulaToken.Mistake] = []
    var texts = Locator(bytes)
    var content = Content()
    var ids = Set(RuleBook.all.map { $0.id })
    for part in RuleFilePart.all(of: text, &mistakes) {
      if !part.id.text.isEmpty, !ids.insert(part.id.text).inserted {
        let error = RuleFileError("a rule '\(part.id.text)' exists already")
        mistakes.append(FormulaToken.Mistake(error: error, offset: part.id.byte))
      }
      guard let (rule, tests) = part.rule(&mistakes) else { continue }
      content.rules.append(rule)
      for test in tests {
        content.texts += test.comparedTexts(of: rule, at: texts.location(of: test.offset))
      }
    }
    var errors = Locator(bytes)
    content.errors = mistakes.sorted { $0.offset < $1.offset }.map { mistake in
      var error = mistake.error
      (error.line, error.column) = errors.location(of: mistake.offset)
      return error
    }
    if content.rules.isEmpty && content.errors.isEmpty {
      content.errors = [RuleFileError("no rules; a rule begins with 'rule ID'")]
    }
    return content
  }
}

/// Finds the locations of bytes, fast if their offsets rise.
private struct Locator {
  private let bytes: [UInt8]
  private var offset = 0
  private var location = TextLocation()

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func location(of byte: Int) -> (line: Int, column: Int) {
    if byte < offset { self = Locator(bytes) }
    location.advance(from: offset, to: byte, in: bytes)
    offset = byte
    return (location.line, location.column)
  }
}

extension FieldTest {
  fileprivate func comparedTexts(
    of rule: Rule, at location: (line: Int, column: Int)
  ) -> [RuleFile.ComparedText] {
    guard case .texts(let texts) = demand else { return [] }
    return texts.map {
      RuleFile.ComparedText(
        rule: rule.id, field: field, isOfHeader: isOfHeader, text: $0, line: location.line,
        column: location.column)
    }
  }
}
