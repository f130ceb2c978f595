internal import JournalFormat
internal import Platform
internal import AdVocabulary
internal import JSONLines

/// The ends of files: seals and segments.
extension JournalWriter {
  /// Ends the file with a seal over all its lines.
  ///
  /// All lines before the seal are synced first, so that the seal is never written a second time
  /// with the hash of another file.
  func seal(_ mark: QueuedRecord) throws(WriteFailure) {
    try openFile()
    try flush()
    if syncs { try sync() }
    guard let file, let hash = file.hash else { return try continueInNextSegment(mark) }
    let digits = encodeSeal(mark, file, after: hash)
    if let failure = writeSeal() { throw failure }
    countIfRemoved(file)
    sealedHash = digits
    skip()
    if syncs { _ = self.file?.sync(.full) }
    finish()
  }

  /// Writes the seal; returns the failure if it is not in the file.
  private func writeSeal() -> WriteFailure? {
    defer { lines.clear() }
    guard let result = file?.append(lines.contents, lines: 1), result.lines == 0 else { return nil }
    return result.failure
  }

  /// Encodes the seal; returns the hash of the lines before it and of the beginning of its own
  /// line.
  private func encodeSeal(
    _ mark: QueuedRecord, _ file: SegmentFile, after lineHash: SHA256
  ) -> String {
    while let epoch = key?.epoch, epoch < file.opening.segment { key?.evolve() }
    encodeSeal(mark, file, sha256: "")
    var hash = lineHash
    hash.update(lines.contents[0..<(SealedPart.length(of: lines.contents) ?? 0)].raw)
    lines.clear()
    let digits = hash.finish()
    encodeSeal(mark, file, sha256: digits)
    return digits
  }

  private func encodeSeal(_ mark: QueuedRecord, _ file: SegmentFile, sha256 digits: String) {
    let key = key
    lines.append(.sessionSealed, seq: mark.seq, mark.time) { fields in
      fields.integer(.records, file.lines)
      if let key { fields.text(.key, key.label) }
      fields.text(.sha256, digits)
      if let key { fields.text(.hmac, key.hmac(of: digits)) }
    }
  }

  /// Ends the file; the next segment begins with the next record.
  func continueInNextSegment(_ mark: QueuedRecord) throws(WriteFailure) {
    try flush()
    if syncs { try sync() }
    finish()
    opening = .continued(
      seq: mark.seq, time: mark.time, segment: opening.segment + 1, previous: sealedHash)
    sealedHash = nil
    skip()
  }

  /// Skips a mark of the queue.
  private func skip() {
    cursor = exchange.ring.position(after: cursor)
    written = cursor
    acknowledge()
  }

  private func finish() {
    guard let file else { return }
    opening = file.opening
    countIfRemoved(file)
    file.close()
    self.file = nil
    exchange.report(file: nil)
  }

  /// Deletes the oldest journals of the folder if all journals together exceed the size limit.
  ///
  /// The file with the session's header is kept, because the other files depend on it. After the
  /// end of the session nothing is deleted, because no note could report it.
  func enforceSizeLimit(_ folder: Int32, except name: String) {
    guard options.totalBytes > 0, !exchange.hasEnded else { return }
    let cap = FolderCap(
      system, folder: folder, maximumBytes: Int64(options.totalBytes),
      now: exchange.certainWall / 1_000_000, start: exchange.startWall / 1_000_000,
      abandonedMilliseconds: options.abandonedMilliseconds)
    for file in cap.deleteOldest(except: [name, headerFile]) {
      exchange.put(DeletedFileNote(file: file))
    }
  }
}

/// A note about a file that was deleted because of the size limit.
private struct DeletedFileNote: RecordedEvent {
  let file: SystemCalls.File
  var kind: EventKind { .note }

  func write(to fields: inout FieldWriter) {
    fields.text(
      .text, "deleted \(file.name) (\(file.bytes) bytes) because of the size limit of the folder")
  }
}
