import AdAudit
import AdReports
import AdRules

/// A fast parser for the lines of `audit --format jsonl` without damage, notes and violations.
///
/// Nearly all lines of a fleet are of this kind. The parser accepts only the canonical layout, in
/// which the audit writes them, and only lines that ``SessionLine`` accepts; that parser reads the
/// rest.
struct CanonicalSessionLines {
  /// The text in front of each verdict, in the order in which the audit writes the rules.
  private let rules = RuleBook.all.map { Array("\"\($0.id)\":{\"verdict\":\"".utf8) }
  private let verdicts = Verdict.allCases.map { (verdict: $0, text: Array($0.rawValue.utf8)) }
  private let path = Array(#"{"path":""#.utf8)
  private let session = Array(#"","session":""#.utf8)
  private let records = Array(#"","records":"#.utf8)
  private let end = Array(#","end":""#.utf8)
  private let gaps = Array(#"","gaps":"#.utf8)
  private let findings = Array(#","damage":[],"notes":[]"#.utf8)
  private let ruleSet = Array(#","rule_set":""#.utf8)
  private let vector = Array(#"","verdicts":""#.utf8)
  private let quote = Array(#"""#.utf8)
  private let tool = Array(#","tool":""#.utf8)
  private let install = Array(#","install":""#.utf8)
  private let results = Array(#","rules":{"#.utf8)
  private let activations = Array(#"","activations":"#.utf8)
  private let reason = Array(#","reason":""#.utf8)
  private let violations = Array(#","violations":[]}"#.utf8)
  private let comma = Array(",".utf8)
  private let activationsOfRules = Array(#","activations":{"#.utf8)
  private let colon = Array(#"":"#.utf8)
  private let brace = Array("}".utf8)
  private let journals = Array(#","journals":1"#.utf8)

  /// The counts of a line; nil for another layout, and for a line with damage, notes or violations.
  func counts(_ line: [UInt8]) -> LineCounts? {
    line.withUnsafeBytes { bytes in
      var layout = Layout(bytes: bytes)
      var counts = LineCounts()
      guard layout.skip(path), let file = layout.text(), layout.skip(session),
        let name = layout.text(), layout.skip(records), let count = layout.number(),
        layout.skip(end), layout.text() != nil, let isWhole = skipFindings(&layout),
        takeVerdicts(&layout, isWhole: isWhole, &counts)
      else { return nil }
      counts.tally.sessions = 1
      counts.session = .init(
        path: String(decoding: file, as: UTF8.self), name: String(decoding: name, as: UTF8.self))
      counts.tally.records = count
      if layout.skip(journals) { counts.tally.journals = 1 }
      return layout.skip(brace) && layout.isAtEnd ? counts : nil
    }
  }

  /// Moves behind the gaps and the empty findings; a short line leaves them out.
  ///
  /// Returns whether the line has both; nil for another layout.
  private func skipFindings(_ layout: inout Layout) -> Bool? {
    let hasGaps = layout.skip(gaps)
    guard hasGaps ? layout.number() != nil : layout.skip(quote) else { return nil }
    return layout.skip(findings) && hasGaps
  }

  /// Counts the verdict vector if the line has one, else the verdicts of the rules in a whole line.
  private func takeVerdicts(
    _ layout: inout Layout, isWhole: Bool, _ counts: inout LineCounts
  ) -> Bool {
    guard layout.skip(ruleSet) else {
      return isWhole && takeTool(&layout, &counts) && layout.skip(results)
        && takeResults(&layout, &counts.tally)
    }
    guard layout.text() != nil, layout.skip(vector), let letters = layout.text(),
      layout.skip(quote), skipActivations(&layout), takeTool(&layout, &counts),
      layout.skip(results)
    else { return false }
    for letter in letters {
      guard let verdict = VerdictVector.verdict(letter) else { return false }
      counts.tally.add(verdict: verdict, 1)
    }
    var listed = Tally()
    return layout.skip(brace) || takeResults(&layout, &listed)
  }

  /// Moves behind the numbers of activations, if the line has any; false for another layout.
  private func skipActivations(_ layout: inout Layout) -> Bool {
    guard layout.skip(activationsOfRules) else { return true }
    repeat {
      guard layout.skip(quote), layout.text() != nil, layout.skip(colon), layout.number() != nil
      else { return false }
    } while layout.skip(comma)
    return layout.skip(brace)
  }

  /// Takes the version of the tool, and moves behind the install.
  private func takeTool(_ layout: inout Layout, _ counts: inout LineCounts) -> Bool {
    guard layout.skip(tool), let version = layout.text(), layout.skip(quote) else { return false }
    counts.tool = String(decoding: version, as: UTF8.self)
    if !layout.skip(install) { return true }
    return layout.text() != nil && layout.skip(quote)
  }

  /// Counts the results up to the closing brace.
  ///
  /// They must be in canonical order, so that no rule occurs twice.
  private func takeResults(_ layout: inout Layout, _ tally: inout Tally) -> Bool {
    var next = 0
    repeat {
      while next < rules.count, !layout.skip(rules[next]) { next += 1 }
      guard next < rules.count,
        let verdict = verdicts.first(where: { layout.skip($0.text) })?.verdict,
        layout.skip(activations), layout.number() != nil, skipReason(&layout),
        layout.skip(violations)
      else { return false }
      tally.add(verdict: verdict, 1)
      next += 1
    } while layout.skip(comma)
    return layout.skip(brace)
  }

  /// Moves behind the reason of a result, if it has one; false if it is damaged.
  private func skipReason(_ layout: inout Layout) -> Bool {
    guard layout.skip(reason) else { return true }
    return layout.text() != nil && layout.skip(quote)
  }
}

/// A cursor in a line with a known layout.
private struct Layout {
  let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// Moves behind these bytes if they come next.
  mutating func skip(_ text: [UInt8]) -> Bool {
    guard bytes.count - offset >= text.count else { return false }
    for index in text.indices where bytes[offset + index] != text[index] { return false }
    offset += text.count
    return true
  }

  /// The text up to the next quote; nil if it has escapes or is not printable ASCII.
  mutating func text() -> UnsafeRawBufferPointer? {
    let start = offset
    while offset < bytes.count, bytes[offset] != 0x22 {
      guard 0x20..<0x7F ~= bytes[offset], bytes[offset] != 0x5C else { return nil }
      offset += 1
    }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
  }

  /// An integer of at most twelve digits, without leading zeros.
  mutating func number() -> Int? {
    let start = offset
    var value = 0
    while offset < bytes.count, offset - start < 12, 0x30...0x39 ~= bytes[offset] {
      value = value * 10 + Int(bytes[offset] - 0x30)
      offset += 1
    }
    let isWhole = offset - start == 1 || offset > start && bytes[start] != 0x30
    return isWhole ? value : nil
  }
}
