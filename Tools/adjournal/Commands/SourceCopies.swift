import AdReports
import CSDKSources
import JournalFormat
import Platform

/// A file that records an ad SDK, as it is in this tool.
struct SDKSource {
  /// The name of the SDK, as in the header of a journal.
  let sdk: String
  /// The name of the file.
  let name: String
  let bytes: [UInt8]

  /// The files of all SDKs.
  static let all: [SDKSource] = (0..<sdk_source_count()).map { number in
    let file = sdk_source_at(number)
    return SDKSource(
      sdk: String(cString: file.sdk), name: String(cString: file.name),
      bytes: (0..<Int(file.count)).map { file.bytes[$0] })
  }

  /// The names of the SDKs, in the order of their files.
  static let names = all.reduce(into: [String]()) { if $0.last != $1.sdk { $0.append($1.sdk) } }
}

/// The copies of sources in the folders of an app.
///
/// The first line of a copy names the version, the SDK and a checksum of the rest.
struct SourceCopies {
  /// The version of this tool.
  let version: String

  /// What a file in a folder is.
  enum State: Equatable {
    /// The file of this version.
    case current
    /// An unchanged copy of another version.
    case old(version: String)
    /// A copy that was edited.
    case changed
    /// A file of this version that is not there.
    case missing
    /// An unchanged copy of a file that this version does not have.
    case superfluous
    /// A file with the name of a source that is no copy.
    case foreign

    /// The state in words.
    func text(in version: String) -> String {
      switch self {
      case .current: "current"
      case .old(let old): "old: version \(TerminalEscaping.text(old)), not \(version)"
      case .changed: "changed after it was copied"
      case .missing: "missing"
      case .superfluous: "superfluous: version \(version) has no such file"
      case .foreign: "not a copy of 'adjournal sources'"
      }
    }
  }

  private static let start = "// adjournal "
  private static let end = "; copied by 'adjournal sources', do not edit"

  /// The content of a copy.
  func text(of source: SDKSource) -> [UInt8] {
    Array("\(Self.start)\(version) \(source.sdk) \(Self.checksum(source.bytes))\(Self.end)\n".utf8)
      + source.bytes
  }

  private static func checksum(_ bytes: [UInt8]) -> String {
    String(Hex.text(SHA256.digest(of: bytes)).prefix(12))
  }

  /// The states of the copies in a folder, by name; without copies of any SDK, none.
  ///
  /// - Parameter sdk: The SDK; `nil` for those that have a copy in the folder.
  /// - Throws: An error if the folder cannot be read.
  func states(in folder: String, of sdk: String? = nil) throws -> [(name: String, state: State)] {
    guard let names = System.names(in: folder) else {
      throw NewFile.Failure(description: "\(folder): cannot read the folder")
    }
    let copies = names.filter { $0.hasSuffix(".swift") }.compactMap { name in
      Copy("\(folder)/\(name)").map { (name: name, copy: $0) }
    }
    let sdks = sdk.map { [$0] } ?? Array(Set(copies.map(\.copy.sdk)))
    let wanted = SDKSource.all.filter { sdks.contains($0.sdk) }
    let listed = wanted.map { source in
      (
        name: source.name,
        state: names.contains(source.name)
          ? state(of: source, copies.first { $0.name == source.name }?.copy) : .missing
      )
    }
    let known = Set(wanted.map(\.name))
    let others = copies.filter { sdks.contains($0.copy.sdk) && !known.contains($0.name) }
      .map { (name: $0.name, state: $0.copy.isChanged ? State.changed : .superfluous) }
    return (listed + others).sorted { System.precedes($0.name, $1.name) }
  }

  private func state(of source: SDKSource, _ copy: Copy?) -> State {
    guard let copy else { return .foreign }
    if copy.isChanged || copy.sdk != source.sdk { return .changed }
    return copy.bytes == text(of: source) ? .current : .old(version: copy.version)
  }

  /// A file whose first line is that of a copy.
  private struct Copy {
    let version, sdk: String
    let bytes: [UInt8]
    let isChanged: Bool

    init?(_ path: String) {
      guard case .content(let bytes) = SmallFile.find(path, atMost: SmallFile.maximumBytes) else {
        return nil
      }
      let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
      let head = String(decoding: lines[0], as: UTF8.self)
      guard lines.count == 2, head.hasPrefix(SourceCopies.start), head.hasSuffix(SourceCopies.end)
      else { return nil }
      let words = head.dropFirst(SourceCopies.start.count).dropLast(SourceCopies.end.count)
        .split(separator: " ").map(String.init)
      guard words.count == 3 else { return nil }
      (version, sdk, self.bytes) = (words[0], words[1], bytes)
      isChanged = SourceCopies.checksum(Array(lines[1])) != words[2]
    }
  }
}
