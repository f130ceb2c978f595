internal import Platform

/// Writes the journals of a folder to one file, the sessions in the order of their last records.
///
/// Files that other recorders write meanwhile are copied up to the size that they have at the
/// start.
struct FolderExport {
  let system: SystemCalls
  /// The path of the folder.
  let folder: String
  /// The name of the running session, which comes last.
  let current: String
  let options: ExportOptions

  /// Writes the file.
  func write(to path: String) throws(ExportFailure) -> ExportedJournal {
    let journals = system.openFolder(folder)
    if journals < 0 { throw ExportFailure(.folder, path: folder, errno: -journals) }
    defer { _ = system.close(journals) }
    let above = String(
      path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
    let target = system.openFolder(above.isEmpty ? "." : above)
    if target < 0 { throw ExportFailure(.create, path: path, errno: -target) }
    defer { _ = system.close(target) }
    try refuse(path, target, journals)
    let sessions = try chosen(journals)
    let isRedacted = options.redaction != nil
    var draft = try ExportDraft(
      system, folder: target, folderPath: above, target: path,
      compresses: options.compresses || isRedacted)
    var result = ExportedJournal(path: path, bytes: 0, sessions: sessions.count, files: 0)
    for files in sessions {
      for file in files {
        let isOpen = file.session == current && file.file.name == files.last?.file.name
        let isThere = try copy(file.file, isOpen: isOpen, of: journals, to: &draft)
        if isThere { result.files += 1 } else { result.vanishedFiles += 1 }
      }
    }
    try draft.finish()
    result.bytes =
      isRedacted
      ? try redact(draft.path, target: target, above: above, path: path) : try publish(&draft)
    return result
  }

  private func publish(_ draft: inout ExportDraft) throws(ExportFailure) -> Int64 {
    try draft.publish()
    return draft.bytes
  }

  /// Refuses the folder of the journals.
  private func refuse(
    _ path: String, _ target: Int32, _ journals: Int32
  ) throws(ExportFailure) {
    let (one, other) = (system.identity(target), system.identity(journals))
    if one.error == 0, other.error == 0, (one.device, one.inode) == (other.device, other.inode) {
      throw ExportFailure(.amongJournals, path: path)
    }
  }

  // MARK: Sessions

  /// The files of the chosen sessions, the running session last.
  private func chosen(_ journals: Int32) throws(ExportFailure) -> [[ExportedFile]] {
    let files = system.files(journals).map { ExportedFile($0, head: head(of: $0, in: journals)) }
    let bySession = Dictionary(grouping: files, by: \.session).filter { isChosen($0.key, $0.value) }
    if bySession.isEmpty { throw ExportFailure(.noJournal, path: folder) }
    return bySession.values.map { $0.sorted(by: ExportedFile.precedes) }.sorted {
      order($0) < order($1)
    }
  }

  private func isChosen(_ session: String, _ files: [ExportedFile]) -> Bool {
    if session == current { return true }
    switch options.sessions {
    case .current: return false
    case .all: return true
    case .lastDays(let days):
      let day: Int64 = 86_400_000
      let first = system.wall() / 1_000_000 - Int64(min(max(days, 0), 100_000)) * day
      return files.contains { $0.file.changed >= first }
    }
  }

  private func order(_ files: [ExportedFile]) -> (Int, Int64, String) {
    let last = files.map(\.file.changed).max() ?? 0
    return (files[0].session == current ? 1 : 0, last, files[0].session)
  }

  private func head(of file: SystemCalls.File, in journals: Int32) -> [UInt8] {
    let descriptor = system.open(journals, file.name)
    guard descriptor >= 0 else { return [] }
    defer { _ = system.close(descriptor) }
    return system.read(descriptor, from: 0, atMost: 256) ?? []
  }

  // MARK: Bytes

  private static let pieceBytes = 1 << 16

  /// Copies a file; false if it was deleted meanwhile.
  ///
  /// A partial line at the end of a file stays, with a line feed behind it, since it proves that
  /// the process died while it wrote. In the file that is open, the rest of such a line is on its
  /// way, and the line is left out.
  private func copy(
    _ file: SystemCalls.File, isOpen: Bool, of journals: Int32, to draft: inout ExportDraft
  ) throws(ExportFailure) -> Bool {
    let descriptor = system.open(journals, file.name)
    if -descriptor == SystemError.missing { return false }
    if descriptor < 0 { throw failure(.read, file, errno: -descriptor) }
    defer { _ = system.close(descriptor) }
    let size = isOpen ? try wholeLines(of: file, descriptor) : file.bytes
    var (offset, last): (Int64, UInt8) = (0, 0x0A)
    while offset < size {
      let piece = try read(file, descriptor, from: offset, size - offset)
      // Another program truncated the file.
      guard let end = piece.last else { break }
      try draft.write(piece)
      (offset, last) = (offset + Int64(piece.count), end)
    }
    if last != 0x0A { try draft.write([0x0A]) }
    return true
  }

  /// The number of bytes up to the last line feed.
  private func wholeLines(
    of file: SystemCalls.File, _ descriptor: Int32
  ) throws(ExportFailure) -> Int64 {
    var end = file.bytes
    while end > 0 {
      let start = max(0, end - Int64(Self.pieceBytes))
      let piece = try read(file, descriptor, from: start, end - start)
      if let feed = piece.lastIndex(of: 0x0A) { return start + Int64(feed) + 1 }
      end = start
    }
    return 0
  }

  private func read(
    _ file: SystemCalls.File, _ descriptor: Int32, from offset: Int64, _ count: Int64
  ) throws(ExportFailure) -> [UInt8] {
    let most = Int(min(count, Int64(Self.pieceBytes)))
    for _ in 0..<100 {
      if let piece = system.read(descriptor, from: offset, atMost: most) { return piece }
    }
    throw failure(.read, file, errno: 0)
  }

  private func failure(
    _ cause: ExportFailure.Cause, _ file: SystemCalls.File, errno: Int32
  ) -> ExportFailure {
    ExportFailure(cause, path: "\(folder)/\(file.name)", errno: errno)
  }

  // MARK: Redaction

  /// Writes the redacted file; returns its size.
  private func redact(
    _ draft: String, target: Int32, above: String, path: String
  ) throws(ExportFailure) -> Int64 {
    guard let redaction = options.redaction else { return 0 }
    var redacted = try ExportDraft(
      system, folder: target, folderPath: above, target: path, compresses: options.compresses)
    do {
      try redaction.redact(draft) { try redacted.write($0) }
    } catch let failure as ExportFailure {
      throw failure
    } catch {
      throw ExportFailure(.redaction, path: path)
    }
    try redacted.finish()
    return try publish(&redacted)
  }
}
