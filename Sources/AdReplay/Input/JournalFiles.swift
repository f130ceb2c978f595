internal import Platform

/// The journals that the arguments of a call name: files, and the journals in folders.
public enum JournalFiles {
  /// One input of a call, or the reason why it cannot be read.
  public enum Input: Equatable, Sendable {
    /// A file, a named pipe, or `-`.
    case journal(String)
    /// An argument without a journal.
    case failure(InputError)
  }

  /// Replaces each folder by every `*.jsonl` and `*.jsonl.gz` below it, sorted by path.
  ///
  /// A file that is named twice, by any paths and links, is listed once, at its first occurrence. Other
  /// arguments stay as they are; opening them shows whether they can be read.
  public static func expand(_ paths: [String]) -> [Input] { list(paths).map { $0.input } }

  /// An input of a call, and whether it was a regular file when it was listed.
  struct Listed {
    var input: Input
    var isRegular = false
    /// Whether a link leads to it.
    var isLinked = false
  }

  /// The inputs that ``expand(_:)`` returns.
  static func list(_ paths: [String]) -> [Listed] {
    let all = listAll(paths)
    // One folder without links contains no file twice.
    guard paths.count > 1 || all.contains(where: { $0.isLinked }) else { return all }
    var seen: Set<System.FileIdentity> = []
    return all.filter { listed in
      guard listed.isRegular, let path = listed.input.path,
        let file = System.identity(path: path)
      else { return true }
      return seen.insert(file).inserted
    }
  }

  private static func listAll(_ paths: [String]) -> [Listed] {
    paths.flatMap { path -> [Listed] in
      let type = path == "-" ? nil : System.type(path: path)
      guard type == .folder else {
        return [Listed(input: .journal(path), isRegular: type == .regular)]
      }
      var found: [Found] = []
      var failures: [Input] = []
      collect(in: path, &found, &failures)
      if found.isEmpty && failures.isEmpty {
        let sentence = "the folder has no journal: no *.jsonl and no *.jsonl.gz is below it"
        return [Listed(input: .failure(InputError(path, .noJournals, sentence)))]
      }
      return found.sorted { System.precedes($0.path, $1.path) }
        .map { Listed(input: .journal($0.path), isRegular: $0.isRegular, isLinked: $0.isLinked) }
        + failures.map { Listed(input: $0) }
    }
  }

  /// A journal below a folder.
  private struct Found {
    var path: String
    var isRegular: Bool
    var isLinked: Bool
  }

  /// Whether a path can be read a second time: a regular file, no pipe and no standard input.
  public static func canReadAgain(_ path: String) -> Bool {
    path != "-" && System.type(path: path) == .regular
  }

  private static func collect(
    in folder: String, _ found: inout [Found], _ failures: inout [Input]
  ) {
    guard let entries = System.entries(in: folder) else {
      let sentence = "the folder cannot be read: \(System.failure)"
      failures.append(.failure(InputError(folder, .unreadable, sentence)))
      return
    }
    for (name, known) in entries.sorted(by: { $0.name < $1.name }) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      let type = known ?? System.type(path: path)
      if type == .folder {
        // A link to a folder could lead to a cycle.
        if known == .folder || !System.isLink(path) { collect(in: path, &found, &failures) }
      } else if name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz") {
        found.append(Found(path: path, isRegular: type == .regular, isLinked: known == nil))
      }
    }
  }
}
