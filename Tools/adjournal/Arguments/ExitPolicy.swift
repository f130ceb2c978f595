import AdAudit
import AdReports
import AdRules

extension OptionEntry {
  /// The options of ``ExitPolicy``.
  static let ofExitPolicy = [
    OptionEntry(
      name: "--severity", value: .one("LEVEL"),
      help: "Lowest severity that fails: error, warning or info (default: error).",
      choices: ["error", "warning", "info"]),
    OptionEntry(name: "--strict", help: "Also fail on inconclusive and vacuous verdicts."),
    OptionEntry(
      name: "--exit-zero",
      help: "Exit with 0 on violations and damage; other errors keep their status."),
  ]
}

/// The options that decide the exit code of an audit, or of several audits merged.
struct ExitPolicy {
  let least: Severity
  let isStrict: Bool
  let exitsZero: Bool

  init(_ arguments: Arguments) {
    least = arguments.value("--severity").flatMap(Severity.init(rawValue:)) ?? .error
    isStrict = arguments.has("--strict")
    exitsZero = arguments.has("--exit-zero")
  }

  /// The exit code for an audit; prints the reason if the results do not show it.
  ///
  /// - Parameter other: The codes of other failures, such as files that could not be read.
  func code(_ found: Tally, _ other: [ExitCode] = []) -> ExitCode {
    var codes = other
    let isViolated = found.isViolated(atLeast: least)
    let isOpen = found.count(.inconclusive) > 0 || found.count(.vacuous) > 0
    if !exitsZero && (isViolated || isStrict && isOpen) {
      codes.append(.violated)
      if !isViolated { printStrictFailure(found) }
    }
    if found.damage > 0 {
      let journals = AuditText.count(found.damaged, "journal")
      Terminal.printError("damage in \(journals); run 'adjournal check FILE' for details")
      if !exitsZero { codes.append(.damaged) }
    }
    return ExitCode.worst(codes)
  }

  /// A line of text about the violations that do not fail; empty without such violations.
  func note(_ found: Tally) -> String {
    let passing = Severity.allCases.filter { found.count($0) > 0 && (exitsZero || $0 < least) }
    guard let lowest = passing.first else { return "" }
    let counts = passing.reversed().map { AuditText.count(found.count($0), $0.rawValue) }
    let isOne = passing.reduce(0) { $0 + found.count($1) } == 1
    let fail = "\(counts.joined(separator: ", ")) \(isOne ? "does" : "do") not fail"
    return exitsZero
      ? "\(fail) because of '--exit-zero'.\n"
      : "\(fail): below severity \(least.rawValue). Use '--severity \(lowest.rawValue)' to change that.\n"
  }

  /// Prints why an audit without violations fails.
  private func printStrictFailure(_ found: Tally) {
    Terminal.printError(
      "failed because of '--strict': \(found.count(.inconclusive)) inconclusive and "
        + "\(found.count(.vacuous)) vacuous verdicts")
  }
}
