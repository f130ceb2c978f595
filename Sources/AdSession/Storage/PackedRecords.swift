/// The records and texts of a session in few bytes.
///
/// A record is stored as its difference from the record before; absent fields take no room. It
/// begins with two bytes of ``Mark``, the kind, and two bytes with the lengths of four numbers:
/// `t`, the line, the offset of the line, and the first number of the kind. After all records
/// follow the lengths of the texts, the texts, and eight bytes of padding.
package struct PackedRecords {
  private var bytes: [UInt8] = []
  private var records = 0
  private var texts = 0

  /// The number of records.
  package var count: Int { records }

  /// The fields of a record; the first six bits are those of its symbols.
  enum Mark {
    static let checksum: UInt16 = 1 << 6
    static let firstNumber: UInt16 = 1 << 7
    static let secondNumber: UInt16 = 1 << 8
    static let flags: UInt16 = 1 << 9
    /// Four bits: the format and three words.
    static let words: UInt16 = 10
    /// `seq` is one more, and both clocks advanced by the same time.
    static let isNext: UInt16 = 1 << 14
    /// The symbols take more than one byte each; their size precedes them.
    static let isWide: UInt16 = 1 << 15
  }

  /// The number of bytes before the records in ``serialized``.
  private static let headCount = 16

  /// Packs records and texts.
  package init(_ session: borrowing StoredRecords, _ symbols: borrowing SymbolMemory) {
    records = session.count
    texts = symbols.count - 1
    bytes = Self.packed(session.allEvents, session.marks, symbols)
  }

  /// Packs events and texts without offsets of lines.
  package init(_ events: [Event], _ symbols: borrowing SymbolMemory) {
    records = events.count
    texts = symbols.count - 1
    bytes = events.withUnsafeBufferPointer { Self.packed($0, nil, symbols) }
  }

  private static func packed(
    _ events: UnsafeBufferPointer<Event>, _ marks: UnsafePointer<UInt64>?,
    _ symbols: borrowing SymbolMemory
  ) -> [UInt8] {
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: PackedWriter.most(events.count, symbols), alignment: 16)
    defer { room.deallocate() }
    var writer = PackedWriter(room)
    writer.add(events, marks, symbols)
    return Array(UnsafeRawBufferPointer(start: room, count: writer.count))
  }
}

extension PackedRecords {
  /// All records and texts as bytes.
  package var serialized: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(Self.headCount + bytes.count)
    for number in [Int64(records), Int64(texts)] {
      withUnsafeBytes(of: number.littleEndian) { all.append(contentsOf: $0) }
    }
    return all + bytes
  }

  /// Reads what ``serialized`` returned.
  package init(serialized: ArraySlice<UInt8>) {
    (records, texts) = serialized.withUnsafeBytes(Self.head)
    bytes = Array(serialized.dropFirst(Self.headCount))
  }

  private static func head(_ serialized: UnsafeRawBufferPointer) -> (records: Int, texts: Int) {
    func number(_ offset: Int) -> Int64 {
      Int64(littleEndian: serialized.loadUnaligned(fromByteOffset: offset, as: Int64.self))
    }
    return (Int(number(0)), Int(number(8)))
  }

  /// Appends all events and texts to those of a trace.
  package func unpack(to trace: Trace) {
    trace.events.reserveCapacity(trace.events.count + records)
    unpack(
      record: { trace.events.append($0.event) },
      text: { _ = trace.symbols.intern($0) })
  }

  /// Calls `record` with each record, then `text` with each text, in their order.
  package func unpack(
    record: (StoredRecord) -> Void, text: (UnsafeRawBufferPointer) -> Void
  ) {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      var reader = PackedReader(start)
      var last = StoredRecord(event: Event(), mark: 0)
      for _ in 0..<records {
        last = reader.record(after: last)
        record(last)
      }
      reader.texts(texts, text)
    }
  }
}
