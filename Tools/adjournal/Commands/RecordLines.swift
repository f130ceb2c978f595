import AdAudit
import AdReplay
import AdReports
import AdSession
import JournalInput

/// The lines of chosen records as they are in their journals, which are read a second time.
struct RecordLines {
  /// A record, and its line when that was read.
  private struct Wanted {
    let event: Event
    var line: [UInt8]?
  }

  /// The records by path and line.
  private var wanted: [String: [Int: Wanted]] = [:]

  /// Reads the lines of the records of some timelines.
  ///
  /// The memory is that of the lines.
  ///
  /// - Throws: The first file that cannot be read again.
  init(_ timelines: [TimelineJSON]) throws {
    for timeline in timelines {
      let reading = timeline.audited.reading
      for index in timeline.records {
        let event = reading.trace.events[index]
        let path = reading.path(ofEvent: index) ?? reading.path
        wanted[path, default: [:]][Int(event.line)] = Wanted(event: event)
      }
    }
    for path in wanted.keys.sorted() { wanted[path] = try Self.read(path, wanted[path] ?? [:]) }
  }

  private static func read(_ path: String, _ wanted: [Int: Wanted]) throws -> [Int: Wanted] {
    var found = wanted
    try Journal.forEachLine(of: path) { line in
      guard case .record(let record) = line.content, let event = wanted[line.line]?.event,
        record.seq == event.seq, record.t == event.t, record.kind == event.kind
      else { return }
      found[line.line]?.line = Array(line.bytes)
    }
    return found
  }

  /// The line of the record with this index.
  ///
  /// - Throws: An error if its file changed after it was read for the first time.
  func line(_ index: Int, of reading: SessionReading) throws -> [UInt8] {
    let path = reading.path(ofEvent: index) ?? reading.path
    guard let line = wanted[path]?[Int(reading.trace.events[index].line)]?.line else {
      throw InputError.changed(path)
    }
    return line
  }
}
