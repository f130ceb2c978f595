internal import AdAudit
internal import AdRules
internal import Platform

/// Packs the JUnit suites of sessions while they wait: nearly all cases are the same in every
/// session, and such a case takes one byte.
///
/// Layout: the beginning of the suite and the beginning of its cases, then the cases in the order
/// of the rules. A case that depends on the session is the byte 255 and its text; any other case is
/// its kind: the index of its verdict, or one more if its policy is not set. In front of a text is
/// its length in four bytes.
final class PackedSuites: Sendable {
  private static let ofSession: UInt8 = 255
  private static let kinds = Verdict.inOrderOfContract.count + 1

  /// The texts of the cases that do not depend on a session, by rule and kind; empty until one
  /// occurs.
  private let texts = Lock<[[UInt8]]>([])

  /// Packs the suite of a session; `write` writes the case of the rule at an index, behind what all
  /// cases begin with.
  func pack(
    _ beginning: TextBytes, _ beginningOfCases: TextBytes, _ audited: AuditedSession,
    write: (Int, inout TextBytes) -> Void
  ) -> [UInt8] {
    let count = audited.rules.count
    var known = texts.locked { texts in
      if texts.isEmpty { texts = [[UInt8]](repeating: [], count: count * Self.kinds) }
      return texts
    }
    var packed: [UInt8] = []
    Self.append(beginning.bytes, to: &packed)
    Self.append(beginningOfCases.bytes, to: &packed)
    for (rule, result) in audited.results.enumerated() {
      let kind = result.verdict.index + (result.isPolicyUnset ? 1 : 0)
      let index = rule * Self.kinds + kind
      if !result.hasFindings && !known[index].isEmpty {
        packed.append(UInt8(kind))
        continue
      }
      var text = TextBytes()
      write(rule, &text)
      if result.hasFindings {
        packed.append(Self.ofSession)
        Self.append(text.bytes, to: &packed)
      } else {
        packed.append(UInt8(kind))
        known[index] = text.bytes
        texts.locked { $0[index] = text.bytes }
      }
    }
    return packed
  }

  private static func append(_ text: [UInt8], to packed: inout [UInt8]) {
    packed.append(integer: UInt32(clamping: text.count))
    packed.append(contentsOf: text)
  }

  /// The text of a suite without its end; what bytes are missing for is left out.
  func text(_ packed: [UInt8]) -> [UInt8] {
    var reader = PackedSuiteReader(packed: packed)
    let known = texts.locked { $0 }
    var text = Array(reader.text())
    let beginningOfCases = reader.text()
    var rule = 0
    while let code = reader.byte() {
      text.append(contentsOf: beginningOfCases)
      if code == Self.ofSession {
        text.append(contentsOf: reader.text())
      } else if known.indices.contains(rule * Self.kinds + Int(code)) {
        text.append(contentsOf: known[rule * Self.kinds + Int(code)])
      }
      rule += 1
    }
    return text
  }
}

/// Reads what ``PackedSuites`` packed.
private struct PackedSuiteReader {
  let packed: [UInt8]
  private var offset = 0

  init(packed: [UInt8]) { self.packed = packed }

  mutating func byte() -> UInt8? {
    guard offset < packed.count else { return nil }
    defer { offset += 1 }
    return packed[offset]
  }

  /// The next text; empty where bytes are missing.
  mutating func text() -> ArraySlice<UInt8> {
    guard let count = packed.integer(at: offset, as: UInt32.self),
      packed.count - offset - 4 >= Int(count)
    else {
      offset = packed.count
      return []
    }
    let start = offset + 4
    offset = start + Int(count)
    return packed[start..<offset]
  }
}
