internal import AdSession

/// The records and texts of a session that has been silent for long, in few bytes.
///
/// A record is told by what it has more than the one before; what it does not have takes no room.
/// First come two bytes of ``Mark``, the kind, and two bytes with the lengths of four numbers: `t`,
/// the line, the place of the line, and the first number of the kind. So hardly a byte has to be
/// looked at to know how the next one is to be read. The texts' lengths stand behind all records,
/// then the texts themselves, then some bytes that may be read.
struct PackedRecords {
  private var bytes: [UInt8] = []
  private var records = 0
  private var texts = 0

  /// How many records there are.
  var count: Int { records }

  /// What a record has; the first bits are those of its symbols.
  enum Mark {
    static let checksum: UInt16 = 1 << 6
    static let firstNumber: UInt16 = 1 << 7
    static let secondNumber: UInt16 = 1 << 8
    static let flags: UInt16 = 1 << 9
    /// Four bits: the format and three words.
    static let words: UInt16 = 10
    /// `seq` is one more, and the clocks have moved by the same time.
    static let isNext: UInt16 = 1 << 14
    /// The symbols take so many bytes each as is said before them, not one.
    static let isWide: UInt16 = 1 << 15
  }

  /// How many bytes stand before the records in ``serialized``.
  private static let headCount = 16

  /// Packs records and texts.
  init(_ session: StoredRecords, _ symbols: SymbolMemory) {
    let events = UnsafeBufferPointer(start: session.events, count: session.count)
    records = events.count
    texts = symbols.count - 1
    var writer = ArchiveWriter()
    writer.packed(events, session.marks, symbols)
    // A copy without the room that was not needed.
    bytes = writer.bytes
  }
}

extension ArchiveWriter {
  /// Events and texts as ``PackedRecords/serialized`` gives them.
  mutating func records(_ events: UnsafeBufferPointer<Event>, _ symbols: SymbolMemory) {
    number(Int64(events.count))
    number(Int64(symbols.count - 1))
    packed(events, nil, symbols)
  }

  fileprivate mutating func packed(
    _ events: UnsafeBufferPointer<Event>, _ marks: UnsafePointer<UInt64>?,
    _ symbols: SymbolMemory
  ) {
    write(atMost: PackedWriter.most(events.count, symbols)) { place in
      var writer = PackedWriter(place)
      writer.add(events, marks, symbols)
      return writer.count
    }
  }
}

extension PackedRecords {
  /// All of it as bytes.
  var serialized: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(Self.headCount + bytes.count)
    for number in [Int64(records), Int64(texts)] {
      withUnsafeBytes(of: number.littleEndian) { all.append(contentsOf: $0) }
    }
    return all + bytes
  }

  /// Takes over what ``serialized`` gave.
  init(serialized: ArraySlice<UInt8>) {
    (records, texts) = serialized.withUnsafeBytes(Self.head)
    bytes = Array(serialized.dropFirst(Self.headCount))
  }

  private static func head(_ serialized: UnsafeRawBufferPointer) -> (records: Int, texts: Int) {
    func number(_ place: Int) -> Int64 {
      Int64(littleEndian: serialized.loadUnaligned(fromByteOffset: place, as: Int64.self))
    }
    return (Int(number(0)), Int(number(8)))
  }

  /// The first events of what ``serialized`` gave, read where it lies.
  static func events(_ serialized: UnsafeRawBufferPointer, first most: Int) -> [Event] {
    let count = min(head(serialized).records, most)
    guard let start = serialized.baseAddress else { return [] }
    var reader = PackedReader(start + headCount)
    return [Event](unsafeUninitializedCapacity: count) { events, done in
      var last = StoredRecord(event: Event(), mark: 0)
      while done < count, let place = events.baseAddress {
        last = reader.record(after: last)
        (place + done).initialize(to: last.event)
        done += 1
      }
    }
  }

  /// Gives the records back in their order, then the texts in theirs.
  func unpack(record: (StoredRecord) -> Void, text: (UnsafeRawBufferPointer) -> Void) {
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
