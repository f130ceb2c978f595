/// A location in a text as people count: a line and a column, both from 1.
package struct TextLocation: Equatable, Sendable, CustomStringConvertible {
  /// The line.
  ///
  /// Line feed, carriage return, or both together end a line.
  package private(set) var line = 1
  /// The column, in Unicode scalars.
  package private(set) var column = 1

  /// The location of a byte of a UTF-8 text; O(offset).
  ///
  /// - Parameter byte: An offset from 0. An offset behind the text is that of its end.
  package init(ofByte byte: Int, in text: [UInt8]) {
    self.init()
    advance(from: 0, to: byte, in: text)
  }

  /// The location of the first byte.
  package init() {}

  /// Moves from the location of one byte to that of a later one; O(distance).
  package mutating func advance(from start: Int, to end: Int, in text: [UInt8]) {
    let end = min(end, text.count)
    for index in min(start, end)..<end {
      let isPair = text[index] == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
      if text[index] == 0x0A || text[index] == 0x0D && !isPair {
        line += 1
        column = 1
      } else if !isPair && text[index] & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  /// `3:14`.
  package var description: String { "\(line):\(column)" }
}
