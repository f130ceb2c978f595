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

  /// Identifies a record in its file: several records can be made from one line of a log.
  private struct Key: Hashable {
    let line: Int
    let seq: Int64
  }

  /// The records by path.
  private var wanted: [String: [Key: Wanted]] = [:]

  /// Reads the lines of the records of some timelines.
  ///
  /// The memory is that of the lines.
  ///
  /// - Parameter converter: Makes a journal from another text, as when it was read first.
  /// - Throws: The first file that cannot be read again.
  init(_ timelines: [TimelineJSON], converter: JournalReader.Converter? = nil) throws {
    for timeline in timelines {
      let reading = timeline.audited.reading
      for index in timeline.records {
        let event = reading.trace.events[index]
        let path = reading.path(ofEvent: index) ?? reading.path
        wanted[path, default: [:]][Self.key(event)] = Wanted(event: event)
      }
    }
    for path in wanted.keys.sorted() {
      wanted[path] = try Self.read(path, wanted[path] ?? [:], converter)
    }
  }

  private static func key(_ event: Event) -> Key { Key(line: Int(event.line), seq: event.seq) }

  private static func read(
    _ path: String, _ wanted: [Key: Wanted], _ converter: JournalReader.Converter?
  ) throws -> [Key: Wanted] {
    var found = wanted
    try Journal.forEachLine(of: path, isLenient: false, converter: converter) { line in
      guard case .record(let record) = line.content else { return }
      let key = Key(line: line.line, seq: record.seq)
      guard let event = wanted[key]?.event, record.t == event.t, record.kind == event.kind
      else { return }
      found[key]?.line = Array(line.bytes)
    }
    return found
  }

  /// The line of the record with this index.
  ///
  /// - Throws: An error if its file changed after it was read for the first time.
  func line(_ index: Int, of reading: SessionReading) throws -> [UInt8] {
    let path = reading.path(ofEvent: index) ?? reading.path
    guard let line = wanted[path]?[Self.key(reading.trace.events[index])]?.line else {
      throw InputError.changed(path)
    }
    return line
  }
}
