internal import AdAudit
internal import AdReplay
internal import AdRules
internal import AdSession

/// The sign in front of a record that a violation names.
enum TimelineSign {
  /// A violation became certain at the record.
  case certain
  /// The record is in the witness of a violation.
  case named

  /// The sign.
  func text(_ style: TextStyle) -> String {
    switch self {
    case .certain: style.red(">")
    case .named: style.yellow("*")
    }
  }
}

/// Chooses the items that a timeline shows, in their order, and counts the others.
struct TimelineBody {
  private let signs: [Int: TimelineSign]
  private let isMatch: (Int) -> Bool
  private let window: Range<Int>
  private let hasFilters: Bool
  /// Whether the selection can hide records.
  let isSelective: Bool
  /// The columns of the longest `seq` that can be shown.
  let seqWidth: Int
  /// The columns of the last `line 42` of a session without times.
  let lineWidth: Int
  /// The number of records up to the item that was chosen last.
  private var passed = 0
  private var shown: (certain: Bool, named: Bool) = (false, false)
  private var left = (records: 0, violations: 0, gaps: 0, damage: 0)

  init(
    _ audited: AuditedSession, _ selection: TimelineSelection, signs: [Int: TimelineSign]
  ) {
    self.signs = signs
    let trace = audited.reading.trace
    window = selection.window ?? 0..<trace.events.count
    hasFilters = selection.hasFilters
    isSelective = hasFilters || selection.window != nil
    isMatch = selection.filter(trace) { signs[$0] != nil }
    let last = window.last.map { String(trace.events[$0].seq).utf8.count } ?? 0
    seqWidth = max(4, last)
    lineWidth = window.last.map { AuditText.clock(trace.events[$0], in: trace).utf8.count } ?? 0
  }

  /// The sign of a record; nil for most.
  func sign(_ index: Int) -> TimelineSign? { signs[index] }

  /// Whether the next item is shown.
  ///
  /// With filters, a violation is shown if a record that it names is; gaps and damage are not.
  mutating func takes(_ item: Timeline.Item) -> Bool {
    switch item {
    case .event(let index):
      passed = index + 1
      guard isShown(index) else {
        left.records += 1
        return false
      }
      switch signs[index] {
      case .certain: shown.certain = true
      case .named: shown.named = true
      case nil: break
      }
      return true
    case .violation(let violation, _):
      let isNamed =
        isShown(violation.certainAt) || hasFilters && violation.witness.contains(where: isShown)
      if window.contains(violation.certainAt) && isNamed { return true }
      left.violations += 1
    case .gap:
      if isBetweenShown { return true }
      left.gaps += 1
    case .damage:
      if isBetweenShown { return true }
      left.damage += 1
    }
    return false
  }

  private func isShown(_ index: Int) -> Bool { window.contains(index) && isMatch(index) }

  /// Whether an item at this position touches the window, without filters.
  private var isBetweenShown: Bool {
    !hasFilters && passed >= window.lowerBound && passed <= window.upperBound
  }

  /// What the signs mean; empty without any.
  var legend: [String] {
    let texts = [
      shown.certain ? "> a violation became certain here" : nil,
      shown.named ? "* a violation names this record" : nil,
    ]
    let shown = texts.compactMap { $0 }
    return shown.isEmpty ? [] : [shown.joined(separator: "; ")]
  }

  /// The number of what is not shown; empty if all is.
  var hidden: [String] {
    let counts = [
      (left.records, "record"), (left.violations, "violation"), (left.gaps, "gap"),
      (left.damage, "damaged location"),
    ]
    let texts = counts.filter { $0.0 > 0 }.map { AuditText.count($0.0, $0.1) }
    guard let last = texts.last else { return [] }
    let list = texts.count > 1 ? "\(texts.dropLast().joined(separator: ", ")) and " : ""
    return ["… \(list)\(last) not shown"]
  }
}

extension [Timeline.Item] {
  /// The index of the first record among the items; nil without one.
  var firstRecord: Int? {
    for item in self {
      if case .event(let index) = item { return index }
    }
    return nil
  }
}
