public import Foundation
public import PropertyTesting

/// A corpus in a folder, with a subfolder for each property and up to two files per counterexample.
///
/// `HASH.choices` contains the recording and `HASH.EXTENSION` the attachment. You can add files of
/// your own, such as a journal from production; they run like the found ones.
public struct FolderCorpus: Corpus {
  private let folder: URL
  private let attachmentExtension: String

  /// Creates a corpus in a folder; saving the first counterexample creates the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the corpus.
  ///   - attachmentExtension: The file name extension of attachments.
  public init(_ folder: URL, attachmentExtension: String = "jsonl") {
    self.folder = folder
    self.attachmentExtension = attachmentExtension
  }

  /// The readable files of a property, sorted by name.
  public func entries(for property: String) -> [CorpusEntry] {
    let subfolder = subfolder(for: property)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: subfolder.path)) ?? []
    return names.sorted().compactMap { name in
      let file = subfolder.appendingPathComponent(name)
      guard let content = content(file.pathExtension), let data = try? Data(contentsOf: file)
      else { return nil }
      let stem = file.deletingPathExtension().lastPathComponent
      return CorpusEntry(name: stem, content: content, bytes: Array(data))
    }
  }

  /// Writes a file; ignores write errors, because the test fails anyway.
  public func save(_ entry: CorpusEntry, for property: String) {
    let subfolder = subfolder(for: property)
    try? FileManager.default.createDirectory(at: subfolder, withIntermediateDirectories: true)
    let suffix = entry.content == .choices ? "choices" : attachmentExtension
    let file = subfolder.appendingPathComponent("\(entry.name).\(suffix)")
    try? Data(entry.bytes).write(to: file, options: .atomic)
  }

  /// Removes the files of a counterexample; ignores errors, because the case only runs again.
  public func remove(_ name: String, for property: String) {
    for suffix in ["choices", attachmentExtension] {
      let file = subfolder(for: property).appendingPathComponent("\(name).\(suffix)")
      try? FileManager.default.removeItem(at: file)
    }
  }

  private func content(_ suffix: String) -> CorpusEntry.Content? {
    suffix == "choices" ? .choices : suffix == attachmentExtension ? .attachment : nil
  }

  private func subfolder(for property: String) -> URL {
    let name = property.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return folder.appendingPathComponent(String(name))
  }
}
