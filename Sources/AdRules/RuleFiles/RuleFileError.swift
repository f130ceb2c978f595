/// A mistake in a rule file, with its line.
public struct RuleFileError: Error, Equatable {
  /// The line, from 1.
  public var line = 0
  /// The description of the mistake.
  public let sentence: String
  /// The unknown word; empty for other mistakes.
  public let word: String
  /// The known words, for a suggestion.
  public let known: [String]

  init(_ sentence: String, word: String = "", known: [String] = []) {
    self.sentence = sentence
    self.word = word
    self.known = known
  }

  func at(_ line: Int) -> RuleFileError {
    var error = self
    error.line = line
    return error
  }
}
