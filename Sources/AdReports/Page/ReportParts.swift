internal import AdReplay
public import AdAudit
internal import Platform
internal import AdRules
internal import AdSession

/// Renders sessions as parts of a page, on any thread, until the page is full.
public final class ReportParts: Sendable {
  /// Thresholds that override those in the journals.
  private let overrides: [PolicySetting]
  private let isFull = Lock(false)

  init(overrides: [PolicySetting]) { self.overrides = overrides }

  /// A session's part of the page; empty for a session without findings.
  public func part(_ audited: AuditedSession) -> [UInt8] {
    guard audited.isViolated || !audited.reading.damage.isEmpty else { return [] }
    let broken = zip(audited.rules, audited.results).compactMap { rule, result in
      result.violations.isEmpty
        ? nil : "\(rule.id) \(result.violationCount) \(rule.severity(of: result).rawValue)"
    }
    let counts = broken.joined(separator: ",")
    // The page takes parts in the order of the sessions, so later parts are not shown either.
    let isShown = isFull.locked { !$0 }
    let html = isShown ? SessionPage(audited, overrides: overrides).html : ""
    return Array("\(counts)\n\(html)".utf8)
  }

  /// Stops rendering: the page is full, and further sessions only add to the counts.
  func close() { isFull.locked { $0 = true } }
}
