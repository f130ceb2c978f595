internal import AdSession
internal import JSONLines
internal import Platform

/// The last lines of an input that cannot be read by offset, such as a pipe.
///
/// A seal covers the lines of its session, and records with the same `seq` are compared by their
/// lines, but only the end of a session shows whether either is needed. Copying every line to its
/// session would be wasted for most sessions. All lines are kept here together instead, and a
/// session gets its own when they are needed or before they are dropped. Those of a very long
/// session are packed meanwhile. The verdicts do not depend on the number of lines kept.
final class KeptLines {
  /// Bytes of the input in one piece.
  private struct Piece {
    var bytes: PageBuffer
    /// The offset of the first byte in the input.
    var start = 0
    /// The number of the last line.
    var lastLine = 0

    var end: Int { start + bytes.count }
  }

  /// The number of further lines after which a short session without a seal is complete and judged.
  private static let further = 8192
  /// The maximum number of bytes kept.
  private static let mostBytes = 1 << 25
  /// The size of a piece in bytes.
  private static let pieceSize = PageBuffer.largePage
  /// The number of bytes of a session that are packed together.
  private static let packedSize = 1 << 21

  /// The pieces in the order of the input; those before ``head`` are dropped.
  private var pieces: [Piece] = []
  private var head = 0
  private var byteCount = 0
  /// Pieces for reuse.
  private var free: [Piece] = []
  /// The bytes of the current block, and their offset in the input.
  private var current = ByteView()
  private var currentStart = 0
  /// The open sessions; first the one that got its lines the longest time ago.
  private var first: SessionPointer?
  private var last: SessionPointer?

  private let limits: (further: Int, bytes: Int, piece: Int, packed: Int)

  /// Keeps no lines yet; tests set other limits.
  init(
    further: Int = further, mostBytes: Int = mostBytes, pieceSize: Int = pieceSize,
    packedSize: Int = packedSize
  ) {
    limits = (further, mostBytes, pieceSize, packedSize)
  }

  deinit {
    for index in head..<pieces.count { pieces[index].bytes.deallocate() }
    for piece in free { piece.bytes.deallocate() }
  }
}

extension KeptLines {
  /// Begins a block; its bytes must stay until ``end(_:late:)``.
  func begin(_ block: ParsedBlock) {
    current = block.bytes
    currentStart = block.byteOffset
  }

  /// Keeps the bytes of the current block, which ends with a line, and drops those that are further
  /// back than a late record may be.
  func end(_ line: Int, late: Int) {
    if !current.isEmpty { keep(line) }
    current = ByteView()
    while head < pieces.count,
      pieces[head].lastLine + late + limits.further < line || byteCount > limits.bytes
    {
      dropFirst(line)
    }
  }

  private func keep(_ line: Int) {
    if pieces.count == head || pieces[pieces.count - 1].end != currentStart
      || pieces[pieces.count - 1].bytes.count + current.count
        > pieces[pieces.count - 1].bytes.capacity
    {
      pieces.append(piece(current.count))
    }
    let index = pieces.count - 1
    pieces[index].bytes.append(current.raw)
    pieces[index].lastLine = line
    byteCount += current.count
  }

  /// An empty piece for the current block.
  private func piece(_ count: Int) -> Piece {
    if count <= limits.piece, var piece = free.popLast() {
      piece.start = currentStart
      piece.bytes.removeAll()
      return piece
    }
    // A short input gets a small piece: there can be many, and each would use a page of its own.
    let capacity = max(count, byteCount < limits.piece ? limits.piece / 8 : limits.piece)
    return Piece(bytes: PageBuffer(capacity: capacity), start: currentStart)
  }

  private func dropFirst(_ line: Int) {
    let piece = pieces[head]
    while let session = first, session.value.kept.line < piece.lastLine {
      give(session)
      remove(session)
      add(session, after: line)
    }
    head += 1
    byteCount -= piece.bytes.count
    if piece.bytes.capacity == limits.piece {
      free.append(piece)
    } else {
      piece.bytes.deallocate()
    }
    if head > 32, head * 2 > pieces.count {
      pieces.removeFirst(head)
      head = 0
    }
  }

  /// The line at an offset, without its line feed; nil if it is not kept.
  private func line(at offset: Int) -> ByteView? {
    if offset >= currentStart, offset < currentStart + current.count {
      return Self.line(current, from: offset - currentStart)
    }
    var low = head
    var high = pieces.count
    while low < high {
      let middle = low + (high - low) / 2
      if pieces[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    guard low < pieces.count, pieces[low].start <= offset else { return nil }
    return Self.line(ByteView(pieces[low].bytes.bytes), from: offset - pieces[low].start)
  }

  private static func line(_ bytes: ByteView, from start: Int) -> ByteView {
    bytes[start..<(LineFinder.next(in: bytes, from: start) ?? bytes.count)]
  }
}

extension KeptLines {
  /// The lines that a session received, and its neighbours in the list of open sessions.
  struct Mark {
    /// The line up to which the session received its lines.
    fileprivate(set) var line = 0
    fileprivate var records = 0
    fileprivate var damaged = 0
    fileprivate var before: SessionPointer?
    fileprivate var behind: SessionPointer?
  }

  /// Adds an open session, which needs its lines after `line`.
  func add(_ session: SessionPointer, after line: Int) {
    session.value.kept.line = line
    session.value.kept.before = last
    session.value.kept.behind = nil
    if let last { last.value.kept.behind = session } else { first = session }
    last = session
  }

  /// Removes a session, which needs no further lines.
  func remove(_ session: SessionPointer) {
    let (before, behind) = (session.value.kept.before, session.value.kept.behind)
    if let before { before.value.kept.behind = behind } else { first = behind }
    if let behind { behind.value.kept.before = before } else { last = before }
  }

  /// Copies to a session the lines that it has not received yet.
  func give(_ session: SessionPointer) {
    let lines = session.value.takeOffsets().compactMap { line(at: $0) }
    if lines.isEmpty { return }
    defer { session.value.packLines(least: limits.packed) }
    // Most sessions receive all their lines at once.
    if session.value.raw.isEmpty {
      session.value.raw.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    }
    for line in lines {
      session.value.raw.append(contentsOf: line.raw)
      session.value.raw.append(0x0A)
    }
  }
}

extension OpenSession {
  /// The offsets of the lines that the session has not received yet, in their order.
  fileprivate mutating func takeOffsets() -> [Int] {
    // A session receives its lines before its records are packed.
    let packed = count - records.count
    var offsets = isPacked ? [] : (kept.records - packed..<records.count).map { records[$0].byte }
    kept.records = count
    if kept.damaged < damaged.count {
      // The line of a second header is also that of a record.
      let lines = damaged.lines[kept.damaged...].filter {
        $0.code != .secondHeader || !$0.seqs.isEmpty
      }
      offsets = (offsets + lines.map { $0.start }).sorted()
      kept.damaged = damaged.count
    }
    return offsets
  }
}
