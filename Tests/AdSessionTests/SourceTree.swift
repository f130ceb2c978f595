import Foundation

/// One file of the package, as text.
struct SourceFile: Sendable {
  /// The path below the root of the package.
  let path: String
  let text: String

  /// The name of the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The text without comments.
  var code: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }.joined(separator: "\n")
  }
}

/// The files of the package, which are read once for all tests.
enum SourceTree {
  /// The Swift files below a folder of the package, by path.
  static func swift(in folder: String) throws -> [SourceFile] {
    try files.get().filter { $0.path.hasPrefix("\(folder)/") && $0.path.hasSuffix(".swift") }
  }

  /// The Markdown pages of the package, by path.
  static func pages() throws -> [SourceFile] {
    try files.get().filter { $0.path.hasSuffix(".md") }
  }

  /// The manifest of the package.
  static func manifest() throws -> SourceFile { try read("Package.swift") }

  private static let files = Result { try paths().map(read) }

  private static func paths() throws -> [String] {
    let inRoot = try FileManager.default.contentsOfDirectory(atPath: Contract.root.path)
    let below = try ["Journals", "Sources", "Tests", "Tools"].flatMap { folder in
      let names = try FileManager.default.subpathsOfDirectory(
        atPath: Contract.root.appendingPathComponent(folder).path)
      return names.filter { !$0.contains(".build/") }.map { "\(folder)/\($0)" }
    }
    return (inRoot + below).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".md") }.sorted()
  }

  private static func read(_ path: String) throws -> SourceFile {
    let url = Contract.root.appendingPathComponent(path)
    return SourceFile(path: path, text: try String(contentsOf: url, encoding: .utf8))
  }
}
