internal import AdReplay
public import AdAudit
internal import Platform
internal import AdRules
internal import AdSession

/// Makes sessions parts of a page, on any thread, as long as the page shows any.
public final class ReportParts: Sendable {
  /// Thresholds that win over what the journals say.
  private let overrides: [PolicySetting]
  private let isFull = Lock(false)

  init(overrides: [PolicySetting]) { self.overrides = overrides }

  /// A session's part of the page; empty where nothing was found in it.
  public func part(_ audited: AuditedSession) -> [UInt8] {
    guard audited.isViolated || !audited.reading.damage.isEmpty else { return [] }
    let broken = zip(audited.rules, audited.results).compactMap { rule, result in
      result.violations.isEmpty ? nil : "\(rule.id) \(result.violations.count)"
    }
    let counts = broken.joined(separator: ",")
    // Parts are taken in the order of the sessions: what is made later is not shown either.
    let isShown = isFull.locked { !$0 }
    let html = isShown ? SessionPage(audited, overrides: overrides).html : ""
    return Array("\(counts)\n\(html)".utf8)
  }

  /// Says that the page shows as many sessions as it can: of others only the counts are made.
  func close() { isFull.locked { $0 = true } }
}
