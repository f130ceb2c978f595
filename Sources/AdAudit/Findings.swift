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
    var bytes = ByteWriter()
    append(to: &bytes)
    return bytes.bytes
  }

  /// Reads what ``bytes`` returned; nil where bytes are missing.
  package init?(bytes: [UInt8]) {
    var bytes = ByteReader(bytes)
    self.init(&bytes)
  }

  /// Appends the findings.
  func append(to bytes: inout ByteWriter) {
    Self.append(damage, to: &bytes)
    Self.append(notes, to: &bytes)
  }

  /// Reads what ``append(to:)`` appended; nil where bytes are missing.
  init?(_ bytes: inout ByteReader) {
    guard let damage: [Damage] = bytes.values(Self.finding),
      let notes: [Note] = bytes.values(Self.finding)
    else { return nil }
    self.init(damage: damage, notes: notes)
  }

  private static func append<Code: CaseIterable>(
    _ findings: [Finding<Code>], to bytes: inout ByteWriter
  ) {
    bytes.values(findings) { bytes, finding in
      bytes.text(finding.code.rawValue)
      for number in [finding.line, finding.byte, finding.count, finding.lastLine ?? 0] {
        bytes.number(number)
      }
      bytes.optional(finding.session) { $0.text($1) }
      bytes.optional(finding.path) { $0.text($1) }
      bytes.text(finding.isRange ? "" : finding.because)
    }
  }

  private static func finding<Code: CaseIterable>(_ bytes: inout ByteReader) -> Finding<Code>? {
    guard let code = bytes.text().flatMap(Code.init(rawValue:)), let line = bytes.count(),
      let byte = bytes.count(), let count = bytes.count(), let last = bytes.count(),
      let session = bytes.optional({ $0.text() }), let path = bytes.optional({ $0.text() }),
      let because = bytes.text()
    else { return nil }
    var finding = Finding<Code>(
      code, line: line, byte: byte, session: session, path: path, because: because)
    if last > 0 { finding.setRange(count: count, last: last) }
    return finding
  }
}
