internal import AdRules
internal import JSONLines

/// What the results of a selection of rules look like in JSON where they name nothing, written out
/// once: nearly all results of nearly all sessions do.
///
/// A result is a head, the number of activations, and a tail that all have in common. Where the rule
/// was not activated the number is in the head.
struct PlainResults: Sendable {
  private let bytes: [UInt8]
  /// Where the head of each rule and verdict ends, in the order of the rules.
  private let ends: [Int]
  /// Where the tail begins, which is the last of the bytes.
  private let tail: Int

  /// Writes all heads out.
  ///
  /// - Parameters:
  ///   - before: What the text of a rule begins with, up to its verdict.
  ///   - after: What follows the number of activations, with the brace that ends it.
  init(_ rules: [Rule], before: (Rule) -> String, after: String) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for rule in rules {
      for verdict in Verdict.inOrderOfContract {
        let head = "\(before(rule))\"verdict\":\"\(verdict.rawValue)\",\"activations\":"
        let isActivated = Self.isActivated(verdict.place)
        bytes += Array((isActivated ? head : "\(head)0,\(after)").utf8)
        ends.append(bytes.count)
      }
    }
    tail = bytes.count
    self.bytes = bytes + Array(after.utf8)
    self.ends = ends
  }

  /// Writes a result that names nothing, as the next value; its verdict as its place.
  func write(
    _ result: (verdict: Int, activations: Int), ofRule rule: Int, to writer: inout JSONWriter
  ) {
    let place = rule * Verdict.inOrderOfContract.count + result.verdict
    bytes.withUnsafeBytes { bytes in
      let start = place == 0 ? 0 : ends[place - 1]
      writer.raw(UnsafeRawBufferPointer(rebasing: bytes[start..<ends[place]]))
      if Self.isActivated(result.verdict) {
        writer.integer(Int64(result.activations))
        writer.raw(UnsafeRawBufferPointer(rebasing: bytes[tail...]))
      }
    }
  }

  /// Whether a verdict is one of rules that were activated; they come first.
  private static func isActivated(_ verdict: Int) -> Bool {
    verdict < Verdict.vacuous.place
  }
}
