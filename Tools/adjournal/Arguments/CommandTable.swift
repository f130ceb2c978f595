/// One option of a command: parsing, help, completions and the manual page come from it.
struct OptionEntry: Sendable {
  /// How an option takes its value.
  enum Value: Sendable {
    case none
    case one(String)
    case two(String, String)
  }

  /// The name with its dashes.
  let name: String
  /// The value that it takes.
  var value = Value.none
  /// Whether it may be given more than once.
  var isRepeatable = false
  /// What it does, in one line.
  let says: String
  /// The words that complete its value; empty where any text will do.
  var choices: [String] = []
  /// The command line that lists the choices, where they are too many for a sentence.
  var listedBy = ""
  /// Whether other values than the choices are taken.
  var takesOthers = false

  /// The value's placeholder; nil for an option without one.
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

/// A command line that works in the project's own folder.
struct Example: Sendable {
  /// What to type.
  let line: String
  /// What it shows.
  let says: String
  /// How it exits.
  let exits: ExitCode

  init(_ line: String, _ says: String, exits: ExitCode = .fine) {
    self.line = line
    self.says = says
    self.exits = exits
  }

  /// What it shows, and how it exits where that is not 0.
  var caption: String { exits == .fine ? says : "\(says) (exits \(exits.rawValue))" }
}

/// One command of the tool.
struct CommandEntry: Sendable {
  /// The first word.
  let name: String
  /// What it does, in one line.
  let says: String
  /// What follows the options on a command line.
  let operands: String
  /// The fewest and the most operands; nil for any number.
  var fewest = 0
  var most: Int?
  /// Its options.
  var options: [OptionEntry] = []
  /// Command lines to try.
  let examples: [Example]
  /// More to know, in sentences.
  var details = ""
  /// Runs it.
  let run: @Sendable (Arguments, inout Terminal) throws -> ExitCode

  /// The option of this name, its own or one that every command has.
  func option(_ name: String) -> OptionEntry? {
    (options + CommandTable.commonOptions).first { $0.name == name }
  }
}

/// The exit codes of the contract.
enum ExitCode: Int32 {
  case fine = 0
  case violated = 1
  case wrongUsage = 2
  case damaged = 3
  case unreadable = 4

  /// The one that wins: 4, 1, 3, 0.
  static func worst(_ codes: [ExitCode]) -> ExitCode {
    [.unreadable, .violated, .damaged].first(where: codes.contains) ?? .fine
  }
}

/// The commands, in the order in which help lists them.
enum CommandTable {
  /// The version of the tool.
  static let version = "0.1.0"

  /// What makes each command; a run needs one of them, and making all takes longer than starting.
  private static let makers: [(name: String, command: @Sendable () -> CommandEntry)] = [
    ("audit", { .audit }), ("replay", { .replay }), ("show", { .show }), ("check", { .check }),
    ("repair", { .repair }), ("stats", { .stats }), ("report", { .report }),
    ("export", { .export }), ("import", { .import }), ("follow", { .follow }),
    ("rules", { .rules }),
    ("record", { .record }), ("simulate", { .simulate }), ("shrink", { .shrink }),
    ("pin", { .pin }), ("whatif", { .whatif }), ("merge", { .merge }), ("cat", { .cat }),
    ("completions", { .completions }), ("man", { .man }),
  ]

  /// The names of all commands.
  static var names: [String] { makers.map(\.name) }

  /// Every command.
  static let all: [CommandEntry] = makers.map { $0.command() }

  /// The command of a name; nil if there is none.
  static func command(_ name: String) -> CommandEntry? {
    makers.first { $0.name == name }?.command()
  }

  /// Options of every command.
  static let commonOptions: [OptionEntry] = [
    OptionEntry(name: "--no-color", says: "No colours, even on a terminal (as NO_COLOR does)."),
    OptionEntry(name: "--help", says: "Shows this help."),
  ]
}
