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

/// The commands, in the order in which help lists them.
enum CommandTable {
  /// The version of the tool.
  static let version = "0.1.0"

  /// Creates the commands one by one: a run needs one, and creating all of them slows the start.
  private static let makers: [(name: String, command: @Sendable () -> CommandEntry)] = [
    ("audit", { .audit }), ("replay", { .replay }), ("show", { .show }), ("explain", { .explain }),
    ("check", { .check }), ("repair", { .repair }), ("redact", { .redact }),
    ("stats", { .stats }), ("report", { .report }), ("export", { .export }),
    ("import", { .import }), ("follow", { .follow }), ("rules", { .rules }),
    ("record", { .record }), ("simulate", { .simulate }), ("shrink", { .shrink }),
    ("pin", { .pin }), ("whatif", { .whatif }), ("merge", { .merge }),
    ("triage", { .triage }), ("compare", { .compare }), ("cat", { .cat }),
    ("completions", { .completions }), ("man", { .man }),
  ]

  /// The names of all commands.
  static var names: [String] { makers.map(\.name) }

  /// Every command.
  static let all: [CommandEntry] = makers.map { $0.command() }

  /// The command with this name; nil if there is none.
  static func command(_ name: String) -> CommandEntry? {
    makers.first { $0.name == name }?.command()
  }

  /// The options that every command has.
  static let commonOptions: [OptionEntry] = [
    OptionEntry(name: "--no-color", help: "Disable colors (the same as setting NO_COLOR)."),
    OptionEntry(name: "--help", help: "Print this help."),
  ]
}
