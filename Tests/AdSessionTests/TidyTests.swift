import Testing

/// What the whole tree keeps and no compiler checks.
@Suite struct TidyTests {
  // MARK: Imports

  /// Modules that import Foundation: they run in an app or in its tests, where it is loaded anyway.
  private static let importsFoundation = [
    "AdTesting", "GoogleMobileAdsJournal", "PropertyTestingHosts",
  ]

  @Test func `a module below the tests does not import Foundation`() throws {
    let users = try Self.sources(except: Self.importsFoundation) {
      $0.hasSuffix("import Foundation")
    }
    #expect(users == [])
  }

  @Test func `only Platform imports the C library, Dispatch and CryptoKit`() throws {
    let system = ["Darwin", "Glibc", "Musl", "Foundation", "Dispatch", "CryptoKit"]
    let users = try Self.sources(except: Self.importsFoundation + ["Platform"]) { line in
      system.contains { line.hasSuffix("import \($0)") }
    }
    // JSONLines is below Platform.
    #expect(users == ["Sources/JSONLines/ByteView.swift", "Sources/JSONLines/LineFinder.swift"])
  }

  /// The files of all modules but these that have an import for which `matches` returns true.
  private static func sources(
    except modules: [String], where matches: (Substring) -> Bool
  ) throws -> [String] {
    let files = try SourceTree.swift(in: "Sources").filter { file in
      !modules.contains { file.path.hasPrefix("Sources/\($0)/") }
    }
    return files.filter { file in
      file.text.split(separator: "\n").contains { $0.contains("import ") && matches($0) }
    }.map(\.path)
  }

  @Test func `a target imports each of its dependencies`() throws {
    let targets = try ManifestTarget.all()
    let programs = targets.filter(\.isProgram).map(\.name)
    let unused = try targets.flatMap { target -> [String] in
      let imported = try target.imports()
      // The compiler imports a module such as _Testing_UIKit; tests start programs.
      let needed = target.dependencies.filter { !$0.hasPrefix("_") && !programs.contains($0) }
      return needed.filter { !imported.contains($0) }.map { "\(target.name): \($0)" }
    }
    #expect(unused == [], "remove the dependencies from Package.swift")
  }

  @Test func `a target depends on each module of the package that it imports`() throws {
    let targets = try ManifestTarget.all()
    let names = Set(targets.map(\.name))
    let missing = try targets.flatMap { target -> [String] in
      let others = try target.imports().intersection(names).subtracting([target.name])
      return others.subtracting(target.dependencies).map { "\(target.name): \($0)" }.sorted()
    }
    #expect(missing == [], "add the dependencies to Package.swift")
  }

  @Test func `every folder of Sources is a target`() throws {
    let folders = Set(
      try SourceTree.swift(in: "Sources").map { String($0.path.split(separator: "/")[1]) })
    let targets = try ManifestTarget.all().map(\.name)
    #expect(targets.count > 40 && folders.count > 20)
    #expect(folders.subtracting(targets) == [])
  }

  // MARK: Documents

  @Test func `every test suite that a document names exists`() throws {
    let files = try SourceTree.swift(in: "Tests").map { $0.path.split(separator: "/") }
    let known = Set(files.flatMap { [$0[1], $0[$0.count - 1].dropLast(".swift".count)] })
    for page in try SourceTree.pages() {
      let quoted = page.text.split(separator: "`")
      for name in quoted where name.hasSuffix("Tests") && name.allSatisfy(\.isLetter) {
        #expect(known.contains(name), "\(page.path)")
      }
    }
  }

  @Test func `every --filter that a document names matches a test`() throws {
    let tests = try TestNames()
    let filters = try SourceTree.pages().flatMap { page in
      TestNames.filters(in: page.text).map { (page: page.path, filter: $0) }
    }
    #expect(filters.count >= 7)
    for (page, filter) in filters {
      #expect(tests.unmatched(filter) == [], "\(page) names --filter '\(filter)'")
    }
  }

  @Test(arguments: [
    ("swift test --filter NoSuchTests", ["NoSuchTests"]),
    ("swift test --filter 'OwnLineTests|TidyTests'", ["OwnLineTests"]),
    ("swift test --filter \\\n  'No(SuchTests|Tests)|Tidy'", ["NoSuchTests", "NoTests"]),
    ("swift test --filter 'Tidy(Tests|)'", []),
  ])
  func `a --filter fails for each alternative without a test`(
    text: String, unmatched: [String]
  ) throws {
    let tests = try TestNames()
    #expect(TestNames.filters(in: text).flatMap(tests.unmatched) == unmatched)
  }

  // MARK: Code

  @Test func `every hand-written file has fewer than 500 lines`() throws {
    let files = try SourceTree.swift(in: "Sources") + SourceTree.swift(in: "Tools")
    for file in files where !file.path.contains("/Generated/") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 500, "\(file.path) has \(lines) lines")
    }
  }
}
