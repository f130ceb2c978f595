/// Text that grows at its end, as the bytes that go out.
///
/// Of a report of a hundred megabytes nothing is kept twice, as strings would be that are joined.
struct TextBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds text as it is.
  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a line and its line feed.
  mutating func add(line: String) {
    add(line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds text with others in the place of some of its bytes, which are plain ASCII.
  mutating func add(_ text: String, replacing: (UInt8) -> StaticString?) {
    for byte in text.utf8 {
      if let other = replacing(byte) {
        bytes.append(
          contentsOf: UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
      } else {
        bytes.append(byte)
      }
    }
  }
}
