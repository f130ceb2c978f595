import AdAudit
package import AdRedaction
package import AdReplay
package import AdReports
package import AdRules
package import AdSession
import JournalInput
import JSONLines

/// One session with a problem, as far as a ticket shows it: the facts and the ad of the session,
/// and the smallest journal with the problem, both redacted.
package struct TicketCase {
  /// A name and a value.
  typealias Fact = (name: String, value: String)

  /// The versions and the device.
  let environment: [Fact]
  /// What the session has about the ad.
  let ad: [Fact]
  /// The identifiers.
  let ids: IDs
  /// The time of the violation in the zone of the session; nil without ``IDs/all``.
  let time: String?
  /// What the session does not say, in sentences.
  let unknown: [String]
  /// The shrunk and redacted journal.
  package let journal: [UInt8]
  /// Its only session.
  let reading: SessionReading
  /// Its violation.
  let violation: Violation

  /// Why there is no case, in a part of a sentence.
  package struct Failure: Error {
    /// The reason.
    package let description: String
  }

  /// The identifiers in a ticket.
  package enum IDs: Sendable {
    /// Pseudonyms, but for networks and adapters.
    case redacted
    /// The app, the ad unit, the creative and the response, too, and the time: what a vendor needs
    /// to find the session in its own data.
    case all

    /// The text fields that a redaction keeps.
    package var kept: Set<FieldName> {
      switch self {
      case .redacted: [.adapter, .network]
      case .all: [.adapter, .network, .app, .unit, .creative, .response, .device]
      }
    }
  }

  /// Makes a case of a session that has the problem by itself.
  ///
  /// - Parameters:
  ///   - redaction: Keeps the fields of `ids`.
  /// - Throws: ``Failure``.
  package init(
    _ problem: ProblemIdentity, of rule: Rule, in session: SessionReading, _ ids: IDs,
    shrinker: ProblemShrinker, policy: [PolicySetting], redaction: inout Redaction
  ) throws(Failure) {
    guard let small = shrinker.journal(problem, of: session) else {
      throw Failure(description: "the session does not show the problem by itself")
    }
    self.ids = ids
    journal = redaction.redact(undamaged: small)
    guard let reading = Journal.read(bytes: journal).first,
      let violation = Self.violation(problem, of: rule, in: reading.trace, policy: [])
    else {
      throw Failure(description: "the redacted journal does not show the problem any more")
    }
    (self.reading, self.violation) = (reading, violation)
    environment = Self.environment(session.trace.header, &redaction)
    let original = Self.violation(problem, of: rule, in: session.trace, policy: policy)
    ad = original.map { Self.ad(of: $0, in: session, ids, &redaction) } ?? []
    let last = original?.decidingRecords.max()
    time =
      ids == .all && session.trace.hasTimes
      ? last.map { SessionTimes(session.trace).dayAndClock($0) } : nil
    unknown = Self.unknown(session, rule)
  }

  private static func violation(
    _ problem: ProblemIdentity, of rule: Rule, in trace: Trace, policy: [PolicySetting]
  ) -> Violation? {
    Judge(rules: [rule], overrides: policy).judge(trace).first?.violations.first {
      ProblemVariant($0, of: rule, in: trace).problem == problem
    }
  }

  // MARK: Facts

  private static func environment(_ header: Header?, _ redaction: inout Redaction) -> [Fact] {
    guard let header else { return [] }
    func text(_ value: String, _ field: FieldName) -> String? {
      value.isEmpty ? nil : redaction.redacted(value, of: field, in: .sessionBegan)
    }
    func joined(_ parts: String?...) -> String? {
      let parts = parts.compactMap(\.self)
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    let device = isModel(header.device) ? header.device : text(header.device, .device)
    let facts: [(String, String?)] = [
      ("SDK", joined(text(header.sdk, .sdk), text(header.sdkVersion, .sdkVersion))),
      (
        "App",
        joined(
          text(header.app, .app), text(header.appVersion, .appVersion),
          header.build.text.map { "(\($0) build)" })
      ),
      ("System", joined(text(header.os, .os), text(header.osVersion, .osVersion))),
      ("Device", device),
      ("Test device", header.testDevice.map { $0 ? "yes" : "no" }),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Whether a device is named by its model, such as `iPhone15,2`, and not by a person.
  private static func isModel(_ text: String) -> Bool {
    text.count <= 16 && text.wholeMatch(of: /[A-Za-z]+[0-9]+,[0-9]+/) != nil
  }

  /// The facts of the load of the ad that a violation is about.
  private static func ad(
    of violation: Violation, in session: SessionReading, _ ids: IDs, _ redaction: inout Redaction
  ) -> [Fact] {
    let trace = session.trace
    let source = AdSource(violation, in: trace)
    let format = violation.decidingRecords.lazy.compactMap { trace.events[$0].format.text }.first
    func text(_ value: String?, _ field: FieldName) -> String? {
      value.flatMap { redaction.redacted($0, of: field, in: .adLoaded) }
    }
    let facts: [(String, String?)] = [
      ("Format", format),
      ("Network", text(source.network, .network)),
      ("Adapter", text(source.adapter, .adapter)),
      ("Creative", text(source.creative, .creative)),
      ("Ad unit", text(violation.unit(in: trace), .unit)),
      ("Response id", ids == .all ? response(violation, session).map(withOrigin) : nil),
    ]
    return facts.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The response id of the load, which only the line of the journal has.
  private static func response(_ violation: Violation, _ session: SessionReading) -> String? {
    let events = session.trace.events
    let ads = violation.decidingRecords.map { events[$0].ad }.filter(\.isPresent)
    guard let ad = ads.last,
      let load = events.lastIndex(where: { $0.kind == .adLoaded && $0.ad == ad })
    else { return nil }
    let name = String(session.id.prefix { $0 != "#" })
    var found: String?
    _ = try? Journal.forEachLine(of: session.path(ofEvent: load) ?? session.path) { line in
      guard found == nil, case .record(let record) = line.content,
        record.seq == events[load].seq, record.session == name
      else { return }
      var scanner = LineScanner()
      guard scanner.scan(bytes: Array(line.bytes)) == nil else { return }
      scanner.fields.forEachMember(of: Array(line.bytes)) { member in
        if member.name == FieldName.response.name { found = member.value.string }
      }
    }
    return found
  }

  /// The response id, and that no vendor knows it if it is a hash.
  private static func withOrigin(_ response: String) -> String {
    let isHash = response.wholeMatch(of: /[0-9a-f]{32}/) != nil
    return isHash ? "\(response) (a hash: the app does not set keepsResponseIDs)" : response
  }

  private static func unknown(_ session: SessionReading, _ rule: Rule) -> [String] {
    var sentences = [
      "What the SDK did inside, the traffic of the network and what the creative showed."
    ]
    if let captures = session.trace.header?.captures {
      let left = EventClass.allCases.filter {
        !captures.contains(ClassSet($0)) && !ClassSet.always.contains(ClassSet($0))
      }
      if !left.isEmpty {
        let names = left.map(\.name).joined(separator: ", ")
        sentences.append("Events of classes that the app does not record: \(names).")
      }
    }
    let gaps = session.trace.gaps.count
    if gaps > 0 {
      sentences.append("Records are missing in \(AuditText.count(gaps, "place")) of the session.")
    }
    let damage = session.damage.total()
    if damage > 0 {
      sentences.append("\(AuditText.count(damage, "line")) of the session could not be read.")
    }
    if !session.trace.hasTimes { sentences.append("When it happened: the journal has no times.") }
    return sentences
  }
}
