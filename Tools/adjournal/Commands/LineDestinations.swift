/// The file of a repair that each record goes to, by its line, in a quarter of a byte.
struct LineDestinations {
  /// Where a line goes; it goes to the rest unless it is set otherwise.
  enum Destination: UInt8 {
    case rest, whole, omitted
  }

  /// The lines of a chunk take 256 bytes.
  private static let chunkLines = 1 << 10
  /// The chunks with a line that was set, by their number.
  private var chunks: [Int: [UInt8]] = [:]
  /// The number of lines that do not go to the rest.
  private(set) var settled = 0

  /// The destination of a line.
  subscript(line: Int) -> Destination {
    get {
      guard let chunk = chunks[line / Self.chunkLines] else { return .rest }
      let (byte, shift) = Self.location(line)
      return Destination(rawValue: chunk[byte] >> shift & 3) ?? .rest
    }
    set {
      if self[line] == .rest && newValue != .rest { settled += 1 }
      if self[line] != .rest && newValue == .rest { settled -= 1 }
      let (byte, shift) = Self.location(line)
      let empty = [UInt8](repeating: 0, count: Self.chunkLines / 4)
      chunks[line / Self.chunkLines, default: empty][byte] &= ~(3 << shift)
      chunks[line / Self.chunkLines, default: empty][byte] |= newValue.rawValue << shift
    }
  }

  private static func location(_ line: Int) -> (byte: Int, shift: UInt8) {
    let index = line % chunkLines
    return (index / 4, UInt8(index % 4 * 2))
  }
}
