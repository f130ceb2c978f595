import Foundation
import PackagePlugin

/// `swift package audit-journals`: what `adjournal audit` says of the journals of a package.
///
/// Without a path it audits every folder of the package that has a journal in it; options are handed
/// on. It fails where the audit does.
@main
struct AuditJournals: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "AdjournalTool")
    var command = ["audit"] + arguments
    if !Self.namesInput(arguments, in: context.package.directoryURL) {
      let folders = Self.folders(of: context.package.directoryURL)
      if folders.isEmpty { return print("no journal (*.jsonl) in this package") }
      command += folders
    }
    let code = try Self.run(tool.url, command, in: context.package.directoryURL)
    // SwiftPM has one way to fail; the tool's own code is for who runs the tool.
    if code != 0 { exit(code) }
  }

  /// Whether the arguments say what to audit.
  static func namesInput(_ arguments: [String], in package: URL) -> Bool {
    arguments.indices.contains { index in
      let argument = arguments[index]
      if argument == "-" || argument.hasPrefix("--files-from") { return true }
      let isValue = index > 0 && valued.contains(arguments[index - 1])
      let path = URL(fileURLWithPath: argument, relativeTo: package).path
      return !argument.hasPrefix("-") && !isValue && FileManager.default.fileExists(atPath: path)
    }
  }

  /// The options whose value could be the name of something in the package.
  private static let valued = [
    "--format", "--rule", "--except", "--policy", "--severity", "--jobs",
  ]

  /// The topmost folders that hold a journal, as paths from the package; hidden ones are left out.
  static func folders(of package: URL) -> [String] {
    let keys: [URLResourceKey] = [.isRegularFileKey]
    let files = FileManager.default.enumerator(
      at: package, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    var folders: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard
        file.lastPathComponent.hasSuffix(".jsonl") || file.lastPathComponent.hasSuffix(".jsonl.gz")
      else { continue }
      let path = file.deletingLastPathComponent().standardizedFileURL.path
      let root = package.standardizedFileURL.path
      folders.insert(path == root ? "." : String(path.dropFirst(root.count + 1)))
    }
    if folders.contains(".") { return ["."] }
    return folders.filter { folder in !folders.contains { folder.hasPrefix($0 + "/") } }.sorted()
  }

  static func run(_ tool: URL, _ arguments: [String], in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 4
  }
}
