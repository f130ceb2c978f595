/// Compares the unescaped keys of every object in a line whose grammar is valid.
enum DuplicateKeys {
  /// Returns a fault for the first key that occurs earlier in its object, at its opening quote.
  static func fault(in line: UnsafeRawBufferPointer) -> JSONFault? {
    var open: [[[UInt8]: Int]?] = []
    var position = 0
    while position < line.count {
      switch line[position] {
      case Byte.openBrace: open.append([:])
      case Byte.openBracket: open.append(nil)
      case Byte.closeBrace, Byte.closeBracket: _ = open.popLast()
      case Byte.quote:
        let end = stringEnd(in: line, from: position)
        if isKey(line, end), let first = add(line[position + 1..<end - 1], at: position, to: &open)
        {
          return JSONFault(.duplicateKey, byte: position, .repeated(first: first))
        }
        position = end
        continue
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Adds a key to the innermost object; returns the offset of an earlier occurrence, if any.
  private static func add(
    _ raw: Slice<UnsafeRawBufferPointer>, at position: Int, to open: inout [[[UInt8]: Int]?]
  ) -> Int? {
    var key: [UInt8] = []
    unescape(UnsafeRawBufferPointer(rebasing: raw), into: &key)
    guard !open.isEmpty else { return nil }
    return open[open.count - 1]?.updateValue(position, forKey: key)
  }

  /// Whether the string that ends here is a key: a colon follows only keys.
  private static func isKey(_ line: UnsafeRawBufferPointer, _ end: Int) -> Bool {
    var position = end
    while position < line.count, line[position] <= Byte.space { position += 1 }
    return position < line.count && line[position] == Byte.colon
  }

  /// Returns the offset after the closing quote.
  private static func stringEnd(in line: UnsafeRawBufferPointer, from quote: Int) -> Int {
    var position = quote + 1
    while position < line.count, line[position] != Byte.quote {
      position += line[position] == Byte.backslash ? 2 : 1
    }
    return min(position + 1, line.count)
  }
}
