internal import AdReplay

/// The first lines about findings of one kind, and the number of all of them.
struct FirstLines: Sendable {
  /// The number of lines that are kept.
  static let most = ViolatedRules.mostExamples

  private(set) var lines: [String] = []
  /// The number of all findings.
  private(set) var count = 0

  /// Adds a line that stands for a number of findings.
  mutating func add(_ line: String, _ number: Int = 1) {
    if lines.count < Self.most { lines.append(ViolatedRules.shortened(line)) }
    count += number
  }

  /// Adds a line for each finding of damage of a file: `PATH:LINE: CODE: what was found`.
  mutating func add(_ damage: [Damage], of path: String) {
    for finding in damage {
      let file = AuditText.name(ofFile: finding.path ?? path)
      add("\(file):\(finding.line): \(finding.code.rawValue): \(finding.because)", finding.count)
    }
  }

  /// Adds an input that could not be read.
  mutating func add(_ error: InputError) {
    add("\(AuditText.name(ofFile: error.path)): \(error.sentence)")
  }

  /// The lines, and how many findings have none.
  var listed: [String] {
    lines + (count > lines.count ? ["and \(count - lines.count) more"] : [])
  }
}
