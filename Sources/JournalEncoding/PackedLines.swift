internal import JournalFormat
internal import AdVocabulary
package import JSONLines

/// Journals without what can be computed, so that an archive of them takes a third of the space.
///
/// The first line is ``beginning``. A line that begins with a digit is a record that follows its
/// predecessor: the same session, the next `seq`, and both clocks have advanced by that number of
/// milliseconds. Behind the number is the rest of the record from `"event"` on; with a comma
/// before it, the rest is complete, otherwise the right `crc` and the `}` are left out. All other
/// lines are as they are, behind a `=` if they begin with a digit or a `=`.
///
/// Nothing is lost, whatever the bytes are: `unpacked` returns exactly what was packed.
package enum PackedLines {
  /// The first line of the packed form.
  package static let beginning = Array("adjournal packed lines 1\n".utf8)

  /// Returns the bytes that were packed; nil for other bytes, and for more than `most` of them.
  package static func unpacked(_ packed: ByteView, most: Int) -> [UInt8]? {
    guard packed.starts(with: beginning) else { return nil }
    var lines: [UInt8] = []
    lines.reserveCapacity(min(most, packed.count / 4 * 9))
    var envelope = NextEnvelope()
    var start = beginning.count
    while start < packed.count {
      let rest = packed[start...]
      let line = rest.prefix { $0 != lineFeed }
      if !append(line, to: &lines, &envelope) { return nil }
      start += line.count + 1
      if start <= packed.count { lines.append(lineFeed) }
      if lines.count > most { return nil }
    }
    return lines
  }

  /// Appends the line that a packed line stands for; false for one that no packer writes.
  private static func append(
    _ line: ByteView, to lines: inout [UInt8], _ envelope: inout NextEnvelope
  ) -> Bool {
    guard let first = line.first, isDigit(first) else {
      let whole = line.first == equals ? line[1...] : line
      lines.append(contentsOf: whole.raw)
      envelope.follow(whole)
      return true
    }
    let start = lines.count
    var offset = 0
    guard let time = number(line, &offset), envelope.append(after: time, to: &lines) else {
      return false
    }
    let isComplete = offset < line.count && line[offset] == comma
    lines.append(contentsOf: line[(isComplete ? offset + 1 : offset)...])
    if isComplete { return true }
    let end = checksum(ByteView.with(lines) { CRC32C.of($0[start...].raw) })
    lines.append(contentsOf: end)
    return true
  }

  /// The end of a record with a checksum.
  fileprivate static func checksum(_ value: UInt32) -> [UInt8] {
    var end = checksumKey
    CRC32C.appendHex(value, to: &end)
    return end + ending
  }

  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let checksumKey = Array(#","crc":""#.utf8)
  fileprivate static let ending = Array("\"}".utf8)

  fileprivate static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// The number of at most 15 digits at an offset, which moves behind it; nil for another one, and
  /// for one that begins with a zero.
  fileprivate static func number(_ line: ByteView, _ offset: inout Int) -> Int64? {
    let start = offset
    var value: Int64 = 0
    while offset < line.count, isDigit(line[offset]), offset - start < 15 {
      value = value * 10 + Int64(line[offset] - 48)
      offset += 1
    }
    let isPadded = offset - start > 1 && line[start] == 48
    return offset == start || isPadded ? nil : value
  }
}

/// Packs lines that come in pieces; see ``PackedLines``.
package struct LinePacker {
  private var packed: [UInt8] = PackedLines.beginning
  /// The begin of a line that has no end yet.
  private var line: [UInt8] = []
  private var envelope = NextEnvelope()
  /// The envelope that the next line should have.
  private var expected: [UInt8] = []

  /// Makes a packer for one text.
  package init() {}

  /// Adds bytes and returns the packed lines that are complete.
  package mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: PackedLines.lineFeed) {
      line += rest[..<end]
      endLine()
      packed.append(PackedLines.lineFeed)
      rest = rest[(end + 1)...]
    }
    line += rest
    defer { packed.removeAll(keepingCapacity: true) }
    return packed
  }

  /// The rest: a last line without a line feed.
  package mutating func finish() -> [UInt8] {
    if !line.isEmpty { endLine() }
    return packed
  }

  private mutating func endLine() {
    ByteView.with(line) { line in
      if packRecord(line) { return }
      let first = line.first ?? PackedLines.equals
      if PackedLines.isDigit(first) || first == PackedLines.equals {
        packed.append(PackedLines.equals)
      }
      packed.append(contentsOf: line)
      envelope.follow(line)
    }
    line.removeAll(keepingCapacity: true)
  }

  /// Packs a record that follows its predecessor; false for another line.
  private mutating func packRecord(_ line: ByteView) -> Bool {
    guard let time = envelope.time(of: line) else { return false }
    expected.removeAll(keepingCapacity: true)
    var next = envelope
    guard next.append(after: time, to: &expected), line.starts(with: expected) else { return false }
    envelope = next
    packed.append(contentsOf: String(time).utf8)
    let end = line.count - PackedLines.checksumKey.count - 8 - PackedLines.ending.count
    if end > expected.count, line[expected.count] == PackedLines.quote,
      line[end...].elementsEqual(
        PackedLines.checksum(CRC32C.of(line[..<end].raw)))
    {
      packed.append(contentsOf: line[expected.count..<end])
    } else {
      packed.append(PackedLines.comma)
      packed.append(contentsOf: line[expected.count...])
    }
    return true
  }
}

/// The envelope of the last record, from which the envelope of the next one follows.
private struct NextEnvelope {
  /// The bytes before `seq`; nil before the first record.
  private var session: [UInt8]?
  private var seq: Int64 = 0
  private var t: Int64 = 0
  private var wall: Int64 = 0
  /// The minutes of the wall clock that ``minuteText`` has.
  private var minute: Int64?
  private var minuteText: [UInt8] = []

  private static let begin = Array(#"{"v":1,"session":""#.utf8)
  private static let seqKey = Array(#"","seq":"#.utf8)
  private static let timeKey = Array(#","t":"#.utf8)
  private static let wallKey = Array(#","wall":""#.utf8)
  private static let end = Array(#"","#.utf8)
  /// The last milliseconds since 1970 that have a year of four digits.
  private static let lastWall: Int64 = 253_402_300_799_999

  /// Remembers the envelope of a line, if it is a record.
  mutating func follow(_ line: ByteView) {
    guard line.starts(with: Self.begin) else { return }
    var offset = Self.begin.count
    while offset < line.count, SessionName.allows(line[offset]) { offset += 1 }
    let nameEnd = offset
    guard Self.skip(Self.seqKey, line, &offset),
      let seq = PackedLines.number(line, &offset), Self.skip(Self.timeKey, line, &offset),
      let t = PackedLines.number(line, &offset), Self.skip(Self.wallKey, line, &offset),
      offset + 24 <= line.count,
      let wall = WallClock.parse(line[offset..<offset + 24].raw),
      wall >= 0
    else { return }
    session = Array(line[..<nameEnd]) + Self.seqKey
    (self.seq, self.t, self.wall) = (seq, t, wall)
  }

  private static func skip(
    _ text: [UInt8], _ line: ByteView, _ offset: inout Int
  ) -> Bool {
    guard line[offset...].starts(with: text) else { return false }
    offset += text.count
    return true
  }

  /// The milliseconds from the last record to a line that may be the next one; nil for another
  /// line.
  func time(of line: ByteView) -> Int64? {
    guard let session, line.starts(with: session) else { return nil }
    var offset = session.count
    guard PackedLines.number(line, &offset) == seq + 1, Self.skip(Self.timeKey, line, &offset),
      let t = PackedLines.number(line, &offset), t >= self.t
    else { return nil }
    return t - self.t
  }

  /// Moves on to the next record and appends its envelope; false if there is none.
  mutating func append(after time: Int64, to bytes: inout [UInt8]) -> Bool {
    guard let session, wall + time <= Self.lastWall else { return false }
    (seq, t, wall) = (seq + 1, t + time, wall + time)
    bytes.append(contentsOf: session)
    bytes.append(contentsOf: String(seq).utf8)
    bytes.append(contentsOf: Self.timeKey)
    bytes.append(contentsOf: String(t).utf8)
    bytes.append(contentsOf: Self.wallKey)
    appendWall(to: &bytes)
    bytes.append(contentsOf: Self.end)
    return true
  }

  private mutating func appendWall(to bytes: inout [UInt8]) {
    if wall / 60_000 != minute {
      minute = wall / 60_000
      minuteText = Array(WallClock.text(wall / 60_000 * 60_000).utf8.prefix(17))
    }
    bytes.append(contentsOf: minuteText)
    let (second, millisecond) = (wall / 1000 % 60, wall % 1000)
    for digit in [second / 10, second % 10] { bytes.append(48 + UInt8(digit)) }
    bytes.append(UInt8(ascii: "."))
    for digit in [millisecond / 100, millisecond / 10 % 10, millisecond % 10] {
      bytes.append(48 + UInt8(digit))
    }
    bytes.append(UInt8(ascii: "Z"))
  }
}
