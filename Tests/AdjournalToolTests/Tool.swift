import Foundation

@testable import AdjournalTool

/// Runs the built executable, as a user would.
enum Tool {
  /// The output and the exit status of a run.
  struct Run {
    var output: [UInt8]
    var errors: String
    var exit: Int32

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
  }

  /// The root folder of the package; all paths in tests are relative to it.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The version that the tool prints.
  static let version = CommandTable.version

  /// The factor for the number of random cases: `ADJOURNAL_ROUNDS`, 1 by default.
  static let rounds =
    ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

  /// The ids of the rules in the catalogue; each has a folder of journals.
  static func rules() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/Journals/rules")
      .filter { $0 != "README.md" }
  }

  /// The executable in the folder of the test bundle.
  static let path: String = {
    let bundle = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    let folders = [
      bundle.deletingLastPathComponent().path, Bundle.main.bundlePath,
      bundle.deletingLastPathComponent().deletingLastPathComponent().path,
      "\(root)/.build/debug",
    ]
    let found = folders.map { "\($0)/adjournal" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return found ?? "adjournal"
  }()

  /// Runs the tool in the root folder of the package.
  static func run(
    _ arguments: String..., input: [UInt8]? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    try run(path, arguments, input: input, environment: environment)
  }

  /// Runs a shell command with `adjournal` in the path, in a temporary folder that contains
  /// `Journals`.
  static func shell(_ line: String, shell: String = "bash") throws -> Run {
    let folder = try Folder()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Journals"), withDestinationPath: "\(root)/Journals")
    let tools = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try run(
      "/usr/bin/env", [shell, "-c", line], environment: ["PATH": "\(tools):\(search)"],
      folder: folder.path)
  }

  /// Whether a program is installed.
  static func has(_ program: String) -> Bool {
    (try? run("/usr/bin/env", ["which", program]).exit) == 0
  }

  /// Runs a program; its output goes to files, because a full pipe would block it.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8]? = nil,
    environment: [String: String] = [:], folder: String = root
  ) throws -> Run {
    let files = try Folder()
    defer { files.remove() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Some test runners set them.
    let own = ["NO_COLOR", "COLUMNS", "LINES", "PAGER", "LESS", "CLICOLOR_FORCE"]
    let inherited = ProcessInfo.processInfo.environment.filter { !own.contains($0.key) }
    process.environment = inherited.merging(environment) { $1 }
    try files.write("in", input ?? [])
    process.standardInput = FileHandle(forReadingAtPath: files.path("in"))
    process.standardOutput = try files.handle("out")
    process.standardError = try files.handle("err")
    try process.run()
    process.waitUntilExit()
    let errors = try Data(contentsOf: URL(fileURLWithPath: files.path("err")))
    return Run(
      output: [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.path("out")))),
      errors: String(decoding: errors, as: UTF8.self), exit: process.terminationStatus)
  }
}

/// A temporary folder for one test.
struct Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "adjournal-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  func handle(_ name: String) throws -> FileHandle {
    try write(name, "")
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// The journals that many tests read.
enum Sample {
  static let unlock = "Journals/incidents/app-open-shown-after-unlock.jsonl"
  static let gap = "Journals/damaged/seq-gap.jsonl"
  static let fiveHours = "Journals/incidents/app-open-shown-after-five-hours.jsonl"

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(Tool.root)/\(path)")))
  }

  static func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
  }
}
