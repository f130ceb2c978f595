package import AdReplay
internal import JSONLines
internal import Platform

/// Damage and notes of one session, and their bytes while they wait.
package struct Findings: Equatable, Sendable {
  package var damage: [Damage] = []
  package var notes: [Note] = []

  /// The findings of a session.
  package init(damage: [Damage] = [], notes: [Note] = []) {
    self.damage = damage
    self.notes = notes
  }

  package var isEmpty: Bool { damage.isEmpty && notes.isEmpty }

  /// The findings as bytes.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    Self.append(damage, to: &bytes)
    Self.append(notes, to: &bytes)
    return bytes
  }

  /// Reads what ``bytes`` returned; nil where bytes are missing.
  package init?(bytes: ArraySlice<UInt8>) {
    var reader = FindingReader(bytes: Array(bytes))
    guard let damage: [Damage] = reader.findings(), let notes: [Note] = reader.findings() else {
      return nil
    }
    self.init(damage: damage, notes: notes)
  }

  private static func append<Code: CaseIterable>(
    _ findings: [Finding<Code>], to bytes: inout [UInt8]
  ) {
    bytes.append(integer: UInt32(clamping: findings.count))
    for finding in findings {
      append(finding.code.rawValue, to: &bytes)
      for number in [finding.line, finding.byte, finding.count, finding.lastLine ?? 0] {
        bytes.append(integer: UInt64(clamping: number))
      }
      append(finding.session, to: &bytes)
      append(finding.path, to: &bytes)
      append(finding.isRange ? "" : finding.because, to: &bytes)
    }
  }

  private static func append(_ text: String?, to bytes: inout [UInt8]) {
    bytes.append(integer: text.map { UInt32(clamping: $0.utf8.count) } ?? .max)
    bytes.append(contentsOf: Array((text ?? "").utf8))
  }
}

/// Reads findings from bytes; nil where bytes are missing.
private struct FindingReader {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func findings<Code: CaseIterable>() -> [Finding<Code>]? {
    guard let count = count() else { return nil }
    var findings: [Finding<Code>] = []
    for _ in 0..<count {
      guard let finding: Finding<Code> = finding() else { return nil }
      findings.append(finding)
    }
    return findings
  }

  private mutating func finding<Code: CaseIterable>() -> Finding<Code>? {
    guard let name = text() ?? nil, let code = Code(rawValue: name), let line = number(),
      let byte = number(), let count = number(), let last = number(), let session = text(),
      let path = text(), let because = text()
    else { return nil }
    var finding = Finding<Code>(
      code, line: line, byte: byte, session: session, path: path, because: because ?? "")
    if last > 0 { finding.setRange(count: count, last: last) }
    return finding
  }

  private mutating func count() -> Int? {
    guard let count = bytes.integer(at: offset, as: UInt32.self) else { return nil }
    offset += 4
    return Int(count)
  }

  private mutating func number() -> Int? {
    guard let number = bytes.integer(at: offset, as: UInt64.self) else { return nil }
    offset += 8
    return Int(clamping: number)
  }

  /// A text or its absence.
  private mutating func text() -> String?? {
    guard let count = bytes.integer(at: offset, as: UInt32.self) else { return nil }
    offset += 4
    if count == .max { return .some(nil) }
    guard bytes.count - offset >= Int(count) else { return nil }
    defer { offset += Int(count) }
    return String(decoding: bytes[offset..<offset + Int(count)], as: UTF8.self)
  }
}

extension Findings {
  /// The findings as bytes that end with their number.
  package var tail: [UInt8] {
    var tail = isEmpty ? [] : bytes
    tail.append(integer: UInt32(clamping: tail.count))
    return tail
  }

  /// Removes what ``tail`` returned from the end of a report; nil where bytes are missing.
  package init?(removedFrom report: inout [UInt8]) {
    guard report.count >= 4, let count = report.integer(at: report.count - 4, as: UInt32.self),
      report.count - 4 >= Int(count)
    else { return nil }
    let start = report.count - 4 - Int(count)
    if count == 0 {
      self.init()
    } else {
      self.init(bytes: report[start..<report.count - 4])
    }
    report.removeLast(report.count - start)
  }
}
