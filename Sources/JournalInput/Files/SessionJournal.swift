package import AdReplay
internal import Platform

#if !hasFeature(Embedded)
  /// The journal of one session in the folder of its recorder, read again whenever it grows.
  package struct SessionJournal {
    private let folder: String
    private let session: String
    /// Whether each file belongs to the session, for files that have a first line.
    private var isOurs: [String: Bool] = [:]

    /// The number of bytes in which the first line of a file names its session.
    private static let headBytes = 256

    /// Makes it for the files of a session in a folder; reads nothing yet.
    package init(folder: String, session: String) {
      self.folder = folder
      self.session = session
    }

    /// Reads all files of the session; nil if there is none yet.
    ///
    /// A line that is still being written is left out.
    package mutating func read() -> SessionReading? {
      let paths = paths()
      if paths.isEmpty { return nil }
      for case .session(let reading) in JournalReader().read(paths, judge: { $0 })
      where reading.id == session {
        return reading
      }
      return nil
    }

    /// The paths of the files of the session that are there now, sorted.
    package mutating func paths() -> [String] {
      let names = System.names(in: folder) ?? []
      return names.filter { $0.hasSuffix(".jsonl") && isOfSession($0) }.sorted().map(path)
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private mutating func isOfSession(_ file: String) -> Bool {
      if let known = isOurs[file] { return known }
      guard let descriptor = System.open(path(file)) else { return false }
      defer { System.close(descriptor) }
      let head = System.bytes(of: descriptor, at: 0, count: Self.headBytes)
      guard head.count == Self.headBytes || head.contains(UInt8(ascii: "\n")) else { return false }
      let name = Array("\"session\":\"\(session)\"".utf8)
      let isOurs = head.indices.contains { head[$0...].starts(with: name) }
      self.isOurs[file] = isOurs
      return isOurs
    }
  }
#endif
