/// A mistake in a rule file, with its location.
public struct RuleFileError: Error, Equatable {
  /// The line, from 1; 0 for a mistake of the whole file.
  public internal(set) var line = 0
  /// The column, from 1 and in Unicode scalars; 0 for a mistake of the whole file.
  public internal(set) var column = 0
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
}
