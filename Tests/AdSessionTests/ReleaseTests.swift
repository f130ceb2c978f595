import Foundation
import Testing

/// What a release has outside of the code.
struct ReleaseTests {
  @Test func `The documentation of all products with a catalogue is published`() throws {
    let published = try Self.read(".spi.yml").matches(of: /\n +- (\w+)(?=\n)/).map { String($0.1) }
    let built = try Self.read("Tools/verification/docs/build.sh")
      .matches(of: /\n  "(\w+)[ \w]*"/).map { String($0.1) }
    #expect(published == built)
    #expect(try Set(published).isSubset(of: Self.products().flatMap(\.self)))
  }

  @Test func `The interface of every module of a library product is compared`() throws {
    let script = try Self.read("Tools/verification/api/check.sh")
    let list = try #require(script.firstMatch(of: /modules=\(([^)]*)\)/)).1
    let compared = list.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(Set(compared) == Set(try Self.products().flatMap(\.self)))
    let recorded = try FileManager.default.contentsOfDirectory(
      atPath: Contract.root.appending(path: "Tools/verification/api/\(Self.version())").path)
    let unrecorded = compared.filter { !recorded.contains("\($0).json.gz") }
    #expect(recorded.count == compared.count - unrecorded.count)
    // Until its first release, a module has no recorded interface.
    let news = try #require(Self.read("CHANGELOG.md").split(separator: "\n## ").dropFirst().first)
    for module in unrecorded {
      #expect(news.contains("`\(module)`"), "the change log does not announce \(module)")
    }
  }

  @Test func `The change log has a section for the version of the tool`() throws {
    #expect(try Self.read("CHANGELOG.md").contains("\n## \(Self.version())\n"))
  }

  private static func version() throws -> String {
    let table = try read("Tools/adjournal/Arguments/CommandTable.swift")
    return String(try #require(table.firstMatch(of: /static let version = "(.*)"/)).1)
  }

  /// The modules of each library product.
  private static func products() throws -> [[String]] {
    try SourceTree.manifest().text.matches(of: /\.library\(\s*name: "\w+",\s*targets: \[([^\]]*)\]/)
      .map { product in product.1.matches(of: /"(\w+)"/).map { String($0.1) } }
  }

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: Contract.root.appending(path: path), encoding: .utf8)
  }
}
