import JournalFormat

/// A request of HTTP/1.1 without a body.
struct HTTPRequest: Equatable {
  /// `GET`, or another method.
  let method: String
  /// The part of the target before the question mark, as it was sent.
  let path: String
  /// The names and the decoded bytes of the parameters behind the question mark.
  let query: [Parameter]
  /// The headers in their order, with names in lower case.
  let headers: [Header]

  struct Parameter: Equatable {
    let name: String
    let value: [UInt8]
  }

  struct Header: Equatable {
    let name: String
    let value: String
  }

  /// The maximum number of bytes of a request.
  static let mostBytes = 8192

  /// The number of bytes up to the blank line that ends a request; nil without one.
  static func end(of bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
  }

  /// Parses the bytes of a request; nil for what is none.
  ///
  /// A target that is no path, a header without a colon, an escape that is none, and a request with
  /// a body are refused.
  init?(_ bytes: some Collection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.allSatisfy({ $0 < 128 })
    else { return nil }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
      words[1].hasPrefix("/"), lines.count > 2, lines.suffix(2) == ["", ""]
    else { return nil }
    let target = words[1].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let headers = Self.headers(lines[1..<(lines.count - 2)]),
      let query = Self.query(target.count > 1 ? target[1] : "")
    else { return nil }
    let bodies = ["content-length", "transfer-encoding"]
    if headers.contains(where: { bodies.contains($0.name) && $0.value != "0" }) { return nil }
    method = String(words[0])
    path = String(target[0])
    self.headers = headers
    self.query = query
  }

  private static func headers(_ lines: some Sequence<Substring>) -> [Header]? {
    var headers: [Header] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon]
      let isToken = name.utf8.allSatisfy { $0 > 32 && $0 < 127 }
      guard !name.isEmpty, isToken else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(Header(name: name.lowercased(), value: String(value)))
    }
    return headers
  }

  private static func query(_ text: Substring) -> [Parameter]? {
    var query: [Parameter] = []
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let value = decoded(sides.count > 1 ? sides[1] : "") else { return nil }
      query.append(Parameter(name: String(sides[0]), value: value))
    }
    return query
  }

  /// The bytes of a text with escapes such as `%2F`; nil for an escape that is none.
  private static func decoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let escaped = Hex.bytes(rest.prefix(2)) else { return nil }
      bytes += escaped
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// The value of a parameter; nil unless it is there once.
  func parameter(_ name: String) -> [UInt8]? {
    let found = query.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  /// The values of a header.
  func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }
}
