import Foundation
import JournalFormat
import Testing

@testable import AdjournalTool

struct PageTests {
  @Test func `The page is one new file without journals`() throws {
    let run = try Tool.shell("adjournal page --to page.html; echo $?; cat page.html")
    #expect(run.lines[0].hasPrefix("wrote page.html: ") && run.lines[0].hasSuffix("B"))
    #expect(run.lines[1...2] == ["0", "<!DOCTYPE html>"])
    #expect(run.lines.last == "</html>")
    #expect(run.errors.isEmpty)
    #expect(!run.text.contains(/\{\{[A-Z]+\}\}/) && !run.text.contains("class=\"journal\""))
    #expect(!run.text.contains("name=\"live\""))
  }

  @Test func `The page overwrites no file and needs the option --to`() throws {
    let run = try Tool.shell("echo mine > page.html; adjournal page --to page.html; cat page.html")
    #expect(run.lines == ["mine"])
    #expect(run.errors == "adjournal: page.html: file exists; adjournal never overwrites\n")
    let nameless = try Tool.run("page")
    #expect(nameless.exit == 2)
    #expect(
      nameless.errors == "adjournal: missing required option '--to' (example: --to report.html)\n")
    let stream = try Tool.run("page", "--to", "-")
    #expect(stream.errors.contains("'--to' needs the path of a new file; '-' is a stream"))
    #expect(try Tool.run("page", "file").errors.contains("'page' takes no arguments"))
  }

  @Test func `The files of the page have what its parts need`() throws {
    let folder = "\(Tool.root)/Sources/CPage/page"
    let html = try String(contentsOfFile: "\(folder)/page.html", encoding: .utf8)
    // The hashes of the policy are those of these elements as a whole.
    for element in [
      #"content="{{CSP}}""#, "<style>{{STYLE}}</style>", "<script>{{SCRIPT}}</script>",
      #"id="worker">{{WORKER}}</script>"#, #"id="module">{{MODULE}}</script>"#, "{{LIVE}}",
      "<noscript>{{SUMMARY}}</noscript>", "{{JOURNALS}}",
    ] {
      #expect(html.components(separatedBy: element).count == 2, "\(element)")
    }
    #expect(html.components(separatedBy: "{{").count == 9)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      if name.hasSuffix(".js") { #expect(text.hasPrefix("// @ts-check\n"), "\(name)") }
      #expect(!text.contains("\r") && !text.contains("\u{FEFF}"), "\(name)")
      if name == "page.html" { continue }
      let ends = ["</script", "<script", "<!--", "</style"]
      for end in ends { #expect(!text.lowercased().contains(end), "\(name): \(end)") }
    }
  }

  @Test func `The page has the scripts in their order, and a policy with their hashes`() throws {
    let page = try page(PageFile())
    let folder = "\(Tool.root)/Sources/CPage/page/"
    func joined(_ names: [String]) throws -> String {
      try names.map { try String(contentsOfFile: folder + $0, encoding: .utf8) }
        .joined(separator: "\n")
    }
    let script = try joined(
      ["dom", "engine", "fleet", "records", "picture", "session", "app"].map { "\($0).js" })
    let style = try joined(["style.css", "session.css"])
    #expect(page.contains("<script>\(script)</script>"))
    #expect(page.contains("<style>\(style)</style>"))
    #expect(page.contains(try joined(["lzma.js", "worker.js"])))
    let module = try Data(
      contentsOf: URL(fileURLWithPath: "\(Tool.root)/Sources/CPage/judge.wasm.lzma"))
    let text = String(decoding: SevenBitText.text(Array(module)), as: UTF8.self)
    #expect(page.contains("id=\"module\">\(text)</script>"))
    func hash(_ text: String) -> String {
      Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString()
    }
    #expect(
      page.contains(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          + "script-src 'sha256-\(hash(script))' 'wasm-unsafe-eval' blob:; worker-src blob:; "
          + "style-src 'sha256-\(hash(style))'; base-uri 'none'; form-action 'none'\">"))
  }

  @Test func `A live page may ask its server`() throws {
    var file = PageFile()
    file.events = "events?token=1"
    #expect(file.securityPolicy.contains("; connect-src 'self'; "))
    #expect(try page(file).contains("<meta name=\"live\" content=\"events?token=1\">"))
  }

  private func page(_ file: PageFile) throws -> String {
    var bytes: [UInt8] = []
    try file.write { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `Base64 of pieces is that of the whole`() {
    let bytes = (0..<260).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for count in 0..<bytes.count {
      let expected = Data(bytes[..<count]).base64EncodedString()
      for piece in [1, 2, 3, 50] {
        var base64 = Base64()
        var text: [UInt8] = []
        for start in stride(from: 0, to: count, by: piece) {
          text += base64.add(Array(bytes[start..<min(count, start + piece)]))
        }
        text += base64.finish()
        #expect(String(decoding: text, as: UTF8.self) == expected)
      }
      #expect(String(decoding: Base64.text(Array(bytes[..<count])), as: UTF8.self) == expected)
    }
  }

  @Test func `Text of seven bits a character is the bytes, without what HTML changes`() {
    let reserved: [UInt8] = Array(repeating: 0, count: 9) + [0x1A, 0x34, 0xF1, 0x78, 0x3C, 0x0D]
    let bytes = Array(0...255) + reserved + Array(repeating: 0xFF, count: 9)
    for start in 0..<bytes.count {
      for end in start...min(bytes.count, start + 20) {
        let part = Array(bytes[start..<end])
        let text = String(decoding: SevenBitText.text(part), as: UTF8.self)
        #expect(!text.unicodeScalars.contains { ["\0", "\r", "<", "\u{FFFD}"].contains($0) })
        #expect(bytesOf(text) == part)
      }
    }
  }

  /// What `fromText` of `worker.js` reads.
  private func bytesOf(_ text: String) -> [UInt8] {
    let reserved: [UInt32] = [0, 13, 60]
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for character in text.unicodeScalars.map(\.value) {
      let first = character < 256 ? [] : [reserved[Int(character >> 7) - 2]]
      for value in first + [character & 127] {
        (bits, count) = (bits << 7 | value, count + 7)
        if count < 8 { continue }
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }

  @Test func `A value of an attribute is what a script reads`() {
    #expect(Markup.attribute("a\"<b>&\r\n\u{202E}") == "a&quot;&lt;b&gt;&amp;&#13;\n\u{202E}")
    #expect(Markup.text("a<b>\u{202E}") == "a&lt;b&gt;\\u{202e}")
  }

  /// A folder whose opener writes its argument to a file and exits with a status.
  private func opening(status: Int, _ line: String) throws -> Tool.Run {
    try Tool.shell(
      """
      mkdir bin; printf '#!/bin/sh\\necho "$@" >> opened; exit \(status)\\n' > bin/xdg-open
      cp bin/xdg-open bin/open; chmod +x bin/*; PATH="$PWD/bin:$PATH"
      \(line); STATUS=$?; cat opened; exit $STATUS
      """)
  }

  @Test func `--open shows the page in the browser of the system`() throws {
    let run = try opening(status: 0, "adjournal page --to page.html --open")
    #expect(run.lines.last == "page.html" && run.exit == 0 && run.errors.isEmpty)
    let dash = try opening(status: 0, "adjournal page --to=-p.html --open")
    #expect(dash.lines.last == "./-p.html")
    let report = try opening(status: 0, "adjournal report --to r.html --open \(Sample.unlock)")
    #expect(report.lines.last == "r.html" && report.exit == 1)
  }

  @Test func `Without a browser the page is written, and a sentence says what to open`() throws {
    let run = try opening(status: 3, "adjournal page --to page.html --open")
    #expect(run.lines.last == "page.html" && run.exit == 4)
    #expect(run.errors.contains("-open' failed; open page.html yourself\n"))
    let none = try Tool.shell(
      "TOOL=$(which adjournal); PATH=/nowhere $TOOL page --to page.html --open; test -s page.html")
    #expect(none.exit == 0)
    #expect(
      none.errors.contains("adjournal: cannot open a browser: there is no program '"))
    #expect(none.errors.hasSuffix("'; open page.html yourself\n"))
  }
}
