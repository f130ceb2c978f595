import Foundation
import Testing

@Suite struct `The package` {
  @Test(arguments: [
    "Platform", "JSONLines", "AdSession", "JournalFormat", "AdRecording", "AdReplay", "AdRules",
    "AdAudit", "AdReports", "AdFleet", "AdImport", "AdRedaction", "AdWhatIf", "AdShrinking",
    "PropertyTesting",
    "AdDecider",
    "AdManaging", "AdSimulator", "AdCapture",
  ])
  func `a module below the tests does not import Foundation`(module: String) throws {
    for file in try Self.swiftFiles(in: "Sources/\(module)") {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains("import Foundation"), "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: [
    "JSONLines", "AdSession", "JournalFormat", "AdRecording", "AdReplay", "AdRules", "AdAudit",
    "AdReports", "AdFleet", "AdImport", "AdRedaction", "AdWhatIf", "AdShrinking", "PropertyTesting",
    "AdDecider",
    "AdManaging", "AdSimulator",
  ])
  func `only Platform imports the C library, Dispatch and CryptoKit`(module: String) throws {
    let system = ["Darwin", "Glibc", "Musl", "Foundation", "Dispatch", "CryptoKit"]
    let imports = system.map { "import \($0)" }
    for file in try Self.swiftFiles(in: "Sources/\(module)")
    where !Self.importsLibrary.contains(file.lastPathComponent) {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let offender = lines.first { line in imports.contains { line.hasSuffix($0) } }
      #expect(offender == nil, "\(module)/\(file.lastPathComponent)")
    }
  }

  /// Files that call the C library themselves, since JSONLines is below Platform.
  private static let importsLibrary = ["ByteView.swift", "LineFinder.swift"]

  @Test func `every hand-written file has fewer than 500 lines`() throws {
    let files = try Self.swiftFiles(in: "Sources") + Self.swiftFiles(in: "Tools")
    for file in files where !file.path.contains("/Generated/") {
      let lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 500, "\(file.lastPathComponent) has \(lines.count) lines")
    }
  }

  @Test(arguments: [
    "CONTRIBUTING.md", "Journals/FORMAT.md", "Journals/RULES.md", "Journals/README.md",
    "Journals/terms/README.md", "Tools/verification/README.md",
  ])
  func `every test suite that a document names exists`(document: String) throws {
    let url = Contract.root.appendingPathComponent(document)
    let quoted = try String(contentsOf: url, encoding: .utf8).split(separator: "`")
    let names = quoted.filter { $0.hasSuffix("Tests") && $0.allSatisfy { $0.isLetter } }
    let files = try Self.swiftFiles(in: "Tests")
    let known = Set(files.map { $0.deletingPathExtension().lastPathComponent })
    let targets = Set(files.map { $0.deletingLastPathComponent().lastPathComponent })
    for name in names {
      #expect(known.contains(String(name)) || targets.contains(String(name)), "\(name)")
    }
  }

  static func swiftFiles(in folder: String) throws -> [URL] {
    let root = Contract.root.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return names.filter { $0.hasSuffix(".swift") }.map { root.appendingPathComponent($0) }
  }
}
