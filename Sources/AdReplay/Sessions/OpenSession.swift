package import AdSession

/// The beginning of the records of a further file, as indices.
struct SegmentStart {
  var record: Int
  var damaged: Int
  var path: String
}

/// A session whose end has not been reached: its records in the order of their lines.
///
/// One thread at a time uses it.
package struct OpenSession: ~Copyable {
  /// The value of `session` in the records, for comparison.
  var key = SessionKey()
  package var nameHash: UInt64 = 0
  /// 1, or the number after `#` if another header began the session.
  var number = 1
  /// The line of its first record.
  package var order = 0
  /// The offset of that line in the file.
  package var byte = 0
  /// The line of its last `session.ended` or `session.sealed`; 0 for none.
  var closing = 0
  /// The records that are not packed: all, or those behind ``pieces``.
  package private(set) var records = StoredRecords(capacity: 32)
  /// The first records of a very long session in few bytes, without texts.
  private var pieces: [PackedRecords] = []
  /// The number of records in ``pieces``.
  private var countOfPieces = 0
  /// The line of the last record in ``pieces``.
  private var lineOfPieces = 0
  /// The number of records, packed or not.
  package var count: Int { packed?.count ?? countOfPieces + records.count }
  /// Line of the last record; 0 if there is none.
  ///
  /// Precondition: not ``packed``.
  var lastLine: Int {
    records.count == 0 ? lineOfPieces : Int(records.event(records.count - 1).value.line)
  }
  /// Whether the records are as a recorder writes them: `seq` counts from 1, `t` never goes back,
  /// and no record reports lost records.
  private(set) var isInOrder = true
  /// Whether it has no lines yet.
  var isEmpty: Bool { count == 0 && damaged.isEmpty }
  /// Whether every record has a `crc`.
  private(set) var hasChecksums = true
  /// Whether a record introduced a name that an earlier record contains, so that it may be a reused
  /// one.
  private(set) var mayReuseNames = false
  private(set) var hasEnd = false
  private var lastT: Int64 = 0
  /// The highest `seq` so far; a record with a higher one is no repetition.
  private(set) var highestSeq = Int64.min
  /// The records and texts of an idle session, instead of ``records`` and ``symbols``.
  var packed: PackedRecords?
  var symbols = SymbolMemory()
  var damaged = DamagedLines()
  /// The records that were not stored, because the same line is stored already.
  var repeats = RepeatedRecords()
  /// Headers by index of their record.
  var headers: [(record: Int, header: Header)] = []
  var policies: [(record: Int, settings: [PolicySetting])] = []
  /// Free texts by index of their record.
  var freeTexts: [(event: Int, field: FieldName, text: Symbol)] = []
  /// Hash of the first header's line.
  var headerHash: UInt64?
  /// The further files of a session in segments.
  var segments: [SegmentStart] = []
  var hasSeal = false
  var isContinued = false
  /// The check of its seals; nil if the session announced none.
  var seals: SealCheck? { didSet { usesLines = keepsHashes || seals != nil } }
  /// Whether it keeps the hash of each record's line, because its lines cannot be read again or are
  /// in several files.
  var keepsHashes = false { didSet { usesLines = keepsHashes || seals != nil } }
  /// Whether something needs the bytes of its lines.
  private(set) var usesLines = false
  /// The hash of each record's line; empty if it keeps none.
  var hashes: [UInt64] = []
  /// The earlier sessions of the same name; nil if there are none.
  var family: SessionFamily?
  /// The earlier sessions of the same name.
  var older: [Cell<OpenSession>] { family?.older ?? [] }

  /// The value of `session` in the records.
  package var name: String { key.text }

  /// The name with `#2`, `#3`, … for one that a further header began.
  package var id: String { number == 1 ? name : "\(name)#\(number)" }

  /// Appends a copy of an event; the caller completes it and then calls ``note(_:_:known:)``.
  @inline(__always)
  mutating func append(copyOf event: Cell<Event>, mark: UInt64) -> Cell<Event> {
    records.append(copyOf: event, mark: mark)
  }

  /// Updates the session for its last record; `known` is the number of symbols before that record.
  @inline(__always)
  mutating func note(_ event: Cell<Event>, _ mark: UInt64, known: Int) {
    let t = event.value.t
    isInOrder =
      isInOrder && event.value.seq == Int64(truncatingIfNeeded: countOfPieces &+ records.count)
      && t >= lastT
    hasChecksums = hasChecksums && mark & 1 != 0
    lastT = t
    highestSeq = max(highestSeq, event.value.seq)
    switch event.value.kind {
    case .sessionEnded, .recorderGap, .windowShown, .adRequested, .adLoaded, .adapterLoadCalled:
      noteKind(event.value, known)
    default: break
    }
  }

  /// Updates the session for a kind that concerns all of it.
  private mutating func noteKind(_ event: Event, _ known: Int) {
    switch event.kind {
    case .sessionEnded: hasEnd = true
    case .recorderGap: isInOrder = false
    default:
      if let use = NameCheck.firstUse(event), Int(use.name.id) < known { mayReuseNames = true }
    }
  }

  /// Appends a record of a packed session or of another file.
  mutating func append(_ record: StoredRecord) {
    records.append(record)
    note(records.lastEvent, record.mark, known: .max)
  }

  /// Frees the memory of the records; ``count`` does not change.
  package mutating func releaseRecords() { records = StoredRecords(capacity: 0) }

  /// Removes everything and keeps the memory, unless that is much.
  package mutating func clear() {
    removeRecords()
    if packed != nil { packed = nil }
    number = 1
    closing = 0
    symbols.removeAll()
    headerHash = nil
    hasSeal = false
    isContinued = false
    clearRare()
  }

  /// Removes the records and the facts that follow from them.
  mutating func removeRecords() {
    records.removeAll()
    if countOfPieces > 0 { removePieces() }
    isInOrder = true
    hasChecksums = true
    mayReuseNames = false
    hasEnd = false
    lastT = 0
    highestSeq = .min
  }

  private mutating func clearRare() {
    // Nearly always one header, which is removed faster than the array is replaced.
    while headers.popLast() != nil {}
    if !policies.isEmpty { policies.removeAll() }
    if !freeTexts.isEmpty { freeTexts.removeAll() }
    if !damaged.isEmpty { damaged = DamagedLines() }
    if !repeats.isEmpty { repeats = RepeatedRecords() }
    if !segments.isEmpty { segments.removeAll() }
    if family != nil { family = nil }
    if usesLines {
      hashes = []
      seals = nil
      keepsHashes = false
    }
  }
}

extension OpenSession {
  /// Whether its records are packed.
  var isPacked: Bool { packed != nil }

  /// Packs records and texts into few bytes until the next record comes.
  mutating func pack() {
    guard packed == nil else { return }
    if countOfPieces > 0 { return packPiece(least: 1) }
    packed = PackedRecords(records, symbols)
    symbols = SymbolMemory()
    releaseRecords()
  }

  /// Packs the records of a session that is still being read, if there are at least so many.
  ///
  /// The records of a very long session would else take twice their memory while its trace is made.
  mutating func packPiece(least: Int) {
    guard packed == nil, records.count >= least else { return }
    lineOfPieces = lastLine
    countOfPieces += records.count
    pieces.append(PackedRecords(records, SymbolMemory()))
    records.removeAllAndKeepMemory()
  }

  /// The usual number of records in a piece.
  static var pieceCount: Int { 1 << 15 }

  /// Whether there are pieces and ``takeRecords(_:)`` may be used, because nothing refers to a
  /// record by its index.
  package var canStream: Bool {
    countOfPieces > 0 && isInOrder && !mayReuseNames && !hasSeal && !isContinued && damaged.isEmpty
      && segments.isEmpty && headers.count == 1 && headers[0].record == 0
      && (hasChecksums || headers[0].header.checksums != true)
  }

  /// Moves all records to the end of a trace, and frees their memory piece by piece.
  mutating func takeRecords(_ trace: Trace) {
    if countOfPieces == 0 { return records.append(to: trace) }
    trace.events.reserveCapacity(count)
    pieces.reverse()
    while let piece = pieces.popLast() { piece.unpack(to: trace) }
    records.append(to: trace)
  }

  private mutating func removePieces() {
    pieces = []
    countOfPieces = 0
    lineOfPieces = 0
  }

  /// Unpacks all records, so that each is in ``records``.
  package mutating func unpackAll() {
    unpack()
    if countOfPieces == 0 { return }
    var all = StoredRecords(capacity: count)
    for piece in pieces { piece.unpack(record: { all.append($0) }, text: { _ in }) }
    for index in 0..<records.count { all.append(records[index]) }
    records = all
    removePieces()
  }

  /// Unpacks the records of an idle session, so that others can follow.
  mutating func unpack() {
    guard let packed else { return }
    self.packed = nil
    removeRecords()
    packed.unpack { record in
      append(record)
    } text: { text in
      symbols.append(text)
    }
  }
}
