internal import JournalFormat
internal import Platform
internal import AdSession
internal import JSONLines

/// How files end.
extension JournalWriter {
  /// Ends the file with a seal over all its lines.
  ///
  /// Everything before is synced first, so that a seal never has to be written a second time: its
  /// hash is that of this file.
  func seal(_ mark: QueuedRecord) throws(WriteFailure) {
    try openFile()
    try flush()
    if syncs { try sync() }
    guard let file, var hash = file.hash else { return try goOn(mark) }
    let digits = hash.finish()
    encodeSeal(mark, digits, file)
    if let failure = writeSeal() { throw failure }
    sealedHash = digits
    skip()
    if syncs { _ = self.file?.sync(.full) }
    finish()
  }

  /// Why the seal is not in the file, if it is not.
  private func writeSeal() -> WriteFailure? {
    defer { lines.clear() }
    guard let result = file?.append(lines.contents, lines: 1), result.lines == 0 else { return nil }
    return result.failure
  }

  private func encodeSeal(_ mark: QueuedRecord, _ digits: String, _ file: SegmentFile) {
    while let epoch = key?.epoch, epoch < file.opening.segment { key?.evolve() }
    let key = key
    lines.append(.sessionSealed, seq: mark.seq, mark.time) { fields in
      fields.integer(.records, file.lines)
      fields.text(.sha256, digits)
      guard let key else { return }
      fields.text(.hmac, key.hmac(of: digits))
      fields.text(.key, key.label)
    }
  }

  /// Ends the file, if it was not sealed, and begins the next segment when there is something for it.
  func goOn(_ mark: QueuedRecord) throws(WriteFailure) {
    try flush()
    if syncs { try sync() }
    finish()
    opening = .continued(
      seq: mark.seq, time: mark.time, segment: opening.segment + 1, previous: sealedHash)
    sealedHash = nil
    skip()
  }

  /// Goes past a mark of the queue.
  private func skip() {
    cursor = exchange.ring.position(after: cursor)
    written = cursor
    acknowledge()
  }

  private func finish() {
    guard let file else { return }
    opening = file.opening
    file.close()
    self.file = nil
    exchange.report(file: nil)
  }

  /// Deletes the oldest journals of the folder where all of them are more than the cap.
  ///
  /// The file with the session's header stays, since without it the others say little. When the
  /// session has ended, nothing is deleted any more, since nothing could say so.
  func makeRoom(_ made: Int32, except name: String) {
    guard options.totalBytes > 0, !exchange.hasEnded else { return }
    let cap = FolderCap(
      system: system, folder: made, maximumBytes: Int64(options.totalBytes),
      now: exchange.certainWall / 1_000_000, start: exchange.startWall / 1_000_000,
      abandonedMilliseconds: options.abandonedMilliseconds)
    for file in cap.deleteOldest(except: [name, headerFile]) {
      exchange.put(DeletedFileNote(file: file))
    }
  }
}

/// Says in the journal which file the cap deleted.
private struct DeletedFileNote: RecordedEvent {
  let file: SystemCalls.File
  var kind: EventKind { .note }

  func write(to fields: inout FieldWriter) {
    fields.text(.text, "deleted \(file.name) of \(file.bytes) bytes for the cap on all journals")
  }
}
