internal import AdSession

/// A damaged line of a session.
struct DamagedLine {
  var code: DamageCode
  var line: Int
  /// Offset in the file of the place at fault.
  var byte: Int
  /// Offset in the file of the beginning of the line.
  var start: Int
  var because: String
  /// The `seq`s that its bytes name.
  var seqs: [Int64]
  /// How many records of the session came before it.
  var after: Int
  /// Whether it is the unfinished last line of its file.
  var isTail = false
}

/// Where the records of a further file begin.
struct SegmentStart {
  var record: Int
  var damaged: Int
  var path: String
}

/// A session whose end has not been reached: its records in the order of their lines.
///
/// It lives in memory of its own that one thread at a time may touch.
struct OpenSession {
  /// `session` as the records say it, to compare.
  var key = SessionKey()
  var nameHash: UInt64 = 0
  /// 1, or what follows `#` where a second header began it.
  var number = 1
  /// The line where it begins.
  var order = 0
  /// The line of its last `session.ended` or `session.sealed`; 0 for none.
  var closing = 0
  private(set) var records = StoredRecords(capacity: 32)
  /// How many records there are, packed or not.
  var count: Int { packed?.count ?? records.count }
  /// Whether they are as a recorder writes them: `seq` counts from 1, `t` never goes back, none
  /// says that others are lost.
  private(set) var isInOrder = true
  /// Whether a `seq` may come twice.
  var mayRepeat: Bool {
    if isInOrder { return false }
    let events = UnsafeBufferPointer(start: records.events, count: records.count)
    return isPacked || zip(events, events.dropFirst()).contains { $0.seq >= $1.seq }
  }
  /// Whether each of them has a `crc`.
  private(set) var hasChecksums = true
  /// Whether a name was known already when a record gave birth to it, so that it may be twice.
  private(set) var hasKnownBirth = false
  private(set) var hasEnd = false
  private var lastT: Int64 = 0
  /// The records and texts of a session that has been silent for long, instead of those here.
  var packed: PackedRecords?
  var symbols = SymbolMemory()
  var damaged: [DamagedLine] = []
  /// Headers by index of their record.
  var headers: [(record: Int, header: Header)] = []
  var policies: [(record: Int, settings: [PolicySetting])] = []
  /// Hash of the first header's line.
  var headerHash: UInt64?
  /// The further files of a session in segments.
  var segments: [SegmentStart] = []
  var hasSeal = false
  var isContinued = false
  /// Of a part of a session in segments the hash of each record's line, since its lines lie in several
  /// files, and 0 where that cannot be read again; else empty.
  var hashes: [UInt64] = []
  /// The session's lines where the input cannot be read by places, as far as it was given them.
  var raw: [UInt8] = []
  /// Which lines it was given out of ``KeptLines``.
  var kept = KeptLines.Mark()
  /// The sessions of the same name before this one, from the first.
  var older: [Cell<OpenSession>] = []

  /// The room for lines that a session keeps for the next one: that of a session of usual length.
  private static let keptRaw = 1 << 15

  /// Gives its memory back; it must not be used again.
  mutating func deallocate() {
    records.deallocate()
    symbols.deallocate()
  }

  /// `session` as the records say it.
  var name: String { key.text }

  /// The name with `#2`, `#3`, … for one that a further header began.
  var id: String { number == 1 ? name : "\(name)#\(number)" }

  /// The place for the next record, which the caller fills and then counts by ``note(_:_:known:)``.
  @inline(__always)
  mutating func nextRecord() -> (
    event: UnsafeMutablePointer<Event>, mark: UnsafeMutablePointer<UInt64>
  ) {
    if records.count == records.capacity { records.grow() }
    return (records.events + records.count, records.marks + records.count)
  }

  /// Counts a record at the next place; `known` is how many symbols there were before it.
  @inline(__always)
  mutating func note(_ event: UnsafePointer<Event>, _ mark: UInt64, known: Int) {
    records.count &+= 1
    let t = event.pointee.t
    isInOrder =
      isInOrder && event.pointee.seq == Int64(truncatingIfNeeded: records.count) && t >= lastT
    hasChecksums = hasChecksums && mark & 1 != 0
    lastT = t
    switch event.pointee.kind {
    case .sessionEnded, .recorderGap, .windowShown, .adRequested, .adLoaded, .adapterLoadCalled:
      noteKind(event.pointee, known)
    default: break
    }
  }

  /// What a kind says of the session as a whole.
  private mutating func noteKind(_ event: Event, _ known: Int) {
    switch event.kind {
    case .sessionEnded: hasEnd = true
    case .recorderGap: isInOrder = false
    default:
      if let birth = NameCheck.birth(event), Int(birth.name.id) < known { hasKnownBirth = true }
    }
  }

  /// Adds a record that was kept elsewhere.
  mutating func append(_ record: StoredRecord) {
    let next = nextRecord()
    next.event.initialize(to: record.event)
    next.mark.initialize(to: record.mark)
    note(next.event, record.mark, known: .max)
  }

  /// Gives the memory of the records back; ``count`` stays what it is.
  mutating func releaseRecords() {
    records.deallocate()
    records = StoredRecords(capacity: 0)
  }

  /// Forgets the session and keeps its memory, unless that is much.
  mutating func clear() {
    forgetRecords()
    if packed != nil { packed = nil }
    number = 1
    closing = 0
    symbols.removeAll()
    headerHash = nil
    hasSeal = false
    isContinued = false
    kept = KeptLines.Mark()
    clearRare()
  }

  /// Forgets the records and what they said of the session.
  mutating func forgetRecords() {
    if records.capacity > 4096 {
      records.deallocate()
      records = StoredRecords(capacity: 64)
    }
    records.count = 0
    isInOrder = true
    hasChecksums = true
    hasKnownBirth = false
    hasEnd = false
    lastT = 0
  }

  private mutating func clearRare() {
    // Hardly ever more than one, which is sooner taken out than replaced by nothing.
    while headers.popLast() != nil {}
    if !policies.isEmpty { policies.removeAll() }
    if !damaged.isEmpty { damaged.removeAll() }
    if !segments.isEmpty { segments.removeAll() }
    if !older.isEmpty { older.removeAll() }
    if !hashes.isEmpty { hashes = [] }
    // Sessions that wait for use again would keep the room of the longest they ever were.
    if raw.capacity > Self.keptRaw { raw = [] } else { raw.removeAll(keepingCapacity: true) }
  }
}

extension OpenSession {
  /// Whether its records are packed.
  var isPacked: Bool { packed != nil }

  /// Puts records and texts into few bytes until the next record comes.
  mutating func pack() {
    guard packed == nil else { return }
    packed = packedRecords
    symbols.deallocate()
    releaseRecords()
  }

  /// The records and texts in few bytes.
  var packedRecords: PackedRecords { packed ?? PackedRecords(records, symbols) }

  /// Makes the records of a packed session usable again.
  mutating func unpack() {
    guard let packed else { return }
    self.packed = nil
    forgetRecords()
    packed.unpack { record in
      append(record)
    } text: { text in
      symbols.append(text)
    }
  }
}
