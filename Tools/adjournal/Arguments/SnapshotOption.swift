#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import AdJournal
import AdReport
import AdRules

extension OptionEntry {
  /// The folder of snapshots.
  static let snapshots = OptionEntry(
    name: "--snapshots", value: .one("FOLDER"),
    says: "Keeps in this folder what was read, and starts from there the next time.")
}

extension AuditSnapshots {
  /// Those of `--snapshots` for the audits of a command; nil where none were asked for, or the program
  /// cannot read itself.
  static func chosen(
    _ arguments: Arguments, _ command: CommandEntry, _ rules: [Rule], _ paint: Paint, jobs: Int
  ) throws -> AuditSnapshots? {
    guard let folder = try arguments.snapshotFolder() else { return nil }
    let paint = paint.isOn ? "painted" : "plain"
    let output = "\(command.name) \(paint)\(CustomRules.purpose(rules))"
    guard let purpose = arguments.snapshotPurpose(command, output) else {
      Terminal.complain("no snapshots: the program cannot read its own file")
      return nil
    }
    return AuditSnapshots(folder: folder, purpose: purpose, jobs: jobs)
  }
}

extension Arguments {
  /// The folder of `--snapshots`, which is made if it is not there; nil where none was given.
  func snapshotFolder() throws -> String? {
    guard let folder = value("--snapshots") else { return nil }
    if mkdir(folder, 0o700) == 0 { return folder }
    var info = stat()
    guard stat(folder, &info) == 0, info.st_mode & S_IFMT == S_IFDIR,
      access(folder, R_OK | W_OK | X_OK) == 0
    else {
      throw UsageError("'\(folder)' is no folder that snapshots could be kept in")
    }
    return folder
  }

  /// What a snapshot is good for: this program, and these options but those that change no result.
  ///
  /// Nil where the program cannot read itself.
  ///
  /// - Parameter command: Whose options count; nil where none changes what is kept.
  func snapshotPurpose(_ command: CommandEntry?, _ more: String) -> [UInt8]? {
    guard let program = ProgramDigest.text(of: Self.program) else { return nil }
    let silent = ["--jobs", "--snapshots", "--files-from", "--until-end"]
    let options = (command?.options ?? []).map(\.name).filter { has($0) && !silent.contains($0) }
    let words = options.flatMap { [$0] + values($0) } + [more]
    return Array("\(CommandTable.version) \(program)".utf8)
      + words.flatMap { [0] + Array($0.utf8) }
  }

  private static var program: String {
    #if canImport(Darwin)
      var size: UInt32 = 4096
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return "" }
      return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    #else
      return "/proc/self/exe"
    #endif
  }
}
