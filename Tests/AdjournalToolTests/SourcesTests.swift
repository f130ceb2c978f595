import Foundation
import Testing

@testable import AdjournalTool

struct SourcesTests {
  private static let sources = ((try? files("Sources/GoogleMobileAdsJournal")) ?? [])
    .filter { !$0.hasPrefix("AppOpen/") }

  /// The names of the Swift files below a folder of the package.
  private static func files(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(Tool.root)/\(folder)")
      .filter { $0.hasSuffix(".swift") }
  }

  private static let copy = "adjournal sources google-mobile-ads --to Ads"
  private static let name = "GoogleJournal+RecordedAd.swift"

  @Test(
    arguments: [
      ("google-mobile-ads", "GoogleMobileAdsJournal", 24),
      ("google-app-open-ads", "GoogleMobileAdsJournal/AppOpen", 1),
      ("applovin-max", "AppLovinMAXJournal", 9),
    ])
  func `The tool contains every source of an SDK`(
    sdk: String, folder: String, atLeast fewest: Int
  ) throws {
    let paths = try Self.files("Sources/\(folder)").filter { !$0.hasPrefix("AppOpen/") }
    let names = paths.map { String($0.split(separator: "/").last ?? "") }.sorted()
    #expect(SDKSource.all.filter { $0.sdk == sdk }.map(\.name).sorted() == names)
    #expect(names.count >= fewest)
    for path in paths {
      let name = String(path.split(separator: "/").last ?? "")
      let content = FileManager.default.contents(
        atPath: "\(Tool.root)/Sources/\(folder)/\(path)")
      #expect(SDKSource.all.first { $0.name == name }.map { Data($0.bytes) } == content)
    }
    let list = try Tool.run("sources", sdk).lines
    #expect(list == [sdk] + names.map { "  \($0)" })
    let all = try Tool.run("sources").lines
    #expect(all.contains(list) && all.count == SDKSource.all.count + SDKSource.names.count)
  }

  @Test func `The plugin of an SDK reads the folder that the tool contains`() throws {
    let table = try String(
      contentsOfFile: "\(Tool.root)/Tools/generate/sdk_sources.py", encoding: .utf8)
    let plugins = try FileManager.default.contentsOfDirectory(
      atPath: "\(Tool.root)/Tools/plugins"
    ).filter { !$0.hasSuffix(".swift") }
    #expect(plugins.count == SDKSource.names.count)
    for plugin in plugins {
      let code = try String(
        contentsOfFile: "\(Tool.root)/Tools/plugins/\(plugin)/\(plugin).swift", encoding: .utf8)
      let folder = try #require(code.firstMatch(of: /folder = "([\w\/]+)"/)).1
      #expect(table.contains("\"\(folder)\""))
    }
  }

  @Test func `A copy says its version and not to edit, then has the source`() throws {
    let run = try Tool.shell("\(Self.copy); echo $?; cat Ads/\(Self.name)")
    try #require(run.lines.count > 3)
    #expect(run.lines[0...1] == ["Ads: \(Self.sources.count) files written", "0"])
    let head = "// adjournal \(Tool.version) google-mobile-ads "
    #expect(run.lines[2].hasPrefix(head))
    #expect(run.lines[2].hasSuffix("; copied by 'adjournal sources', do not edit"))
    #expect(run.lines[3].hasPrefix("import "))
    #expect(run.errors.isEmpty)
  }

  @Test func `Copies of this version pass the check, and are not written again`() throws {
    let run = try Tool.shell(
      "\(Self.copy); adjournal sources --check Ads; echo $?; chmod -w Ads/*; \(Self.copy)")
    let count = Self.sources.count
    #expect(
      run.lines == [
        "Ads: \(count) files written", "Ads: \(count) files of \(Tool.version)", "0",
        "Ads: 0 files written",
      ])
  }

  /// Makes a copy of another version.
  private static let age =
    "sed -i.bak '1s/adjournal \(Tool.version)/adjournal 0.0.1/' Ads/\(name); rm Ads/*.bak"

  @Test func `The check names old, changed, missing, superfluous and foreign files`() throws {
    let run = try Tool.shell(
      """
      \(Self.copy) >/dev/null
      \(Self.age)
      cp Ads/\(Self.name) Ads/GoogleJournal+Gone.swift
      echo '// mine' >>Ads/GoogleJournal+Readiness.swift
      rm Ads/GoogleJournal+AppSDK.swift
      echo 'struct Mine {}' >Ads/GoogleJournal+Converting.swift
      echo 'struct App {}' >Ads/App.swift
      adjournal sources --check Ads; echo $?
      """)
    #expect(
      run.lines == [
        "Ads/GoogleJournal+AppSDK.swift: missing",
        "Ads/GoogleJournal+Converting.swift: not a copy of 'adjournal sources'",
        "Ads/GoogleJournal+Gone.swift: superfluous: version \(Tool.version) has no such file",
        "Ads/GoogleJournal+Readiness.swift: changed after it was copied",
        "Ads/\(Self.name): old: version 0.0.1, not \(Tool.version)", "1",
      ])
  }

  @Test func `A folder without copies fails the check`() throws {
    let run = try Tool.shell(
      "mkdir App 'a\u{1B}b'; adjournal sources --check App 'a\u{1B}b'; echo $?")
    #expect(run.lines == ["App: no copies", "a\\u{1b}b: no copies", "1"])
    let missing = try Tool.run("sources", "--check", "no-such-folder")
    #expect(missing.exit == 4)
    #expect(missing.errors == "adjournal: no-such-folder: cannot read the folder\n")
  }

  @Test func `Old copies are replaced, and superfluous ones deleted`() throws {
    let run = try Tool.shell(
      """
      \(Self.copy) >/dev/null
      \(Self.age)
      cp Ads/\(Self.name) Ads/GoogleJournal+Gone.swift
      echo 'struct App {}' >Ads/App.swift
      \(Self.copy); adjournal sources --check Ads; cat Ads/App.swift; ls Ads | grep -c Gone
      """)
    #expect(
      run.lines == [
        "Ads: 1 file written, 1 deleted",
        "Ads: \(Self.sources.count) files of \(Tool.version)", "struct App {}", "0",
      ])
  }

  @Test func `A changed file is replaced only with --force`() throws {
    let run = try Tool.shell(
      """
      \(Self.copy) >/dev/null
      echo '// mine' >>Ads/\(Self.name)
      \(Self.copy); echo $?; tail -n 1 Ads/\(Self.name)
      \(Self.copy) --force; adjournal sources --check Ads
      """)
    #expect(
      run.lines == [
        "4", "// mine", "Ads: 1 file written",
        "Ads: \(Self.sources.count) files of \(Tool.version)",
      ])
    #expect(
      run.errors
        == "adjournal: Ads/\(Self.name): changed after it was copied; use '--force' to replace 1 "
        + "such file\n")
  }

  private static let names = "(google-mobile-ads, google-app-open-ads, applovin-max)"

  @Test(arguments: [
    (["max-mobile"], "invalid value 'max-mobile' for 'SDK' \(names)"),
    (["--to", "Ads"], "'--to' needs an SDK \(names)"),
    (["--check"], "'--check' needs folders and no '--to'"),
    (["google-mobile-ads", "Ads"], "unexpected argument 'Ads'"),
  ])
  func `Wrong usage is explained`(arguments: [String], message: String) throws {
    let run = try Tool.run(Tool.path, ["sources"] + arguments)
    #expect(run.exit == 2)
    #expect(run.errors.hasPrefix("adjournal: \(message)"))
  }
}
