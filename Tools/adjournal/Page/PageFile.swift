import CPage
import JournalFormat

/// The page that reads and judges journals in a browser: one HTML file that loads nothing from
/// elsewhere.
struct PageFile {
  /// HTML for readers without scripts.
  var summary = "<p>This page reads journals with a script, which this browser does not run.</p>"
  /// The address of the events of the server that a live page gets its journals from; nil for a
  /// page in a file.
  var events: String?

  /// Receives the bytes of the page, piece by piece.
  typealias Writer = ([UInt8]) throws -> Void

  /// Writes the page; `blocks` writes the data blocks of the settings and the journals in between.
  ///
  /// The page is in memory once, without these blocks.
  func write(to write: Writer, blocks: () throws -> Void = {}) throws {
    var rest = Self.bytes(page_html())[...]
    while let start = rest.firstRange(of: Self.opening),
      let end = rest[start.upperBound...].firstRange(of: Self.closing)
    {
      try write(Array(rest[..<start.lowerBound]))
      let name = String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)
      if name == "JOURNALS" { try blocks() } else { try write(value(of: name)) }
      rest = rest[end.upperBound...]
    }
    try write(Array(rest))
  }

  private static let opening = Array("{{".utf8)
  private static let closing = Array("}}".utf8)

  /// What stands in the place of a name in two braces.
  private func value(of name: String) -> [UInt8] {
    switch name {
    case "CSP": Array(securityPolicy.utf8)
    case "STYLE": Self.bytes(page_style())
    case "SCRIPT": Self.bytes(page_script())
    case "WORKER": Self.bytes(page_worker())
    case "MODULE": SevenBitText.text(Self.bytes(page_module()))
    case "SUMMARY": Array(summary.utf8)
    case "LIVE": Array((events.map { "<meta name=\"live\" content=\"\($0)\">" } ?? "").utf8)
    default: Array("{{\(name)}}".utf8)
    }
  }

  /// The Content-Security-Policy of the page: only its own script and style, and no connection
  /// except to a live page's server.
  var securityPolicy: String {
    let rules = [
      "default-src 'none'",
      "script-src '\(Self.hash(page_script()))' 'wasm-unsafe-eval' blob:",
      "worker-src blob:",
      "style-src '\(Self.hash(page_style()))'",
      events == nil ? nil : "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ]
    return rules.compactMap(\.self).joined(separator: "; ")
  }

  /// The hash by which the policy allows a script or a style sheet.
  private static func hash(_ part: page_part) -> String {
    "sha256-" + String(decoding: Base64.text(SHA256.digest(of: bytes(part))), as: UTF8.self)
  }

  private static func bytes(_ part: page_part) -> [UInt8] {
    Array(UnsafeBufferPointer(start: part.bytes, count: part.count))
  }
}
