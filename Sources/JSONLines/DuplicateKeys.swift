/// Compares the keys of every object of a grammatically valid line, as they read unescaped.
enum DuplicateKeys {
  /// The first key that its object has already; the byte is that of its opening quote.
  static func fault(in line: UnsafeRawBufferPointer) -> Fault? {
    var open: [[[UInt8]: Int]?] = []
    var place = 0
    while place < line.count {
      switch line[place] {
      case Byte.openBrace: open.append([:])
      case Byte.openBracket: open.append(nil)
      case Byte.closeBrace, Byte.closeBracket: _ = open.popLast()
      case Byte.quote:
        let end = stringEnd(in: line, from: place)
        if isKey(line, end), let first = note(line[place + 1..<end - 1], at: place, in: &open) {
          return Fault(.duplicateKey, byte: place, .repeated(first: first))
        }
        place = end
        continue
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Notes a key of the innermost object; returns where it stood before, if it did.
  private static func note(
    _ raw: Slice<UnsafeRawBufferPointer>, at place: Int, in open: inout [[[UInt8]: Int]?]
  ) -> Int? {
    var key: [UInt8] = []
    unescape(UnsafeRawBufferPointer(rebasing: raw), into: &key)
    guard !open.isEmpty else { return nil }
    return open[open.count - 1]?.updateValue(place, forKey: key)
  }

  /// Whether the string that ended here is a key: only a key has a colon after it.
  private static func isKey(_ line: UnsafeRawBufferPointer, _ end: Int) -> Bool {
    var place = end
    while place < line.count, line[place] <= Byte.space { place += 1 }
    return place < line.count && line[place] == Byte.colon
  }

  /// The byte after the closing quote.
  private static func stringEnd(in line: UnsafeRawBufferPointer, from quote: Int) -> Int {
    var place = quote + 1
    while place < line.count, line[place] != Byte.quote {
      place += line[place] == Byte.backslash ? 2 : 1
    }
    return min(place + 1, line.count)
  }
}
