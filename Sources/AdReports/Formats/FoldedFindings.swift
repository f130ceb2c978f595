package import AdReplay

/// Findings in the order of a file, of which equal neighbours are one: a file with a thousand equal
/// faults is one line for people.
package struct FoldedFindings<Code: RawRepresentable<String> & Equatable & Sendable> {
  package let first: Finding<Code>
  /// The number of findings that are like the first one, with it.
  package private(set) var count = 1
  private var last: Finding<Code>

  private init(_ first: Finding<Code>) {
    self.first = first
    last = first
  }

  /// Findings of one code and sentence that follow each other.
  package static func all(of findings: [Finding<Code>]) -> [FoldedFindings] {
    var folded: [FoldedFindings] = []
    for finding in findings {
      if let before = folded.last, before.isLike(finding) {
        folded[folded.count - 1].count += 1
        folded[folded.count - 1].last = finding
      } else {
        folded.append(FoldedFindings(finding))
      }
    }
    return folded
  }

  private func isLike(_ finding: Finding<Code>) -> Bool {
    first.code.rawValue == finding.code.rawValue && first.because == finding.because
      && first.path == finding.path && first.session == finding.session
  }

  /// ` (and 999 more, to line 1005)`; empty for a single finding.
  package var others: String { count == 1 ? "" : " (and \(count - 1) more, to line \(last.line))" }
}
