/// One option of a command: parsing, help, completions and the manual page are made from it.
struct OptionEntry: Sendable {
  /// The number of values that follow an option, with their placeholders.
  enum Value: Sendable {
    case none
    case one(String)
    case two(String, String)
  }

  /// The name with its dashes.
  let name: String
  var value = Value.none
  /// Whether it may be given more than once.
  var isRepeatable = false
  /// The line under "options:" in the help of the command.
  let help: String
  /// The values that shells complete; empty if any text is valid.
  var choices: [String] = []
  /// The command that lists the choices, if they are too many for an error message.
  var listedBy = ""
  /// Whether values outside the choices are accepted.
  var takesOthers = false

  /// The placeholder of the value; nil for an option without a value.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .one(let name): name
    case .two(let first, let second): "\(first) \(second)"
    }
  }

  /// The name and the placeholder, as help shows them.
  var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}

/// An example of a command line; tests run it in the root folder of the repository.
struct Example: Sendable {
  /// The command line.
  let line: String
  /// The exit code that the tests expect.
  let exits: ExitCode
  private let summary: String

  init(_ line: String, _ summary: String, exits: ExitCode = .fine) {
    self.line = line
    self.summary = summary
    self.exits = exits
  }

  /// The summary, with the exit code if it is not 0.
  var caption: String {
    exits == .fine ? summary : "\(summary) (exit status \(exits.rawValue))"
  }
}

/// One command of the tool.
struct CommandEntry: Sendable {
  /// The first argument.
  let name: String
  /// The line in the list of commands; one sentence in the imperative.
  let summary: String
  /// The placeholder of the operands in the usage line.
  let operands: String
  /// The minimum number of operands.
  var fewest = 0
  /// The maximum number of operands; nil for any number.
  var most: Int?
  var options: [OptionEntry] = []
  let examples: [Example]
  /// The paragraphs between the usage line and the options.
  var details = ""
  let run: @Sendable (Arguments, inout Terminal) throws -> ExitCode

  /// The option with this name, including the options that every command has.
  func option(_ name: String) -> OptionEntry? {
    (options + CommandTable.commonOptions).first { $0.name == name }
  }
}

/// The exit codes, as `adjournal --help` documents them.
enum ExitCode: Int32 {
  case fine = 0
  case violated = 1
  case wrongUsage = 2
  case damaged = 3
  case unreadable = 4

  /// The code with the highest priority; the order is 1, 4, 3, 0.
  ///
  /// A violation is certain, whatever another file contains that could not be read.
  static func worst(_ codes: [ExitCode]) -> ExitCode {
    [.violated, .unreadable, .damaged].first(where: codes.contains) ?? .fine
  }
}

/// What commands are for: help lists them in these groups.
enum CommandGroup: String, CaseIterable {
  case sessions = "Look at sessions"
  case fleets = "Compare many sessions"
  case journals = "Make, convert and repair journals"
  case rules = "Write rules and tests"
  case apps = "Record in an app"
  case shell = "Set up the shell"
}

/// The commands, in the order in which help lists them.
enum CommandTable {
  /// The version of the tool.
  static let version = "0.2.0"

  /// Creates the commands one by one: a run needs one, and creating all of them slows the start.
  private static let makers:
    [(group: CommandGroup, name: String, command: @Sendable () -> CommandEntry)] = [
      (.sessions, "audit", { .audit }), (.sessions, "show", { .show }),
      (.sessions, "explain", { .explain }), (.sessions, "replay", { .replay }),
      (.sessions, "report", { .report }), (.sessions, "page", { .page }),
      (.sessions, "follow", { .follow }), (.sessions, "whatif", { .whatif }),
      (.fleets, "triage", { .triage }), (.fleets, "compare", { .compare }),
      (.fleets, "stats", { .stats }), (.fleets, "ticket", { .ticket }),
      (.fleets, "merge", { .merge }),
      (.journals, "import", { .import }), (.journals, "record", { .record }),
      (.journals, "check", { .check }), (.journals, "repair", { .repair }),
      (.journals, "redact", { .redact }), (.journals, "export", { .export }),
      (.journals, "cat", { .cat }),
      (.rules, "rules", { .rules }), (.rules, "events", { .events }),
      (.rules, "fields", { .fields }), (.rules, "policy", { .policy }),
      (.rules, "simulate", { .simulate }),
      (.rules, "shrink", { .shrink }), (.rules, "pin", { .pin }),
      (.apps, "sources", { .sources }),
      (.shell, "completions", { .completions }), (.shell, "man", { .man }),
    ]

  /// The names of all commands.
  static var names: [String] { makers.map(\.name) }

  /// The names and summaries of the commands of a group.
  static func rows(of group: CommandGroup) -> [(name: String, text: String)] {
    makers.filter { $0.group == group }.map { ($0.name, $0.command().summary) }
  }

  /// Every command.
  static let all: [CommandEntry] = makers.map { $0.command() }

  /// The command with this name; nil if there is none.
  static func command(_ name: String) -> CommandEntry? {
    makers.first { $0.name == name }?.command()
  }

  /// The options that every command has.
  static let commonOptions =
    OptionEntry.ofScreen + [OptionEntry(name: "--help", help: "Print this help.")]
}
