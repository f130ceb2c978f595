#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import CRelease

/// Runs the command that the first argument names.
@main
enum Adjournal {
  static func main() {
    Terminal.keepStandardFiles()
    Terminal.handleSignals()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  static func run(_ words: [String]) -> ExitCode {
    do {
      var words = words
      var terminal = Terminal(try ScreenOptions(removingFrom: &words))
      defer { terminal.end() }
      return try dispatch(words, &terminal)
    } catch let error as UsageError {
      Terminal.printError(error.description)
      return .wrongUsage
    } catch {
      Terminal.printError("\(error)")
      return .unreadable
    }
  }

  private static func dispatch(
    _ words: [String], _ terminal: inout Terminal
  ) throws -> ExitCode {
    guard let first = words.first else {
      Terminal.printStatus(Help.overview)
      return .wrongUsage
    }
    if ["--help", "-h", "help"].contains(first) { return try help(words, &terminal) }
    if ["--version", "-V"].contains(first) {
      terminal.write("adjournal \(CommandTable.version)\(commit)\n")
      return .fine
    }
    let command = try command(first)
    var arguments = try Arguments(Array(words.dropFirst()), of: command)
    if arguments.has("--help") {
      terminal.write(Help.text(command))
      return .fine
    }
    arguments.configuration = try Configuration(arguments)
    return try command.run(arguments, &terminal)
  }

  /// The commit of a release build in parentheses; empty in other builds.
  private static var commit: String {
    let commit = String(cString: release_commit())
    return commit.isEmpty ? "" : " (\(commit))"
  }

  /// Prints the help of the command that is named; without one, the overview.
  private static func help(_ words: [String], _ terminal: inout Terminal) throws -> ExitCode {
    let asking = ["--help", "-h", "help"]
    if let name = words.first(where: { !asking.contains($0) }) {
      terminal.write(Help.text(try command(name)))
    } else {
      terminal.write(Help.overview)
    }
    return .fine
  }

  private static func command(_ name: String) throws -> CommandEntry {
    if let command = CommandTable.command(name) { return command }
    let kind = name.hasPrefix("-") ? "option" : "command"
    throw UsageError(
      "unknown \(kind) '\(name)'", near: name,
      known: CommandTable.names + ["--help", "--version"],
      hint: "run 'adjournal --help' for the commands")
  }
}
