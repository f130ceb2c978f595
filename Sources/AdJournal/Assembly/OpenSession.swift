internal import AdSession

/// A record as it waits for the end of its session.
struct StoredRecord {
  var event: Event
  /// Hash of the line's bytes.
  var hash: UInt64
  /// Twice the offset of the line in its file, and one if it has a `crc`.
  var mark: UInt64

  var byte: Int { Int(truncatingIfNeeded: mark &>> 1) }
  var hasChecksum: Bool { mark & 1 != 0 }
}

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
  private(set) var records: UnsafeMutablePointer<StoredRecord>
  var count = 0
  /// The records and texts of a session that has been silent for long, instead of those here.
  var packed: PackedRecords?
  private var capacity: Int
  var symbols = SymbolTable()
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
  /// The session's lines, kept where the input cannot be read again.
  var raw: [UInt8] = []
  /// The sessions of the same name before this one, from the first.
  var older: [UnsafeMutablePointer<OpenSession>] = []

  init() {
    capacity = 8
    records = .allocate(capacity: capacity)
  }

  /// Gives its memory back; it must not be used again.
  func deallocate() { records.deallocate() }

  /// `session` as the records say it.
  var name: String { key.text }

  /// The name with `#2`, `#3`, … for one that a further header began.
  var id: String { number == 1 ? name : "\(name)#\(number)" }

  @inline(__always)
  mutating func append(_ event: Event, hash: UInt64, mark: UInt64) {
    if count == capacity { grow() }
    (records + count).initialize(to: StoredRecord(event: event, hash: hash, mark: mark))
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let more = max(8, capacity / 2)
    let larger = UnsafeMutablePointer<StoredRecord>.allocate(capacity: capacity + more)
    larger.moveInitialize(from: records, count: count)
    records.deallocate()
    records = larger
    capacity += more
  }

  /// Gives the memory of the records back; ``count`` stays what it is.
  mutating func releaseRecords() {
    records.deallocate()
    capacity = 1
    records = .allocate(capacity: capacity)
  }

  /// Gives back the room of the lines that is not needed.
  mutating func fitRaw() { raw = raw.withUnsafeBufferPointer { Array($0) } }

  /// Forgets the session and keeps its memory, unless that is much.
  mutating func clear() {
    if capacity > 4096 {
      records.deallocate()
      capacity = 64
      records = .allocate(capacity: capacity)
    }
    packed = nil
    number = 1
    closing = 0
    count = 0
    if symbols.count > 4096 { symbols = SymbolTable() } else { symbols.removeAll() }
    headerHash = nil
    hasSeal = false
    isContinued = false
    clearRare()
  }

  private mutating func clearRare() {
    headers.removeAll(keepingCapacity: true)
    if !policies.isEmpty { policies.removeAll() }
    if !damaged.isEmpty { damaged.removeAll() }
    if !segments.isEmpty { segments.removeAll() }
    if !older.isEmpty { older.removeAll() }
    // Sessions that wait for use again would keep the room of the longest they ever were.
    raw = []
  }
}

typealias SessionPointer = UnsafeMutablePointer<OpenSession>

/// Memory of sessions for use again.
struct SessionPool {
  private var free: [SessionPointer] = []

  mutating func take() -> SessionPointer {
    if let session = free.popLast() { return session }
    let session = SessionPointer.allocate(capacity: 1)
    session.initialize(to: OpenSession())
    return session
  }

  /// Takes a session's memory back; the session must be cleared.
  mutating func put(_ session: SessionPointer) {
    if free.count < 4096 { return free.append(session) }
    Self.release(session)
  }

  static func release(_ session: SessionPointer) {
    session.pointee.deallocate()
    session.deinitialize(count: 1)
    session.deallocate()
  }

  mutating func releaseAll() {
    for session in free { Self.release(session) }
    free.removeAll()
  }
}

/// The pool that the inputs of one call share.
final class PoolBox {
  var pool = SessionPool()

  init() {}

  deinit { pool.releaseAll() }
}
