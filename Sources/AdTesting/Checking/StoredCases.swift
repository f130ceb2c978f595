internal import PropertyTesting

/// A store of counterexamples, in the texts of ``CaseCode``.
///
/// The engine of the search reads and writes recordings of its own; this store translates them.
struct StoredCases: Corpus {
  private let corpus: any Corpus

  init(_ corpus: any Corpus) { self.corpus = corpus }

  func entries(for property: String) -> [CorpusEntry] {
    corpus.entries(for: property).compactMap { entry in
      let text = String(decoding: entry.bytes, as: UTF8.self).split(separator: "\n").first ?? ""
      guard entry.content == .choices, let choices = CaseCode.decode(String(text)) else {
        return nil
      }
      let recording = Replay.choices(choices).description
      return CorpusEntry(name: entry.name, content: .choices, bytes: Array(recording.utf8))
    }
  }

  /// Saves nothing: the search saves only its smallest case.
  func save(_ entry: CorpusEntry, for property: String) {}

  /// Saves the smallest case of a failure, and its journal.
  func save(_ failure: AdTestFailure, replay: String, of property: String) {
    let name = failure.rule ?? "other"
    corpus.save(
      CorpusEntry(name: name, content: .choices, bytes: Array((replay + "\n").utf8)), for: property)
    corpus.save(
      CorpusEntry(name: name, content: .attachment, bytes: Array(failure.journal.utf8)),
      for: property)
  }
}
