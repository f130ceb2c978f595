/// A builder of output text, as bytes: a report can have a hundred megabytes, and joined strings
/// would copy it.
struct TextBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds text as it is.
  mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a line and its line feed.
  mutating func add(line: String) {
    add(line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds text and replaces some of its bytes, which must be ASCII.
  mutating func add(_ text: String, replacing: (UInt8) -> String?) {
    for byte in text.utf8 {
      if let other = replacing(byte) {
        bytes.append(contentsOf: other.utf8)
      } else {
        bytes.append(byte)
      }
    }
  }
}
