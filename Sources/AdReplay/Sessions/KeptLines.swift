internal import AdSession
internal import Platform
internal import JSONLines

/// The last lines of an input that cannot be read by places, as bytes one behind the other.
///
/// A seal covers the lines of its session, and records of one `seq` are compared by theirs; nobody
/// knows before whether there will be any. To give every session its lines as they come would copy
/// most of them in vain: they are kept here all together, and a session gets its own where they are
/// asked for, or before they are forgotten. What the verdicts are does not depend on how many are
/// kept.
final class KeptLines {
  /// Bytes of the input in one piece.
  private struct Piece {
    let memory: UnsafeMutableRawPointer
    let capacity: Int
    /// The place of the first byte in the input.
    var start = 0
    var count = 0
    /// The line with which it ends.
    var lastLine = 0

    var end: Int { start + count }
  }

  /// A session without a seal has ended and been judged before so many further lines came, if it
  /// is not long.
  private static let further = 8192
  /// More bytes are not kept, however long the lines are.
  private static let mostBytes = 1 << 25
  /// That of a large page.
  private static let pieceSize = 1 << 21

  /// From the first; those before ``head`` are done with.
  private var pieces: [Piece] = []
  private var head = 0
  private var byteCount = 0
  /// Memory of pieces for use again.
  private var free: [Piece] = []
  /// The bytes of the block that is taken over now, and their place.
  private var now = UnsafeRawBufferPointer(start: nil, count: 0)
  private var nowStart = 0
  /// The open sessions, first those that got their lines the longest time ago.
  private var first: SessionPointer?
  private var last: SessionPointer?

  private let limits: (further: Int, bytes: Int, piece: Int)

  /// Makes an empty one; other limits are for tests.
  init(further: Int = further, mostBytes: Int = mostBytes, pieceSize: Int = pieceSize) {
    limits = (further, mostBytes, pieceSize)
  }

  deinit {
    for index in head..<pieces.count { pieces[index].memory.deallocate() }
    for piece in free { piece.memory.deallocate() }
  }
}

extension KeptLines {
  /// A block's lines follow; its bytes must stay until ``end(_:late:)``.
  func begin(_ block: ParsedBlock) {
    now = UnsafeRawBufferPointer(start: block.buffer, count: block.count)
    nowStart = block.byteOffset
  }

  /// Keeps the bytes of the block that began, which ends with a line, and forgets those that are
  /// further back than a late record may be.
  func end(_ line: Int, late: Int) {
    if now.count > 0 { keep(line) }
    now = UnsafeRawBufferPointer(start: nil, count: 0)
    while head < pieces.count,
      pieces[head].lastLine + late + limits.further < line || byteCount > limits.bytes
    {
      forgetFirst(line)
    }
  }

  private func keep(_ line: Int) {
    if pieces.count == head || pieces[pieces.count - 1].end != nowStart
      || pieces[pieces.count - 1].count + now.count > pieces[pieces.count - 1].capacity
    {
      pieces.append(piece(now.count))
    }
    let index = pieces.count - 1
    if let start = now.baseAddress {
      (pieces[index].memory + pieces[index].count).copyMemory(from: start, byteCount: now.count)
    }
    pieces[index].count += now.count
    pieces[index].lastLine = line
    byteCount += now.count
  }

  /// An empty piece that begins with the block.
  private func piece(_ count: Int) -> Piece {
    if count <= limits.piece, var piece = free.popLast() {
      piece.start = nowStart
      piece.count = 0
      return piece
    }
    // Short inputs are many, and each would touch a page of its own.
    let capacity = max(count, byteCount < limits.piece ? limits.piece / 8 : limits.piece)
    let alignment = capacity == Self.pieceSize ? capacity : 16
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: alignment)
    if alignment == capacity { System.preferLargePages(memory, capacity) }
    return Piece(memory: memory, capacity: capacity, start: nowStart)
  }

  private func forgetFirst(_ line: Int) {
    let piece = pieces[head]
    while let session = first, session.value.kept.line < piece.lastLine {
      give(session)
      remove(session)
      add(session, after: line)
    }
    head += 1
    byteCount -= piece.count
    if piece.capacity == limits.piece { free.append(piece) } else { piece.memory.deallocate() }
    if head > 32, head * 2 > pieces.count {
      pieces.removeFirst(head)
      head = 0
    }
  }

  /// The line that begins at a place, without its line feed; nil where none does.
  private func line(at place: Int) -> UnsafeRawBufferPointer? {
    if place >= nowStart, place < nowStart + now.count {
      return Self.line(now, from: place - nowStart)
    }
    var low = head
    var high = pieces.count
    while low < high {
      let middle = low + (high - low) / 2
      if pieces[middle].end > place { high = middle } else { low = middle + 1 }
    }
    guard low < pieces.count, pieces[low].start <= place else { return nil }
    let bytes = UnsafeRawBufferPointer(start: pieces[low].memory, count: pieces[low].count)
    return Self.line(bytes, from: place - pieces[low].start)
  }

  private static func line(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) -> UnsafeRawBufferPointer {
    let end = LineFinder.next(in: bytes, from: start) ?? bytes.count
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}

extension KeptLines {
  /// What a session got of its lines, and its place among the sessions that wait for theirs.
  struct Mark {
    /// The line up to which it got them.
    fileprivate(set) var line = 0
    fileprivate var records = 0
    fileprivate var damaged = 0
    fileprivate var before: SessionPointer?
    fileprivate var behind: SessionPointer?
  }

  /// Lets a session have its lines that come after one.
  func add(_ session: SessionPointer, after line: Int) {
    session.value.kept.line = line
    session.value.kept.before = last
    session.value.kept.behind = nil
    if let last { last.value.kept.behind = session } else { first = session }
    last = session
  }

  /// A session needs no lines any more but those that it has.
  func remove(_ session: SessionPointer) {
    let (before, behind) = (session.value.kept.before, session.value.kept.behind)
    if let before { before.value.kept.behind = behind } else { first = behind }
    if let behind { behind.value.kept.before = before } else { last = before }
  }

  /// Copies to a session those of its lines that it has not got yet.
  func give(_ session: SessionPointer) {
    let lines = session.value.takePlaces().compactMap { line(at: $0) }
    if lines.isEmpty { return }
    // The first ones are mostly all of them; else it grows as arrays do.
    if session.value.raw.isEmpty {
      session.value.raw.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    }
    for line in lines {
      session.value.raw.append(contentsOf: line)
      session.value.raw.append(0x0A)
    }
  }
}

extension OpenSession {
  /// Where the lines begin that the session has not got yet, in the order in which they came.
  fileprivate mutating func takePlaces() -> [Int] {
    // A session is given its lines before its records are packed.
    var places = isPacked ? [] : (kept.records..<records.count).map { records[$0].byte }
    kept.records = count
    if kept.damaged < damaged.count {
      // The line of a second header is a record's, too.
      let lines = damaged[kept.damaged...].filter { $0.code != .secondHeader || !$0.seqs.isEmpty }
      places = (places + lines.map { $0.start }).sorted()
      kept.damaged = damaged.count
    }
    return places
  }
}
