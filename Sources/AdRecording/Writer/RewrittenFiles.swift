internal import Platform
internal import AdVocabulary

/// The number of times that records are written to another file at once because a sync failed.
///
/// A record that was in a file when its sync failed may be missing on the drive, even if a later
/// sync succeeds. Only another file can make it safe. Where syncs fail again and again, each
/// attempt would cost another copy of all records that wait. So only the first attempts follow at
/// once, and later ones, also for a caller that waits, come after a pause that doubles. Meanwhile
/// further records wait in the queue: behind records that are missing on the drive they would be
/// stored without all earlier records. The replaced file is deleted, so that one copy remains.
struct RewriteLimit {
  private static let most = 4
  private var failures = 0

  /// Whether an attempt may follow at once.
  var allowsAnother: Bool { failures < Self.most }

  mutating func countFailure() { failures += 1 }
}

/// A replaced file without acknowledged records.
struct SupersededFile {
  let file: SegmentFile
  /// The number of records of the session up to the last one in the file.
  let end: Int64

  /// Whether another file has its lines: the records up to a position, and the line that opens it
  /// if that must stay.
  func isReplaced(by other: SegmentFile?, _ written: EventQueue.Position) -> Bool {
    end <= written.count && (!file.isOwed || other.map { $0.lines > 0 } ?? false)
  }
}

extension JournalWriter {
  /// Closes a file that is replaced.
  ///
  /// If none of its records was acknowledged, it is deleted as soon as another file has all of
  /// them.
  func retire(_ file: SegmentFile) {
    guard file.acknowledged == 0, file.isInFolder else { return file.close() }
    let new = SupersededFile(file: file, end: written.count)
    if let old = superseded, old.end > new.end { return file.discard() }
    superseded?.file.discard()
    superseded = new
  }

  /// Deletes the replaced file if the present one has all of its records.
  func discardSuperseded() {
    guard let superseded, superseded.isReplaced(by: file, written) else { return }
    superseded.file.discard()
    self.superseded = nil
  }

  /// Counts the acknowledged records of a file that are gone, because another program deleted,
  /// replaced or truncated it.
  func countIfRemoved(_ file: SegmentFile) {
    guard !file.isCounted, file.acknowledged > 0 else { return }
    let records = file.countRemoved()
    guard records > 0 else { return }
    file.isCounted = true
    exchange.countRemoved(records)
    // After the end of the session no record may follow.
    if !isClosing { exchange.put(RemovedRecordsNote(file: file.name, records: records)) }
  }
}

/// A note about records that another program deleted, with their file or from its end.
private struct RemovedRecordsNote: RecordedEvent {
  let file: String
  let records: Int64
  var kind: EventKind { .note }

  func write(to fields: inout FieldWriter) {
    fields.text(
      .text,
      "\(file) was deleted, replaced or truncated during recording: \(records) records are gone")
  }
}
