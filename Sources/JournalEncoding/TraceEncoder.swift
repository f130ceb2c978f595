internal import JournalFormat
public import AdVocabulary

/// Encodes all records of a trace as lines and computes the hashes of its seals.
public struct TraceEncoder {
  private var encoder = RecordEncoder()
  private var hash = SHA256()
  /// The hash of the previous segment, if it was sealed.
  private var sealed: String?
  private var records: Int64 = 0

  /// Makes an encoder.
  public init() {}

  /// Returns the lines of a trace, each with its line feed, and with a checksum if the header
  /// announces them.
  public mutating func lines(of trace: Trace) -> [[UInt8]] {
    restart()
    sealed = nil
    encoder.addsChecksums = trace.header?.checksums == true
    return trace.events.enumerated().compactMap { index, event in
      line(event, at: index, of: trace)
    }
  }

  /// Returns the lines of a trace as one array of bytes.
  public mutating func bytes(of trace: Trace) -> [UInt8] { lines(of: trace).flatMap { $0 } }

  private mutating func line(_ event: Event, at index: Int, of trace: Trace) -> [UInt8]? {
    let envelope = Envelope(session: trace.id, seq: event.seq, t: event.t, wall: event.wall)
    switch event.kind {
    case .sessionSealed: return seal(envelope)
    case .sessionContinued: return continueSession(event, envelope)
    default:
      let line = encoder.line(
        event, of: trace.id, trace.symbols, header: trace.header,
        policy: trace.policyChanges[index] ?? [],
        freeText: { trace.freeText($0, ofEvent: index) })
      return line.map { cover($0) }
    }
  }

  /// Adds a line to the hash of the next seal.
  private mutating func cover(_ line: [UInt8]) -> [UInt8] {
    hash.update(line)
    records += 1
    return line
  }

  private mutating func seal(_ envelope: Envelope) -> [UInt8] {
    let seal = encoder.seal(envelope, records: records, after: hash)
    restart()
    sealed = seal.sha256
    return seal.line
  }

  private mutating func continueSession(_ event: Event, _ envelope: Envelope) -> [UInt8] {
    let previous = sealed ?? hash.finish()
    var fields: [(FieldName, FieldValue)] = [
      (.segment, .integer(event.segment ?? 2)), (.previousSha256, .string(previous)),
    ]
    if let seals = event.seals { fields.append((.seals, .boolean(seals))) }
    restart()
    sealed = nil
    return cover(encoder.line(.sessionContinued, envelope, fields))
  }

  private mutating func restart() {
    hash = SHA256()
    records = 0
  }
}
