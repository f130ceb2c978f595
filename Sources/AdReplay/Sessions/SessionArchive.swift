internal import AdSession

/// A complete session in few bytes, for sessions of streams that may be judged again when all other
/// sessions are known.
package enum SessionArchive {
  /// The bytes of a session; nil if it has gaps, damage or notes.
  package static func bytes(of reading: SessionReading) -> [UInt8]? {
    let trace = reading.trace
    guard let header = trace.header, trace.gaps.isEmpty, trace.reusedNames.isEmpty,
      !trace.hasBadSeal, reading.damage.isEmpty, reading.notes.isEmpty
    else { return nil }
    var writer = ArchiveWriter(capacity: 2048 + trace.events.count * 24)
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
    writer.raw(trace.symbols.withMemory { PackedRecords(trace.events, $0).serialized })
    return writer.bytes
  }

  /// The session of bytes that ``bytes(of:)`` returned.
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
    PackedRecords(serialized: reader.rest).unpack {
      trace.events.append($0.event)
    } text: {
      _ = trace.symbols.intern($0)
    }
    var reading = SessionReading(trace: trace, path: path, ordinal: ordinal)
    reading.files = files
    return reading
  }
}
