internal import AdSession

/// What of a session is written while its log grows.
struct WrittenSession {
  let name: String
  var journal: ImportedJournal
  /// The number of its first records that are written.
  var count = 0
}

extension LogImport {
  /// Writes the lines of the journal that no later line can change and that were not written yet.
  ///
  /// They are those of all but the last second of the log's time, or the last ten lines where no
  /// line has a time. Sessions that overlap in time alternate. What a later line shows of an ad or
  /// a process does not change lines that are written. Do not call ``journal(_:)`` for the same
  /// log, because it names sessions by all of their lines.
  ///
  /// - Parameters:
  ///   - afterPause: Whether the log has not grown for a second, so that its last second is
  ///     written, too. After ``finish()``, everything is written.
  ///   - write: As for ``journal(_:)``.
  public mutating func settled(
    afterPause: Bool = false, _ write: ([UInt8], Int) throws -> Void
  ) rethrows {
    if afterPause { settlePause() }
    for session in sessions where !session.records.isEmpty {
      let start = session.written?.count ?? 0
      let count =
        afterPause || isFinished
        ? session.records.count : max(start, session.settledCount(at: lastWall, counts.lines))
      if count == start && !isFinished { continue }
      _ = session.settle()
      var written =
        session.written
        ?? WrittenSession(
          name: writtenNames.name(of: session.firstHash), journal: ImportedJournal(options, reader))
      written.count = count
      session.written = written
      try written.journal.write(
        session, start..<count, isEnd: isFinished, named: written.name, write)
      session.written = written
    }
  }
}
