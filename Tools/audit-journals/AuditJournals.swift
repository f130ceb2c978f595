import Foundation
import PackagePlugin

/// `swift package audit-journals` runs `adjournal audit` on the journals of a package.
///
/// Without a path it audits every folder of the package that contains a journal. Options are passed
/// on. The command fails if the audit does.
@main
struct AuditJournals: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "AdjournalTool")
    var command = ["audit"] + arguments
    if !Self.namesInput(arguments, in: context.package.directoryURL) {
      let folders = Self.folders(of: context.package.directoryURL)
      if folders.isEmpty { return print("no journals (*.jsonl, *.jsonl.gz) in this package") }
      command += folders
    }
    let code = try Self.run(tool.url, command, in: context.package.directoryURL)
    // SwiftPM exits with 1 for every other status; run the tool directly to get its own status.
    if code != 0 { exit(code) }
  }

  /// Whether the arguments contain a path or the option --files-from.
  static func namesInput(_ arguments: [String], in package: URL) -> Bool {
    arguments.indices.contains { index in
      let argument = arguments[index]
      if argument == "-" || argument.hasPrefix("--files-from") { return true }
      let isValue = index > 0 && valued.contains(arguments[index - 1])
      let path = URL(fileURLWithPath: argument, relativeTo: package).path
      return !argument.hasPrefix("-") && !isValue && FileManager.default.fileExists(atPath: path)
    }
  }

  /// The options whose value could be mistaken for a path.
  private static let valued = [
    "--format", "--rule", "--rules", "--except", "--policy", "--severity", "--jobs",
  ]

  /// The topmost folders that contain a journal, relative to the package, without hidden ones.
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
