@testable import AdAudit
import AdReplay
import Platform
import Testing

/// Findings keep their content while they wait on disk.
struct FindingsTests {
  private static func samples() -> Findings {
    var findings = Findings()
    for number in 0..<1003 {
      findings.damage.add(
        Damage(
          .notJSON, line: number + 1, byte: number * 9, session: number == 0 ? nil : "s-\(number)",
          path: number % 2 == 0 ? nil : "b.jsonl", because: "ä \"\(number)\""))
      findings.notes.add(
        Note(.blankLine, line: number + 1, byte: number, because: "the line is blank"))
    }
    return findings
  }

  @Test func `findings are read back from their bytes`() {
    for findings in [Findings(), Self.samples()] {
      #expect(Findings(bytes: findings.bytes) == findings)
      var reader = ByteReader(findings.bytes + Array("report".utf8))
      #expect(Findings(&reader) == findings)
      #expect(reader.rest.elementsEqual("report".utf8))
    }
  }

  @Test func `findings with missing bytes are not read`() {
    let bytes = Self.samples().bytes
    for count in [0, 1, 2, 11, bytes.count / 2, bytes.count - 1] {
      #expect(Findings(bytes: Array(bytes[..<count])) == nil, "\(count)")
    }
  }
}
