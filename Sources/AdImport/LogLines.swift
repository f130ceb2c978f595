/// Reads the lines of a log, and joins those that a terminal, a mail or a console broke.
///
/// | broken | example |
/// |---|---|
/// | message behind its head | `I/Unity(4711):`, then `Ad loaded` |
/// | head | `11-20 10:15:02.123:`, then `I/Unity(4711): Ad loaded` |
/// | at the width of a window | every long line ends at the same column |
/// | lines of a message (Android Studio) | indented as far as the message, each a message |
/// | metadata behind its message (Xcode) | `Ad loaded`, then `Type: Error \| Timestamp: …` |
///
/// The memory is bounded: a line is cut at 64 KB, and the width is found in the first 64 KB.
struct LogLines {
  /// A line of the log, perhaps joined from several.
  private struct Piece {
    var bytes: [UInt8]
    var line: LogLine
    /// The number of the first line.
    var number: Int
    /// The number of characters of the last line of the log in it.
    var columns: Int
  }

  /// A complete line: its parts, their bytes, and the number of its first line.
  struct Whole {
    var line: LogLine
    let bytes: [UInt8]
    let number: Int
  }

  private var complete: [Whole] = []
  private var reader = EnvelopeReader()
  /// The first lines, until the width is known.
  private var waiting: [(bytes: [UInt8], number: Int)] = []
  private var waitingBytes = 0
  private var isStarted: Bool
  /// The width at which lines are broken; nil if they are not.
  private var wrap: LogWrap?
  /// The line that the next one may continue.
  private var pending = Piece(bytes: [], line: LogLine(), number: 0, columns: 0)
  private var isPending = false
  /// The last line with a layout, and the index of its message.
  private var head: (bytes: [UInt8], end: Int) = ([], 0)

  /// Begins a log.
  ///
  /// - Parameter findsWidth: Whether to keep the first lines until the width is known at which a
  ///   terminal broke them.
  init(findsWidth: Bool = true) { isStarted = !findsWidth }

  /// The complete lines since the last call; blank lines are left out.
  mutating func ready() -> [Whole] {
    let ready = complete
    complete = []
    return ready
  }

  /// Takes the next line.
  ///
  /// - Parameters:
  ///   - bytes: The line without its line feed.
  ///   - number: The number of the line.
  mutating func take(_ bytes: [UInt8], number: Int) {
    let clean = LogCleaning.cleaned(bytes)
    if isStarted { return process(clean, number) }
    waiting.append((clean, number))
    waitingBytes += clean.count
    if waitingBytes >= LogCleaning.longest || waiting.count >= 2000 { start() }
  }

  /// Takes the end of the log.
  mutating func finish() {
    if !isStarted { start() }
    flush()
  }

  private mutating func start() {
    isStarted = true
    wrap = LogWrap(waiting.map { $0.bytes })
    for line in waiting { process(line.bytes, line.number) }
    waiting = []
  }

  private mutating func process(_ bytes: [UInt8], _ number: Int) {
    let columns = wrap == nil ? 0 : LogWrap.columns(bytes)
    if let found = wrap, columns > found.width { wrap = nil }
    let text = LogCursor.trimmed(0..<bytes.count, of: bytes)
    if text.isEmpty { return flush() }
    let parsed = reader.line(bytes)
    if let parsed {
      head = (bytes, parsed.message.lowerBound)
    } else if isUnderHead(bytes, text.lowerBound) {
      let whole = Array(head.bytes[..<head.end] + bytes[text])
      flush()
      return begin(whole, reader.line(whole) ?? Self.bare(0..<whole.count), number, columns)
    }
    if join(bytes, parsed, columns) { return }
    flush()
    begin(bytes, parsed ?? Self.bare(text), number, columns)
  }

  private mutating func begin(_ bytes: [UInt8], _ line: LogLine, _ number: Int, _ columns: Int) {
    pending.bytes = bytes
    pending.line = line
    pending.number = number
    pending.columns = columns
    isPending = true
  }

  /// Whether a line is indented as far as the message of the last line with a layout.
  private func isUnderHead(_ bytes: [UInt8], _ indentation: Int) -> Bool {
    guard indentation >= 40, head.end <= indentation + 40,
      bytes.count + head.end <= LogCleaning.longest
    else { return false }
    return LogWrap.columns(Array(head.bytes[..<head.end])) <= indentation
  }

  /// A line without a layout.
  private static func bare(_ text: Range<Int>) -> LogLine {
    var line = LogLine()
    line.message = text
    return line
  }

  private mutating func flush() {
    if !isPending { return }
    isPending = false
    LogMessage.narrow(&pending.line, pending.bytes)
    complete.append(Whole(line: pending.line, bytes: pending.bytes, number: pending.number))
  }

  // MARK: Joining

  /// Joins a line to the pending one; false if it is another.
  private mutating func join(_ bytes: [UInt8], _ parsed: LogLine?, _ columns: Int) -> Bool {
    if !isPending { return false }
    let isBare = parsed == nil
    if !isBare && pending.line.envelope != nil { return false }
    if let parsed, parsed.has(.followsMessage) { return joinMetadata(bytes, parsed) }
    if pending.line.envelope == nil {
      if (isBare || parsed?.time == nil) && LogHead.isHead(pending.bytes) {
        return append(bytes, columns, mark: 0x20, onlyToLayout: true)
      }
    } else if isBare && pending.line.message.isEmpty && !pending.line.has(.hasNoMessage)
      && !pending.line.has(.followsMessage)
    {
      return append(bytes, columns, mark: 0x20, onlyToLayout: true)
    }
    guard isBare, let wrap, let mark = wrap.mark(behind: pending.columns, before: bytes)
    else { return false }
    return append(bytes, columns, mark: mark, onlyToLayout: false)
  }

  /// Appends a line to the pending one, with a byte between them (0: none).
  private mutating func append(
    _ bytes: [UInt8], _ columns: Int, mark: UInt8, onlyToLayout: Bool
  ) -> Bool {
    guard pending.bytes.count + bytes.count < LogCleaning.longest else { return false }
    var piece = pending
    let text = LogCursor.trimmed(0..<bytes.count, of: bytes)
    if mark > 0 { piece.bytes.append(mark) }
    piece.bytes.append(contentsOf: mark > 0 ? bytes[text] : bytes[0..<text.upperBound])
    piece.columns = columns
    if let line = reader.line(piece.bytes) {
      piece.line = line
    } else if onlyToLayout {
      return false
    } else {
      piece.line = Self.bare(LogCursor.trimmed(0..<piece.bytes.count, of: piece.bytes))
    }
    pending = piece
    return true
  }

  /// Joins the line of metadata behind a message.
  private mutating func joinMetadata(_ bytes: [UInt8], _ parsed: LogLine) -> Bool {
    guard pending.bytes.count + bytes.count < LogCleaning.longest else { return false }
    let message = pending.line.message
    let shift = bytes.count + 1
    pending.bytes = bytes + [0x0A] + pending.bytes
    pending.line = parsed
    pending.line.message = message.lowerBound + shift..<message.upperBound + shift
    return true
  }
}

/// Recognizes the beginning of a line that continues on the next one.
enum LogHead {
  /// Whether a line is a time, perhaps with processes and a level, and nothing else.
  static func isHead(_ bytes: [UInt8]) -> Bool {
    var cursor = LogCursor(bytes)
    cursor.skipSpaces()
    guard cursor.time() != nil else { return false }
    _ = cursor.skip(":")
    for _ in 0..<5 {
      cursor.skipSpaces()
      if cursor.current == nil { return true }
      guard isPart(cursor.word(), bytes) else { return false }
    }
    return false
  }

  /// Whether a word is a process, a level with a tag, or the start of a process's name.
  private static func isPart(_ word: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let first = bytes[word.lowerBound]
    if LogByte.isDigit(first) {
      return bytes[word].allSatisfy { LogByte.isDigit($0) || $0 == 0x2D }
        || bytes[word].contains(0x2F)
    }
    return LogCursor.isLevel(first)
      && (word.count == 1 || bytes[word.lowerBound + 1] == UInt8(ascii: "/"))
  }
}

/// The width at which the lines of a log are broken.
struct LogWrap {
  let width: Int
  /// Whether lines are broken between words, not exactly at the width.
  let isBetweenWords: Bool

  /// Finds the width in the first lines of a log; nil if they are not broken.
  ///
  /// Lines are broken if at least three different ones end at the longest column and a bare line
  /// follows at least four of five, or if the first word of nearly every bare line did not fit
  /// behind the line before it.
  init?(_ lines: [[UInt8]]) {
    let columns = lines.map(Self.columns)
    guard let width = columns.max(), 40...400 ~= width else { return nil }
    var reader = EnvelopeReader()
    let isBare = lines.map { reader.line($0) == nil }
    var tails: Set<[UInt8]> = []
    var counts = (exact: 0, exactBroken: 0, shorter: 0, pairs: 0, broken: 0)
    for index in lines.indices {
      let isBroken = index + 1 < lines.count && isBare[index + 1] && columns[index + 1] > 0
      if columns[index] == width {
        counts.exact += 1
        if isBroken { counts.exactBroken += 1 }
        tails.insert(Array(lines[index].suffix(24)))
      }
      guard isBroken else { continue }
      let fits = Self.fits(lines[index + 1], behind: columns[index], width)
      if !fits && columns[index] < width - 1 { counts.shorter += 1 }
      if isBare[index] { continue }
      counts.pairs += 1
      if !fits { counts.broken += 1 }
    }
    self.width = width
    let isAtWidth =
      counts.exactBroken * 5 >= counts.exact * 4 && counts.shorter * 5 < counts.exact
    if tails.count >= 3 && isAtWidth {
      isBetweenWords = false
    } else if counts.broken >= 3 && counts.broken * 5 >= counts.pairs * 4 {
      isBetweenWords = true
    } else {
      return nil
    }
  }

  /// The byte between a line and the bare line behind it if they were one (0: none); nil if not.
  func mark(behind columns: Int, before next: [UInt8]) -> UInt8? {
    if isBetweenWords {
      return Self.fits(next, behind: columns, width) ? nil : 0x20
    }
    // A space at the end of the line is lost in a copy.
    return columns == width ? 0 : columns == width - 1 ? 0x20 : nil
  }

  /// The number of characters of a line; each is one column.
  static func columns(_ bytes: [UInt8]) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    if bytes.last == 0x0D { count -= 1 }
    return count
  }

  /// Whether the first word of a line fits behind a line; it does behind a short one.
  private static func fits(_ line: [UInt8], behind columns: Int, _ width: Int) -> Bool {
    columns * 2 <= width || columns + 1 + firstWord(line) <= width
  }

  private static func firstWord(_ bytes: [UInt8]) -> Int {
    var cursor = LogCursor(bytes)
    cursor.skipSpaces()
    return columns(Array(bytes[cursor.word()]))
  }
}
