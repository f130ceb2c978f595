public import AdJournal
internal import AdSession

/// Keeps the states of long sessions in a folder, for replays of a file that did not change.
///
/// It is taken where every byte of the file is what it was; a file that grew is read anew.
public final class ReplaySnapshots: Sendable {
  /// What a file has.
  public struct Contents {
    /// The sessions with at least one record, by name, in the order in which they begin.
    public var sessions: [(id: String, replay: any ReplayedSession)]
    /// How many findings of damage there are.
    public var findings: Int
    private let journal: JournalFile
    private let comparison: FilePieces.Comparison

    fileprivate init(_ journal: JournalFile, _ comparison: FilePieces.Comparison, findings: Int) {
      self.journal = journal
      self.comparison = comparison
      self.findings = findings
      sessions = []
    }

    /// Whether every byte of the file is what it was.
    ///
    /// Before it is known nothing is to be told. To be asked once.
    public func hold() -> Bool { comparison.finish() }
  }

  /// A snapshot that is not what was written.
  public struct Broken: Error {}

  /// A file with more sessions than that is read anew each time: its sessions are short.
  public static let mostSessions = 64

  private let folder: String
  private let purpose: [UInt8]
  private let jobs: Int
  private let partSize: Int
  /// The pieces of the file that is read; their key is drawn when that begins.
  private let pieces = Lock<PieceCollector?>(nil)

  /// Keeps snapshots in a folder that is there; see ``AuditSnapshots``.
  ///
  /// - Parameter partSize: After so many records the state is kept each time.
  public init(folder: String, purpose: [UInt8], jobs: Int, partSize: Int = 65_536) {
    self.folder = folder
    self.purpose = purpose
    self.jobs = jobs
    self.partSize = max(1, partSize)
  }

  private func file(of path: String) -> String {
    SnapshotName.path(in: folder, of: path, suffix: "replay", purpose: [0])
  }

  /// What a snapshot says of a file, if it still holds; nil where there is none.
  ///
  /// Its bytes are compared meanwhile.
  public func contents(of path: String) -> Contents? {
    guard let file = SnapshotFile(path: file(of: path), purpose: purpose),
      let journal = JournalFile(path: path), let directory = file.section(file.count - 1)
    else { return nil }
    var reader = ArchiveReader(bytes: directory)
    guard let pieces = reader.pieces(), journal.bytes.count == pieces.end else { return nil }
    let comparison = pieces.comparison(with: journal.bytes, file.key, jobs: jobs)
    var contents = Contents(journal, comparison, findings: Int(reader.number()))
    for _ in 0..<reader.number() {
      guard let session = ReplaySnapshot(file, &reader) else {
        _ = contents.hold()
        return nil
      }
      contents.sessions.append((session.name, session))
    }
    return contents
  }

  /// A reader that notes the bytes of the file that is read next.
  public func noting(_ reader: JournalReader) -> JournalReader {
    var random = SystemRandomNumberGenerator()
    let collector = PieceCollector(key: DigestKey(&random))
    pieces.locked { $0 = collector }
    var reader = reader
    reader.snapshots = self
    return reader
  }

  /// Keeps the states of a file that was just read, of which one session is long.
  public func keep(_ sessions: [SessionReading], of path: String, findings: Int) {
    guard sessions.count <= Self.mostSessions,
      sessions.contains(where: { $0.recordCount > partSize / 4 }),
      sessions.allSatisfy({ $0.recordCount > 0 }),
      let collector = pieces.locked({ $0 }),
      let pieces = collector.take(0, after: FilePieces()), pieces.end > 0,
      let journal = JournalFile(path: path),
      pieces.hold(journal.bytes, collector.key, jobs: jobs),
      let file = SnapshotFile.Writer(path: file(of: path), key: collector.key)
    else { return }
    var writer = ReplaySnapshotWriter(file, partSize: partSize)
    for session in sessions { writer.add(session.trace) }
    _ = writer.finish(pieces, findings: findings, sessions: sessions.count, purpose: purpose)
  }
}

extension ReplaySnapshots: SnapshotStore {
  package func resume(_ input: Int, path: String, _ file: JournalBytes) -> ResumePoint? { nil }

  package func read(_ bytes: UnsafeRawBufferPointer, at place: Int, of input: Int) {
    pieces.locked { $0 }?.add(bytes, at: place, of: input)
  }

  package func freeze(_ state: FrozenInput, of input: Int) {}
}
