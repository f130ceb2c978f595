internal import AdSession

/// A whole session in few bytes, exactly as it was read: for sessions of streams that may have to be
/// judged again when all others are known.
package enum SessionArchive {
  /// The bytes of a session; nil where it is not whole, or something was found in its bytes.
  package static func bytes(of reading: SessionReading) -> [UInt8]? {
    let trace = reading.trace
    guard let header = trace.header, trace.gaps.isEmpty, trace.reusedNames.isEmpty,
      !trace.hasBadSeal, reading.damage.isEmpty, reading.notes.isEmpty
    else { return nil }
    // Enough for nearly all: memory that nobody touches costs nothing.
    var writer = ArchiveWriter(capacity: 2048 + trace.events.count * 192)
    writer.text(trace.id)
    writer.text(reading.path)
    writer.number(Int64(reading.ordinal))
    writer.number(Int64(reading.files.count))
    for file in reading.files {
      writer.number(Int64(file.event))
      writer.text(file.path ?? "")
    }
    writer.text(trace.end.rawValue)
    writer.header(header)
    writer.number(Int64(trace.policyChanges.count))
    for (index, settings) in trace.policyChanges.sorted(by: { $0.key < $1.key }) {
      writer.number(Int64(index))
      writer.policy(settings)
    }
    trace.events.withUnsafeBufferPointer { events in
      trace.symbols.withMemory { writer.records(events, $0) }
    }
    return writer.bytes
  }

  /// The session of bytes that ``bytes(of:)`` made.
  package static func reading(of bytes: [UInt8]) -> SessionReading {
    var reader = ArchiveReader(bytes: bytes)
    let trace = Trace()
    trace.id = reader.text()
    let path = reader.text()
    let ordinal = Int(reader.number())
    let files = (0..<reader.number()).map { _ in
      let event = Int(reader.number())
      let path = reader.text()
      return SessionReading.FileStart(event: event, path: path.isEmpty ? nil : path)
    }
    trace.end = Trace.End(rawValue: reader.text()) ?? .cut
    trace.header = reader.header()
    for _ in 0..<reader.number() {
      let index = Int(reader.number())
      trace.policyChanges[index] = reader.policy()
    }
    PackedRecords(serialized: bytes[reader.place...]).unpack {
      trace.events.append($0.event)
    } text: {
      _ = trace.symbols.intern($0)
    }
    var reading = SessionReading(trace: trace, path: path, ordinal: ordinal)
    reading.files = files
    return reading
  }
}
