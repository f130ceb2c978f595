/// What is wrong with a file of rules, and where.
public struct RuleFileError: Error, Equatable {
  /// The line, from 1.
  public var line = 0
  /// What is wrong, in one sentence.
  public let sentence: String
  /// The word that nobody knows; empty where none is meant.
  public let word: String
  /// The words that could have been meant.
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
