internal import AdRules
internal import AdSession
internal import AdSimulator

/// The violations of an install that a fault causes by itself, whatever the manager does.
///
/// An exemption belongs to one occurrence of a fault. It covers only violations about the same ad
/// or the same unit. Faults about the whole process, such as a jump of the wall clock, cover
/// violations that come after them.
struct Exemptions {
  private let occurrences: [[Strike]]

  init(_ worlds: [World]) { occurrences = worlds.map(\.occurrences) }

  /// Whether a fault can have caused a violation.
  func cover(_ violation: Violation, of rule: Rule, in trace: Trace, process: Int) -> Bool {
    if rule.id == "daily-cap" && occurrences[..<process].joined().contains(where: breaks(rule)) {
      return true
    }
    if occurrences[process].isEmpty { return false }
    let end = trace.events[violation.certainAt].t
    let witness = violation.witness.map { trace.events[$0] }
    return occurrences[process].contains { strike in
      breaks(rule)(strike) && strike.time <= end && isAbout(strike, witness, rule)
    }
  }

  private func breaks(_ rule: Rule) -> (Strike) -> Bool {
    { $0.fault.breaks.contains(rule.id) }
  }

  private func isAbout(_ strike: Strike, _ witness: [Event], _ rule: Rule) -> Bool {
    if strike.unit.isPresent && !strike.ad.isPresent
      || rule.id == "load-failure-does-not-silence-slot" && strike.unit.isPresent
    {
      return witness.contains { $0.unit == strike.unit }
    }
    if strike.ad.isPresent { return witness.contains { $0.ad == strike.ad } }
    return true
  }
}
