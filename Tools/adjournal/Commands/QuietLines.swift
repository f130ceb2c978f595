import AdRules

/// Reads those lines of `audit --format jsonl` that say of no damage and of no broken rule.
///
/// A fleet has little else. They are read by the layout in which the audit writes them.
/// It only ever says yes to what ``SessionLine`` says yes to; all else is left to that.
struct QuietLines {
  /// What comes before each verdict, in the order in which the audit writes the rules.
  private let rules = RuleBook.all.map {
    (id: $0.id, start: Array("\"\($0.id)\":{\"verdict\":\"".utf8))
  }
  private let verdicts = Verdict.allCases.map { (verdict: $0, text: Array($0.rawValue.utf8)) }
  private let path = Array(#"{"path":""#.utf8)
  private let session = Array(#"","session":""#.utf8)
  private let records = Array(#"","records":"#.utf8)
  private let end = Array(#","end":""#.utf8)
  private let gaps = Array(#"","gaps":"#.utf8)
  private let damage = Array(#","damage":[],"rules":{"#.utf8)
  private let activations = Array(#"","activations":"#.utf8)
  private let violations = Array(#","violations":[]}"#.utf8)
  private let comma = Array(",".utf8)
  private let last = Array("}}".utf8)

  /// The session of a line; nil where it is written otherwise, or has more to say.
  func session(_ line: [UInt8]) -> SessionLine? {
    line.withUnsafeBytes { bytes in
      var layout = Layout(bytes: bytes)
      var found = SessionLine()
      guard layout.skip(path), let name = layout.text(), layout.skip(session),
        layout.text() != nil, layout.skip(records), let count = layout.number(), layout.skip(end),
        layout.text() != nil, layout.skip(gaps), layout.number() != nil, layout.skip(damage),
        let results = results(&layout), layout.skip(last), layout.isAtEnd
      else { return nil }
      found.path = String(decoding: name, as: UTF8.self)
      found.records = count
      found.rules = results
      return found
    }
  }

  /// What the rules say; they come in their order, so that none comes twice.
  private func results(_ layout: inout Layout) -> [SessionLine.RuleCounts]? {
    var results: [SessionLine.RuleCounts] = []
    results.reserveCapacity(rules.count)
    var place = 0
    repeat {
      while place < rules.count, !layout.skip(rules[place].start) { place += 1 }
      guard place < rules.count,
        let verdict = verdicts.first(where: { layout.skip($0.text) })?.verdict,
        layout.skip(activations), layout.number() != nil, layout.skip(violations)
      else { return nil }
      results.append(SessionLine.RuleCounts(id: rules[place].id, verdict: verdict, severities: []))
      place += 1
    } while layout.skip(comma)
    return results
  }
}

/// A place in a line of a known layout.
private struct Layout {
  let bytes: UnsafeRawBufferPointer
  private var place = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  /// Goes behind these bytes, if they come next.
  mutating func skip(_ text: [UInt8]) -> Bool {
    guard bytes.count - place >= text.count else { return false }
    for index in text.indices where bytes[place + index] != text[index] { return false }
    place += text.count
    return true
  }

  /// What comes before the next quote; nil where it is not plain ASCII.
  mutating func text() -> UnsafeRawBufferPointer? {
    let start = place
    while place < bytes.count, bytes[place] != 0x22 {
      guard 0x20..<0x7F ~= bytes[place], bytes[place] != 0x5C else { return nil }
      place += 1
    }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<place])
  }

  /// A whole number of at most twelve digits.
  mutating func number() -> Int? {
    let start = place
    var value = 0
    while place < bytes.count, place - start < 12, 0x30...0x39 ~= bytes[place] {
      value = value * 10 + Int(bytes[place] - 0x30)
      place += 1
    }
    let isWhole = place - start == 1 || place > start && bytes[start] != 0x30
    return isWhole ? value : nil
  }
}
