package import AdAudit
internal import AdReplay
internal import AdRules
internal import JSONLines
internal import Platform

/// Packs the JSON of sessions while they wait.
///
/// Nearly all results name no event: such a result takes one byte, and about a hundred in the
/// report.
///
/// A packed session is its head, then the results in the order of the rules. A result without
/// events is the byte `verdict | activations << 3`; if the activations there are 31, their number
/// follows. A result with events is the byte 255 and its text; one that is not in the report is the
/// byte 254.
package struct PackedReports: Sendable {
  typealias Begin = @Sendable (AuditedSession, inout JSONWriter) -> Void
  /// Writes the result of the rule with an index.
  typealias Write = @Sendable (Int, AuditedSession, Consequences, inout JSONWriter) -> Void

  /// The text of a result without events, for each rule and verdict: up to the number of
  /// activations or, for a verdict without activations, the whole text.
  private let heads: [UInt8]
  /// The offsets in ``heads`` for each rule and verdict, in the order of the rules, and the end.
  private let starts: [Int]
  private let longestHead: Int
  private let verdictCount = Self.verdictCount
  /// The text after the number of activations.
  private let after: [UInt8]
  /// The text after the results.
  private let end: [UInt8]
  private let ruleCount: Int
  /// Whether results with a verdict are in the report, by the index of the verdict.
  private let isListed: [Bool]
  private let begin: Begin
  private let write: Write

  private static let verdictCount = RuleResults.plainVerdicts.count
  private static let verdictBits = 3
  private static let greatest = 31
  private static let named: UInt8 = 255
  private static let leftOut: UInt8 = 254
  /// The length of a comma and the digits of a number.
  private static let most = 1 + 19

  /// Prepares the text of all rules and verdicts.
  ///
  /// - Parameters:
  ///   - only: The verdicts that are in the report; nil for all.
  ///   - before: Returns the beginning of a rule's text, up to the verdict.
  ///   - after: The text after the number of activations, from the comma to the closing brace.
  ///   - end: The text after the results.
  ///   - begin: Writes the text before the results.
  ///   - write: Writes the result of a rule that names events.
  init(
    _ rules: [Rule], only: Set<Verdict>? = nil, before: (Rule) -> String, after: String,
    end: String,
    begin: @escaping Begin, write: @escaping Write
  ) {
    var heads: [UInt8] = []
    var starts = [0]
    for rule in rules {
      for (index, verdict) in RuleResults.plainVerdicts.enumerated() {
        let head = "\(before(rule))\"verdict\":\"\(verdict.rawValue)\",\"activations\":"
        let reason = rule.reason(ofPlain: index).map { ",\"reason\":\"\($0)\"" } ?? ""
        heads += Array((Self.isActivated(index) ? head : "\(head)0\(reason)\(after)").utf8)
        starts.append(heads.count)
      }
    }
    self.heads = heads
    self.starts = starts
    longestHead = zip(starts, starts.dropFirst()).map { $1 - $0 }.max() ?? 0
    self.after = Array(after.utf8)
    self.end = Array(end.utf8)
    ruleCount = rules.count
    isListed = RuleResults.plainVerdicts.map { only?.contains($0) ?? true }
    self.begin = begin
    self.write = write
  }

  /// Whether rules with a verdict have activations; such verdicts come first.
  private static func isActivated(_ verdict: Int) -> Bool {
    verdict < Verdict.vacuous.index
  }

  /// Packs a session; its rules must be those of the heads.
  package func pack(_ audited: AuditedSession) -> [UInt8] {
    pack(audited, begin: begin, write: write)
  }

  /// Packs a session with another text before the results, and of the results that name events;
  /// without `write`, violated rules are not in the report.
  func pack(_ audited: AuditedSession, begin: Begin, write: Write?) -> [UInt8] {
    let results = audited.results
    var writer = JSONWriter(reserving: 1 << 9)
    begin(audited, &writer)
    var packed = ByteWriter(reserving: 4 + writer.bytes.count + results.count)
    packed.list(writer.bytes)
    let consequences = Consequences(of: audited)
    for index in results.indices {
      if let plain = results.plain(index) {
        Self.append(plain, to: &packed)
      } else if isListed[results[index].verdict.index],
        let write = write ?? (results[index].verdict == .violated ? nil : self.write)
      {
        writer.bytes.removeAll(keepingCapacity: true)
        write(index, audited, consequences, &writer)
        packed.byte(Self.named)
        packed.list(writer.bytes)
      } else {
        packed.byte(Self.leftOut)
      }
    }
    return packed.bytes
  }

  private static func append(
    _ plain: (verdict: Int, activations: Int), to packed: inout ByteWriter
  ) {
    let activations = min(plain.activations, greatest)
    packed.byte(UInt8(truncatingIfNeeded: plain.verdict | activations << verdictBits))
    if activations == greatest { packed.number(plain.activations) }
  }
}

extension PackedReports {
  /// The text of a session; empty where bytes of it were lost.
  package func text(_ packed: [UInt8]) -> [UInt8] {
    ByteBuilder.array(capacity: room(packed)) { text in
      var reader = ByteReader(packed)
      return unpack(&reader, to: &text)
    }
  }

  /// The length that the text of a packed session has at most.
  func room(_ packed: [UInt8]) -> Int {
    packed.count + ruleCount * (longestHead + after.count + Self.most) + end.count
  }

  /// Appends the text of a packed session; returns false where bytes are missing.
  private func unpack(_ packed: inout ByteReader, to text: inout ByteBuilder) -> Bool {
    guard let head = packed.list() else { return false }
    text.append(head)
    var hasResults = false
    for rule in 0..<ruleCount {
      guard unpack(rule, &packed, &hasResults, to: &text) else { return false }
    }
    text.append(end)
    return true
  }

  /// Appends the text of the next result, which is that of a rule, if it is in the report.
  @inline(__always)
  private func unpack(
    _ rule: Int, _ packed: inout ByteReader, _ hasResults: inout Bool, to text: inout ByteBuilder
  ) -> Bool {
    guard let code = packed.byte() else { return false }
    if code == Self.leftOut { return true }
    if code == Self.named {
      guard let result = packed.list() else { return false }
      Self.separate(&hasResults, &text)
      text.append(result)
      return true
    }
    let verdict = Int(code) & (1 << Self.verdictBits - 1)
    guard verdict < verdictCount else { return false }
    var activations = Int(code) >> Self.verdictBits
    if activations == Self.greatest {
      guard let number = packed.count() else { return false }
      activations = number
    }
    if !isListed[verdict] { return true }
    Self.separate(&hasResults, &text)
    let index = rule * verdictCount + verdict
    text.append(heads[starts[index]..<starts[index + 1]])
    if !Self.isActivated(verdict) { return true }
    text.append(decimal: activations)
    text.append(after)
    return true
  }

  /// Appends a comma unless the next result is the first one.
  @inline(__always)
  private static func separate(_ hasResults: inout Bool, _ text: inout ByteBuilder) {
    if hasResults { text.append(UInt8(ascii: ",")) }
    hasResults = true
  }
}
