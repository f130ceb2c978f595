import Foundation
import JSONLines
import JournalEncoding
import JournalFormat
import Testing

/// The parts of a page that `report` wrote.
struct PageReader {
  /// The names and the texts of the journals, in their order.
  private(set) var journals: [(name: String, text: [UInt8])] = []
  /// The settings.
  private(set) var settings: [String: Any] = [:]
  /// The text for readers without scripts.
  private(set) var summary = ""

  /// Reads a page; records an issue for an archive that is damaged.
  init(_ page: String) throws {
    for block in page.matches(of: /<script type="([^"]*)" (?:class|id)="([a-z]*)"([^>]*)>/) {
      let text = page[block.range.upperBound...].prefix { $0 != "<" }
      switch block.2 {
      case "journal":
        let name = try #require(String(block.3).firstMatch(of: /data-name="([^"]*)"/)).1
        let archive = try #require(Data(base64Encoded: String(text)))
        journals.append((Self.unescaped(String(name)), try Self.text(of: [UInt8](archive))))
      case "settings": settings = try Sample.object(Array(text.utf8))
      default: break
      }
    }
    let noscript = try #require(page.firstMatch(of: /<noscript>([\s\S]*)<\/noscript>/))
    summary = Self.unescaped(String(noscript.1))
  }

  /// What a browser reads where these escapes are.
  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#13;", "\r"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private static func text(of archive: [UInt8]) throws -> [UInt8] {
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write("block", archive)
    let run = try Tool.run("/usr/bin/env", ["gunzip"], input: archive)
    #expect(run.exit == 0 || run.errors.contains("unexpected end of file"), "\(path)")
    let text = ByteView.with(Array(run.output)) { PackedLines.unpacked($0, most: 1 << 30) }
    return try #require(text)
  }
}
