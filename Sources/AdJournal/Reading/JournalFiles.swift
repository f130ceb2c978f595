/// The journals that the arguments of a call name: files as they are, folders as what is in them.
public enum JournalFiles {
  /// One input of a call, or why it is none.
  public enum Input: Equatable, Sendable {
    /// A file, a named pipe, or `-`.
    case journal(String)
    /// An argument that gives no journal.
    case failure(InputError)
  }

  /// Puts for each folder every `*.jsonl` and `*.jsonl.gz` below it, sorted by path.
  ///
  /// Other arguments stay as they are; whether they can be read shows when they are opened.
  public static func expand(_ paths: [String]) -> [Input] {
    paths.flatMap { path -> [Input] in
      guard path != "-", System.type(path: path) == .folder else { return [.journal(path)] }
      var found: [String] = []
      var failures: [Input] = []
      collect(in: path, &found, &failures)
      if found.isEmpty && failures.isEmpty {
        let sentence = "the folder has no journal: no *.jsonl and no *.jsonl.gz is below it"
        return [.failure(InputError(path, .noJournals, sentence))]
      }
      return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .journal($0) }
        + failures
    }
  }

  /// Whether a path can be read a second time: a regular file, no pipe and no standard input.
  public static func canReadAgain(_ path: String) -> Bool {
    path != "-" && System.type(path: path) == .regular
  }

  private static func collect(
    in folder: String, _ found: inout [String], _ failures: inout [Input]
  ) {
    guard let names = System.names(in: folder) else {
      let sentence = "the folder cannot be read: \(System.failure)"
      failures.append(.failure(InputError(folder, .unreadable, sentence)))
      return
    }
    for name in names.sorted() {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      if System.type(path: path) == .folder {
        // A link to a folder could lead in a circle.
        if !System.isLink(path) { collect(in: path, &found, &failures) }
      } else if name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz") {
        found.append(path)
      }
    }
  }
}
