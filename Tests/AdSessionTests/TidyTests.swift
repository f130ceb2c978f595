import Testing

/// What the whole tree keeps and no compiler checks.
@Suite struct TidyTests {
  // MARK: Imports

  /// Modules that import Foundation: they run in an app or in its tests, where it is loaded anyway.
  private static let importsFoundation = [
    "AdJournalC", "AdLiveTesting", "AdTesting", "AppJournal", "AppLovinMAXJournal",
    "AppOpenDriving", "GoogleMobileAdsJournal", "PropertyTestingHosts",
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
    // FreeSpace says why it is not in Platform. JSONLines is below Platform, and the portable core
    // hashes seals without it.
    #expect(
      users == [
        "Sources/AdExporting/FreeSpace.swift", "Sources/JSONLines/ByteView.swift",
        "Sources/JSONLines/LineFinder.swift", "Sources/JournalFormat/Hashing/SHA256.swift",
      ])
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

  @Test func `a type at the top level of a module has a name that no other module uses`() throws {
    var modules: [String: Set<String>] = [:]
    for file in try SourceTree.swift(in: "Sources") {
      let module = String(file.path.split(separator: "/")[1])
      for line in file.code.split(separator: "\n") where !line.hasPrefix(" ") {
        guard let found = line.firstMatch(of: /\b(struct|class|enum|protocol|actor) (\w+)/),
          !line.contains("private ")
        else { continue }
        modules[String(found.2), default: []].insert(module)
      }
    }
    let shared = modules.filter { $0.value.count > 1 }
    #expect(modules.count > 500)
    #expect(shared.map { "\($0.key): \($0.value.sorted())" }.sorted() == [])
  }

  @Test func `a line of a comment has at most 100 columns, except in tables and code`() throws {
    let files = try ["Sources", "Tests", "Tools"].flatMap(SourceTree.swift).filter { file in
      !file.path.contains("/Generated/")
    }
    for file in files {
      let long = file.text.split(separator: "\n").filter { line in
        guard line.utf8.count > 100, line.count > 100 else { return false }
        let text = line.drop { $0 == " " }
        return text.hasPrefix("//") && !text.hasPrefix("/// |") && !text.hasPrefix("///     ")
      }
      #expect(long == [], "run Tools/generate/wrap_comments.py \(file.path)")
    }
  }

  // MARK: Language

  /// Phrases that need a second reading, and what to write instead.
  private static let phrases: [(banned: String, instead: String)] = [
    ("as enqueue as", "as soon as"), ("for ever", "forever"), ("in other words", "that is"),
    ("anew", "again"), ("by and by", "as needed"), ("one behind the other", "in a row"),
    ("born", "loaded, introduced"), ("told again", "rebuilt"), ("taken back", "retracted"),
    ("excuse", "exemption"), ("hindrance", "blocker"), ("deed", "action"), ("memo", "cache"),
    ("which is none", "that does not exist"), ("of which it", "whose"),
  ]

  @Test func `no comment, test name or page has a phrase that needs a second reading`() throws {
    // The pages of the rules have other editors.
    let pages = try SourceTree.pages().filter { !$0.path.hasPrefix("Journals/rules/") }
    let texts =
      try ["Sources", "Tests", "Tools"].flatMap(SourceTree.swift).map { file in
        let lines = file.text.split(separator: "\n").filter { line in
          line.contains("//") || line.contains("func `")
        }
        return (path: file.path, text: lines.joined(separator: "\n"))
      } + pages.map { (path: $0.path, text: $0.text) }
    for (path, text) in texts {
      let lowercased = text.lowercased()
      for (banned, instead) in Self.phrases where lowercased.contains(banned) {
        let isWord = lowercased.contains(try Regex("\\b\(banned)\\b"))
        #expect(!isWord, "\(path) has '\(banned)'; write '\(instead)'")
      }
    }
  }
}
