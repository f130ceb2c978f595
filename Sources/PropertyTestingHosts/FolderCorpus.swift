public import Foundation
public import PropertyTesting

/// Counterexamples in a folder of the repository: one folder a property, two files a counterexample.
///
/// `HASH.choices` is the recording, `HASH.EXTENSION` what the property attached. Files that a person
/// puts there (a journal from the field) are run like those that were found.
public struct FolderCorpus: Corpus {
  private let folder: URL
  private let attachments: String

  /// A corpus in a folder; it is made with the first counterexample.
  ///
  /// - Parameter attachments: The file name extension of what properties attach.
  public init(_ folder: URL, attachments: String = "jsonl") {
    self.folder = folder
    self.attachments = attachments
  }

  /// The files of a property, sorted by name.
  public func entries(of property: String) -> [CorpusEntry] {
    let place = place(of: property)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.sorted().compactMap { name in
      let file = place.appendingPathComponent(name)
      guard let content = content(file.pathExtension), let data = try? Data(contentsOf: file)
      else { return nil }
      let stem = file.deletingPathExtension().lastPathComponent
      return CorpusEntry(name: stem, content: content, bytes: Array(data))
    }
  }

  /// Writes a file; one that cannot be written is left out, since the test fails anyway.
  public func keep(_ entry: CorpusEntry, of property: String) {
    let place = place(of: property)
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let suffix = entry.content == .choices ? "choices" : attachments
    let file = place.appendingPathComponent("\(entry.name).\(suffix)")
    try? Data(entry.bytes).write(to: file, options: .atomic)
  }

  private func content(_ suffix: String) -> CorpusEntry.Content? {
    suffix == "choices" ? .choices : suffix == attachments ? .attachment : nil
  }

  private func place(of property: String) -> URL {
    let name = property.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
    return folder.appendingPathComponent(String(name))
  }
}
