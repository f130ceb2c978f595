import AdReports
import JournalEncoding
import JournalFormat
import AdSession
import AdSimulator
import PropertyTesting

extension CommandEntry {
  static let simulate = CommandEntry(
    name: "simulate", summary: "Generate realistic sessions from a random seed.",
    operands: "", most: 0,
    options: [
      OptionEntry(
        name: "--seed", value: .one("N"),
        help: "Random seed (default: 1). The same seed produces the same output; two seeds have no "
          + "session in common."),
      OptionEntry(
        name: "--sessions", value: .one("N"), help: "Number of sessions (default: 1)."),
      OptionEntry(
        name: "--fault", value: .one("NAME"), isRepeatable: true,
        help: "Fault to inject, or 'all'. Accepts a comma-separated list.",
        choices: Fault.allCases.map(\.name) + ["all"]),
      OptionEntry(
        name: "--profile", value: .one("NAME"), help: "App profile (default: all, in turn).",
        choices: Profile.all.map(\.name)),
      OptionEntry(
        name: "--manager", value: .one("NAME"),
        help: "Ad manager (default: deciding; with --mutant: handwritten).",
        choices: ManagerKind.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--mutant", value: .one("NAME"),
        help: "Bug to put into the handwritten manager or its adapters.",
        choices: Mutant.allCases.map(\.name), listedBy: "adjournal simulate --list-mutants"),
      .newFile,
      OptionEntry(
        name: "--list-faults", help: "List the faults, with the rules that each one violates."),
      OptionEntry(name: "--list-mutants", help: "List the mutants."),
      OptionEntry(name: "--list-profiles", help: "List the app profiles."),
    ],
    examples: [
      Example(
        "adjournal simulate --seed 7 --sessions 100 --fault all > simulated.jsonl",
        "generate 100 sessions with all kinds of faults"),
      Example(
        "adjournal simulate --sessions 20 --profile splash | adjournal audit -",
        "generate sessions without faults; they violate no rule"),
      Example("adjournal simulate --list-faults", "list what can go wrong"),
    ],
    details: """
      An install can have several sessions, one after the other: one per process. Each process gets a
      random subset of the given faults. Some faults violate a rule whatever the app does;
      --list-faults names these rules.
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
    try NewFile.create(path, from: []) { write in try run.write(write) }
    terminal.write(
      "wrote \(terminal.style.place(path)): \(AuditText.count(run.sessions, "session"))\n")
    return .fine
  }

  private static func list(_ rows: [String], _ terminal: inout Terminal) -> ExitCode {
    for row in rows { terminal.write(row + "\n") }
    return .fine
  }
}

/// The simulation that a command line describes.
struct SimulatedJournal {
  private let simulation: Simulation
  private let seed: UInt64
  let sessions: Int

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
          "'--mutant' needs '--manager handwritten', not '\(manager.rawValue)'")
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
          hint: "run 'adjournal simulate --list-faults' for the list")
      }
      found.append(fault)
    }
    return FaultSet(found)
  }

  /// Passes the lines of the sessions to a closure, in order.
  func write(_ line: ([UInt8]) throws -> Void) rethrows {
    var encoder = TraceEncoder()
    var written = 0
    // With the next number as the next seed, close seeds would have most installs in common.
    var seeds = SplitMix64(seed: seed)
    var install = seed
    Progress.begin("session", of: sessions)
    while written < sessions {
      for trace in simulation.sessions(Choices(seed: install)) where written < sessions {
        trace.header?.checksums = true
        for bytes in encoder.lines(of: trace) { try line(bytes) }
        written += 1
        Progress.add(1)
      }
      install = seeds.next()
    }
  }
}

extension Fault {
  static var rows: [String] {
    allCases.map { fault in
      let breaks = fault.breaks.isEmpty ? "" : " (violates \(fault.breaks.joined(separator: ", ")))"
      return "\(fault.name): \(fault.summary)\(breaks)"
    }
  }
}

extension Mutant {
  static var rowsForHelp: [String] {
    allCases.map { mutant in
      "\(mutant.name): \(mutant.summary)" + (mutant.reference.map { " (\($0))" } ?? "")
    }
  }
}

extension Profile {
  static var rows: [String] { all.map { "\($0.name): \($0.summary)" } }
}
