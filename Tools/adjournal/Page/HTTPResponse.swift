/// The status line and the headers of a response, with a short text for a status without content.
struct HTTPResponse {
  /// The bytes to send before the content.
  let bytes: [UInt8]

  /// What is not answered.
  enum Status: String {
    case invalid = "400 Bad Request"
    case forbidden = "403 Forbidden"
    case missing = "404 Not Found"
    case otherMethod = "405 Method Not Allowed"
    case tooLarge = "431 Request Header Fields Too Large"
    case busy = "503 Service Unavailable"
  }

  /// A response without content.
  init(_ status: Status) {
    let text = status.rawValue + "\n"
    let head = Self.head(status.rawValue, type: "text/plain", count: text.utf8.count)
    let allowed = status == .otherMethod ? "Allow: GET\r\n" : ""
    bytes = Array((head + allowed + "\r\n" + text).utf8)
  }

  /// A response with content of a number of bytes; nil for a stream.
  ///
  /// - Parameter policy: What the content may load: nothing, unless it is a page.
  init(type: String, count: Int? = nil, policy: String = "default-src 'none'") {
    let head = Self.head("200 OK", type: type, count: count, policy)
    bytes = Array((head + "\r\n").utf8)
  }

  private static func head(
    _ status: String, type: String, count: Int?, _ policy: String = "default-src 'none'"
  ) -> String {
    let lines = [
      "HTTP/1.1 \(status)", "Content-Type: \(type)", count.map { "Content-Length: \($0)" },
      "Connection: close", "Cache-Control: no-store", "Content-Security-Policy: \(policy)",
      "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer",
      "X-Content-Type-Options: nosniff",
    ]
    return lines.compactMap(\.self).map { $0 + "\r\n" }.joined()
  }
}
