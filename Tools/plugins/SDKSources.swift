import Foundation
import PackagePlugin

/// A build-tool plugin that adds the sources of one ad SDK to the target of an app.
///
/// They import the SDK, on which the target depends, so the build system builds the SDK first. The
/// plugin copies each file on its own, so that only a changed file is copied and compiled again.
protocol SDKSources: BuildToolPlugin {
  /// The folder of the files, in `Sources`.
  static var folder: String { get }
  /// The folders in it that another plugin adds.
  static var otherFolders: [String] { get }
}

extension SDKSources {
  static var otherFolders: [String] { [] }

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try Self.copies(to: context.pluginWorkDirectoryURL)
  }

  /// The commands that copy the files to a folder.
  fileprivate static func copies(to work: URL) throws -> [Command] {
    try files().map { file in
      let copy = work.appending(path: file.lastPathComponent)
      // A read-only checkout has read-only copies, which only -f replaces.
      return .buildCommand(
        displayName: "Copying \(file.lastPathComponent)",
        executable: URL(fileURLWithPath: "/bin/cp"), arguments: ["-f", file.path, copy.path],
        inputFiles: [file], outputFiles: [copy])
    }
  }

  private static func files() throws -> [URL] {
    let sources = try root().appending(path: "Sources/\(folder)").resolvingSymlinksInPath()
    let found = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let files = (found?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { file in
        file.pathExtension == "swift"
          && !otherFolders.contains(file.deletingLastPathComponent().lastPathComponent)
      }
    if files.isEmpty { throw MissingSources(folder: sources.path) }
    return files.sorted { $0.path < $1.path }
  }

  /// The folder of this package, which no context of a plugin contains in Xcode.
  private static func root() throws -> URL {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let manifest = folder.appending(path: "Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { return folder }
    }
    throw MissingSources(folder: #filePath)
  }
}

/// The package was moved or changed after the plugin was compiled.
private struct MissingSources: Error, CustomStringConvertible {
  let folder: String
  var description: String { "no sources of adjournal in \(folder); clean the build folder" }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension SDKSources where Self: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      try Self.copies(to: context.pluginWorkDirectoryURL)
    }
  }
#endif
