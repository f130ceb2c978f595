internal import Foundation
internal import PropertyTesting
internal import PropertyTestingHosts

/// The failing cases of earlier runs, in the folder `.adjournal` beside the file of a test.
///
/// A file `.gitignore` in the folder keeps it out of the repository. Errors are ignored: without
/// the folder, a run only starts without the earlier cases.
struct FailureFolder: Corpus {
  private let folder: URL
  private let cases: FolderCorpus

  /// Returns nil if the file does not exist, as on a device or after a build on another machine.
  init?(besideFile path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      .appendingPathComponent(".adjournal")
    cases = FolderCorpus(folder)
  }

  func entries(for property: String) -> [CorpusEntry] { cases.entries(for: property) }

  func save(_ entry: CorpusEntry, for property: String) {
    ignoreInGit()
    cases.save(entry, for: property)
  }

  /// Removes the case of a rule, which no longer fails.
  func remove(_ name: String, for property: String) { cases.remove(name, for: property) }

  private func ignoreInGit() {
    let file = folder.appendingPathComponent(".gitignore")
    guard !FileManager.default.fileExists(atPath: file.path) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data("*\n".utf8).write(to: file, options: .atomic)
  }
}
