import AdAudit
import AdReports
import AdRules

extension OptionEntry {
  /// The options of ``ExitPolicy``.
  static let ofExitPolicy = [
    OptionEntry(
      name: "--severity", value: .one("LEVEL"),
      says: "The least severity that fails: error, warning or info (default: error).",
      choices: ["error", "warning", "info"]),
    OptionEntry(name: "--strict", says: "Inconclusive and vacuous rules fail, too."),
    OptionEntry(
      name: "--exit-zero", says: "Violations and damage exit 0; usage and file errors do not."),
  ]
}

/// What makes an audit, or the sum of several, fail.
struct ExitPolicy {
  let least: Severity
  let isStrict: Bool
  private let exitsZero: Bool

  init(_ arguments: Arguments) {
    least = arguments.value("--severity").flatMap(Severity.init(rawValue:)) ?? .error
    isStrict = arguments.has("--strict")
    exitsZero = arguments.has("--exit-zero")
  }

  /// The exit code of what was found, and of other codes; says why where the results do not.
  func code(_ found: Tally, _ other: [ExitCode] = []) -> ExitCode {
    var codes = other
    let isViolated = found.isViolated(atLeast: least)
    let isOpen = found.count(.inconclusive) > 0 || found.count(.vacuous) > 0
    if !exitsZero && (isViolated || isStrict && isOpen) {
      codes.append(.violated)
      if !isViolated { complainOfOpen(found) }
    }
    if found.damage > 0 {
      let journals = AuditText.count(found.damaged, "journal")
      Terminal.complain("damage was found in \(journals); 'adjournal check FILE' shows the bytes")
      if !exitsZero { codes.append(.damaged) }
    }
    return ExitCode.worst(codes)
  }

  /// Says why an audit fails that found nothing.
  private func complainOfOpen(_ found: Tally) {
    Terminal.complain(
      "failed by '--strict': \(found.count(.inconclusive)) inconclusive and "
        + "\(found.count(.vacuous)) vacuous verdicts")
  }
}
