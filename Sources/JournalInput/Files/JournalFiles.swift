public import AdReplay
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
  /// A file that is named twice, by any paths and links, is listed once, at its first occurrence.
  /// Other arguments stay as they are; opening them shows whether they can be read.
  public static func expand(_ paths: [String]) -> [Input] {
    let list = list(paths)
    return list.paths.indices.map { input in
      list.failure(input).map { .failure($0) } ?? .journal(list.paths[input])
    }
  }

  /// The inputs that ``expand(_:)`` returns.
  static func list(_ paths: [String]) -> InputList {
    var list = InputList()
    var hasLinks = false
    for path in paths {
      let type = path == "-" ? nil : System.type(path: path)
      if type == .folder {
        addFiles(in: path, to: &list, &hasLinks)
      } else {
        list.add(path, isRegular: type == .regular)
      }
    }
    // One folder without links contains no file twice.
    return paths.count > 1 || hasLinks ? list.withoutRepeatedFiles : list
  }

  private static func addFiles(
    in folder: String, to list: inout InputList, _ hasLinks: inout Bool
  ) {
    let start = list.count
    var failures: [InputError] = []
    collect(in: folder, &list, &failures, &hasLinks)
    if list.count == start && failures.isEmpty {
      let sentence = "the folder has no journal: no *.jsonl and no *.jsonl.gz is below it"
      return list.add(InputError(folder, .noJournals, sentence))
    }
    list.sort(from: start)
    for failure in failures { list.add(failure) }
  }

  /// Whether a path can be read a second time: a regular file, no pipe and no standard input.
  public static func canReadAgain(_ path: String) -> Bool {
    path != "-" && System.type(path: path) == .regular
  }

  private static func collect(
    in folder: String, _ list: inout InputList, _ failures: inout [InputError],
    _ hasLinks: inout Bool
  ) {
    guard let entries = System.entries(in: folder) else {
      let sentence = "the folder cannot be read: \(System.failure)"
      failures.append(InputError(folder, .unreadable, sentence))
      return
    }
    for (name, known) in entries.sorted(by: { $0.name < $1.name }) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      let type = known ?? System.type(path: path)
      if type == .folder {
        // A link to a folder could lead to a cycle.
        if known == .folder || !System.isLink(path) {
          collect(in: path, &list, &failures, &hasLinks)
        }
      } else if name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz") {
        list.add(path, isRegular: type == .regular)
        hasLinks = hasLinks || known == nil
      }
    }
  }
}
