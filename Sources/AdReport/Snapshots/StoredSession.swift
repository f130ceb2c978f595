internal import AdJournal
internal import AdSession

/// A session that was judged, as it waits for its turn and as a snapshot keeps it.
struct StoredSession {
  var counts: SessionCounts
  var report: [UInt8]
  var findings: Findings
}

/// What one session adds to the ledger of daily caps.
struct StoredCaps {
  var install: String
  var entries: [CapEntry]
  /// The whole session, packed; empty where it has to be read again.
  var archive: [UInt8]
}

extension StoredCaps {
  /// All of it in few bytes.
  var bytes: [UInt8] {
    var writer = ArchiveWriter()
    writer.text(install)
    writer.bytes(entries.withUnsafeBytes { Array($0) })
    writer.bytes(archive)
    return writer.bytes
  }

  /// Reads what ``bytes`` wrote.
  init(bytes: [UInt8]) {
    var reader = ArchiveReader(bytes: bytes)
    install = reader.text()
    let size = MemoryLayout<CapEntry>.stride
    entries = reader.takeBytes().withUnsafeBytes { all in
      (0..<(all.count / size)).map {
        all.loadUnaligned(fromByteOffset: $0 * size, as: CapEntry.self)
      }
    }
    archive = reader.takeBytes()
  }
}

extension StoredSession {
  /// Puts a session and the line with which it begins behind what a writer has.
  func write(_ caps: StoredCaps?, order: Int, to writer: inout ArchiveWriter) {
    writer.number(Int64(order))
    writer.bytes(counts.bytes(before: report))
    writer.list(findings.damage) { $0.finding($1) }
    writer.list(findings.notes) { $0.finding($1) }
    writer.bytes(caps?.bytes ?? [])
  }

  /// Reads what ``write(_:order:to:)`` wrote; nil where it is something else.
  static func read(
    _ reader: inout ArchiveReader
  ) -> (order: Int, session: StoredSession, caps: StoredCaps?)? {
    let order = Int(reader.number())
    guard let waited = reader.takeBytes().withUnsafeBytes(SessionCounts.parse) else { return nil }
    var session = StoredSession(
      counts: waited.counts, report: waited.report, findings: Findings())
    session.findings.damage = reader.list { $0.finding() }
    session.findings.notes = reader.list { $0.finding() }
    let caps = reader.takeBytes()
    return (order, session, caps.isEmpty ? nil : StoredCaps(bytes: caps))
  }
}

/// Writes the snapshot of one journal while its sessions are handed out.
struct SnapshotRecorder: ~Copyable {
  private var file: SnapshotFile.Writer
  private let purpose: [UInt8]
  private let pieces: FilePieces
  private let frozen: FrozenInput
  private var chunk = ArchiveWriter()

  /// So many bytes of sessions are read at once.
  private static let chunkSize = 1 << 20

  init?(
    path: String, purpose: [UInt8], key: DigestKey, _ pieces: FilePieces, _ frozen: FrozenInput
  ) {
    guard let file = SnapshotFile.Writer(path: path, key: key) else { return nil }
    self.file = file
    self.purpose = purpose
    self.pieces = pieces
    self.frozen = frozen
  }

  /// Keeps a session, unless it goes on or begins behind the end of the snapshot.
  mutating func add(_ session: StoredSession, _ caps: StoredCaps?, order: Int) {
    if order > frozen.lines || frozen.open.contains(order) { return }
    session.write(caps, order: order, to: &chunk)
    if chunk.count >= Self.chunkSize { endChunk() }
  }

  private mutating func endChunk() {
    if chunk.count == 0 { return }
    _ = file.add(chunk.bytes)
    chunk = ArchiveWriter()
  }

  /// Ends the snapshot and puts it in the place of the one before; false where that failed.
  mutating func finish() -> Bool {
    endChunk()
    var writer = ArchiveWriter()
    writer.pieces(pieces)
    writer.bytes(frozen.bytes)
    _ = file.add(writer.bytes)
    return file.finish(purpose: purpose)
  }
}

/// What a snapshot says of its journal: the last section.
struct SnapshotContents {
  let pieces: FilePieces
  let state: [UInt8]

  init?(_ file: SnapshotFile) {
    guard let bytes = file.section(file.count - 1) else { return nil }
    var reader = ArchiveReader(bytes: bytes)
    guard let pieces = reader.pieces() else { return nil }
    self.pieces = pieces
    state = reader.takeBytes()
  }

  /// Hands the sessions that are done to the work; nil where the snapshot is not whole.
  ///
  /// - Parameter keepsCaps: Whether another snapshot will be written.
  func sessions(
    of file: SnapshotFile, for work: AuditWork, _ input: Int, keepsCaps: Bool
  ) -> [ResumePoint.Done]? {
    var done: [ResumePoint.Done] = []
    var caps: [(order: Int, caps: StoredCaps)] = []
    for index in 0..<(file.count - 1) {
      guard let bytes = file.section(index) else { return forget(done, work) }
      var reader = ArchiveReader(bytes: bytes)
      while reader.place < bytes.count {
        guard let (order, session, found) = StoredSession.read(&reader) else {
          return forget(done, work)
        }
        let records = Int(session.counts.records)
        if let found { caps.append((order, found)) }
        let token = work.put(session, keepsCaps ? found : nil)
        done.append(ResumePoint.Done(order: order, records: records, token: token))
      }
    }
    for (order, found) in caps { work.addCaps(found, order: order, input) }
    return done
  }

  private func forget(_ done: [ResumePoint.Done], _ work: AuditWork) -> [ResumePoint.Done]? {
    for session in done { work.forget(session.token) }
    return nil
  }
}
