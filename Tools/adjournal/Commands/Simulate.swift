import JournalFormat
import AdSession
import AdSimulator
import PropertyTesting

extension CommandEntry {
  static let simulate = CommandEntry(
    name: "simulate", says: "Writes believable sessions from a seed.",
    operands: "", most: 0,
    options: [
      OptionEntry(
        name: "--seed", value: .one("N"),
        says: "Where chance begins; the same seed gives the same bytes (default 1)."),
      OptionEntry(
        name: "--sessions", value: .one("N"), says: "How many sessions to write (default 1)."),
      OptionEntry(
        name: "--fault", value: .one("NAME"), isRepeatable: true,
        says: "What may go wrong, several separated by commas; 'all' for everything.",
        choices: Fault.allCases.map(\.name) + ["all"]),
      OptionEntry(
        name: "--profile", value: .one("NAME"), says: "The kind of app (default: all in turn).",
        choices: Profile.all.map(\.name)),
      OptionEntry(
        name: "--manager", value: .one("NAME"),
        says: "Who asks for the ads and shows them (default deciding; mutants: handwritten).",
        choices: ManagerKind.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--mutant", value: .one("NAME"),
        says: "A bug of the handwritten manager or of its adapters.",
        choices: Mutant.allCases.map(\.name), listedBy: "adjournal simulate --list-mutants"),
      OptionEntry(name: "--to", value: .one("FILE"), says: "Writes there, to a new file."),
      OptionEntry(name: "--list-faults", says: "Lists the faults with the rules that they break."),
      OptionEntry(name: "--list-mutants", says: "Lists the mutants."),
      OptionEntry(name: "--list-profiles", says: "Lists the kinds of apps."),
    ],
    examples: [
      Example(
        "adjournal simulate --seed 7 --sessions 100 --fault all > simulated.jsonl",
        "a hundred sessions with everything going wrong"),
      Example(
        "adjournal simulate --sessions 20 --profile splash | adjournal audit -",
        "well-behaved sessions, which break no rule"),
      Example("adjournal simulate --list-faults", "what can go wrong"),
    ],
    details: """
      One install can have several sessions: its processes, one after the other. A fault breaks some
      rules by itself, whatever the app does; --list-faults names them. Each process draws which of
      the given faults it has.
      """
  ) { arguments, terminal in
    if arguments.has("--list-faults") { return list(Fault.rows, &terminal) }
    if arguments.has("--list-mutants") { return list(Mutant.rowsForHelp, &terminal) }
    if arguments.has("--list-profiles") { return list(Profile.rows, &terminal) }
    let run = try SimulatedJournal(arguments)
    guard let path = try arguments.newFile() else {
      run.write { terminal.write($0) }
      return .fine
    }
    try NewFile.make(path) { write in try run.write(write) }
    return .fine
  }

  private static func list(_ rows: [String], _ terminal: inout Terminal) -> ExitCode {
    for row in rows { terminal.write(row + "\n") }
    return .fine
  }
}

/// What a command line asks to be simulated.
struct SimulatedJournal {
  private let simulation: Simulation
  private let seed: UInt64
  private let sessions: Int

  init(_ arguments: Arguments) throws {
    seed = UInt64(try arguments.number("--seed", in: 0...Int.max) ?? 1)
    sessions = try arguments.number("--sessions", in: 1...1_000_000_000) ?? 1
    var simulation = Simulation(
      profile: arguments.value("--profile").flatMap(Profile.named),
      faults: try Self.faults(arguments.values("--fault")),
      mutant: arguments.value("--mutant").flatMap(Mutant.named))
    if let manager = arguments.value("--manager").flatMap(ManagerKind.init) {
      if simulation.mutant != nil, manager != .handwritten {
        throw UsageError(
          "'--mutant' is a bug of the handwritten manager, and '--manager \(manager.rawValue)' "
            + "asks for another one")
      }
      simulation.manager = manager
    }
    self.simulation = simulation
  }

  private static func faults(_ values: [String]) throws -> FaultSet {
    var found: [Fault] = []
    for name in values.flatMap({ $0.split(separator: ",") }).map(String.init) {
      if name == "all" { return .all }
      guard let fault = Fault.named(name) else {
        throw UsageError(
          "unknown fault '\(name)'", near: name, known: Fault.allCases.map(\.name),
          hint: "'adjournal simulate --list-faults' lists them")
      }
      found.append(fault)
    }
    return FaultSet(found)
  }

  /// Hands out the lines of the sessions, in order.
  func write(_ line: ([UInt8]) throws -> Void) rethrows {
    var encoder = TraceEncoder()
    var written = 0
    var install = seed
    while written < sessions {
      for trace in simulation.sessions(Choices(seed: install)) where written < sessions {
        for bytes in encoder.lines(of: trace) { try line(bytes) }
        written += 1
      }
      install &+= 1
    }
  }
}

extension Fault {
  static var rows: [String] {
    allCases.map { fault in
      let breaks = fault.breaks.isEmpty ? "" : " (breaks \(fault.breaks.joined(separator: ", ")))"
      return "\(fault.name): \(fault.says)\(breaks)"
    }
  }
}

extension Mutant {
  static var rowsForHelp: [String] { allCases.map { "\($0.name): \($0.says) (\($0.source))" } }
}

extension Profile {
  static var rows: [String] { all.map { "\($0.name): \($0.says)" } }
}
