internal import PropertyTesting

/// A store of failing cases, each a text of ``CaseCode`` and a journal.
struct StoredCases {
  private let corpus: any Corpus

  init(_ corpus: any Corpus) { self.corpus = corpus }

  /// The names and the replays of the stored cases, those nearest to a cause first.
  ///
  /// A file that is no replay is left out.
  func replays(of property: String) -> [(name: String, replay: String)] {
    let entries = corpus.entries(for: property).filter { $0.content == .choices }
    let cases = entries.compactMap { entry in
      Self.replay(in: entry).map { (name: entry.name, replay: $0) }
    }
    let order = { (name: String, replay: String) in (CaseFinding.rank(name), replay.count, name) }
    return cases.sorted { order($0.name, $0.replay) < order($1.name, $1.replay) }
  }

  /// The replay in the first line of a file; nil if it is none.
  private static func replay(in entry: CorpusEntry) -> String? {
    let lines = String(decoding: entry.bytes, as: UTF8.self).split(separator: "\n")
    return lines.first.map(String.init).flatMap { CaseCode.decode($0) == nil ? nil : $0 }
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
