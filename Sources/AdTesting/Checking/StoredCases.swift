internal import PropertyTesting

/// A store of failing cases, each a text of ``CaseCode`` and a journal.
struct StoredCases {
  private let corpus: any Corpus

  init(_ corpus: any Corpus) { self.corpus = corpus }

  /// The names and the replays of the stored cases; a file that is no replay is left out.
  func replays(of property: String) -> [(name: String, replay: String)] {
    corpus.entries(for: property).compactMap { entry in
      let lines = String(decoding: entry.bytes, as: UTF8.self).split(separator: "\n")
      guard entry.content == .choices, let text = lines.first.map(String.init),
        CaseCode.decode(text) != nil
      else { return nil }
      return (entry.name, text)
    }
  }

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
