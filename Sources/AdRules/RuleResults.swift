/// What every rule of a judge says of one session, in the order of the rules.
///
/// Nearly all results are a verdict and a number: each of these is a word, and only the few that
/// name events are values of their own. An audit makes and drops 108 results a session.
public struct RuleResults: RandomAccessCollection, Sendable {
  /// How many rules have each verdict, a byte each, in the order of ``Verdict/allCases``.
  package private(set) var counts: UInt64
  @usableFromInline var words: [Word]
  private var findings: [Int: RuleResult.Findings] = [:]

  /// A verdict and a number of activations.
  @usableFromInline
  struct Word: Sendable {
    @usableFromInline static var hasFindings: UInt64 { 8 }
    @usableFromInline let bits: UInt64

    init(_ verdict: Verdict, _ activations: Int, hasFindings: Bool = false) {
      bits =
        UInt64(activations) &<< 8 | (hasFindings ? Self.hasFindings : 0) | UInt64(verdict.place)
    }

    var verdict: Verdict { Verdict.inOrderOfContract[Int(bits & 7)] }
    @usableFromInline var activations: Int { Int(truncatingIfNeeded: bits &>> 8) }
    @usableFromInline var hasFindings: Bool { bits & Self.hasFindings != 0 }
    /// One for its verdict in ``RuleResults/counts``.
    var count: UInt64 { 1 &<< ((bits & 7) &* 8) }
  }

  /// Results without activations.
  init(_ verdicts: [Verdict]) {
    words = verdicts.map { Word($0, 0) }
    counts = words.reduce(0) { $0 &+ $1.count }
  }

  /// Puts a result without findings in the place of another one.
  mutating func set(_ place: Int, _ verdict: Verdict) {
    findings[place] = nil
    replace(place, Word(verdict, 0))
  }

  /// Puts what a rule with findings says in the place of another result.
  mutating func set(_ place: Int, _ result: RuleResult) {
    findings[place] = result.findings
    replace(
      place, Word(result.verdict, result.activations, hasFindings: result.hasFindings))
  }

  /// Puts a verdict in the place of those of the rules that were activated.
  mutating func set(
    _ verdict: Verdict, of rules: UnsafeBufferPointer<Int32>,
    in monitors: UnsafeMutablePointer<Monitor>
  ) {
    var counts = counts
    words.withUnsafeMutableBufferPointer { words in
      for rule in rules {
        let place = Int(rule)
        let activations = monitors[place].activations
        if activations == 0 || monitors[place].hasLists { continue }
        let word = Word(verdict, activations)
        counts = counts &- words[place].count &+ word.count
        words[place] = word
      }
    }
    self.counts = counts
  }

  private mutating func replace(_ place: Int, _ word: Word) {
    counts = counts &- words[place].count &+ word.count
    words[place] = word
  }

  /// The place of the first rule.
  public var startIndex: Int { 0 }
  /// How many rules there are.
  public var endIndex: Int { words.count }

  /// What the rule of a place says.
  public subscript(place: Int) -> RuleResult {
    let word = words[place]
    return RuleResult(
      word.verdict, activations: word.activations,
      findings: word.hasFindings ? findings[place] : nil)
  }

  /// The verdict of a result that names nothing, by its place in ``Verdict/allCases``, and how often
  /// its rule was activated; nil for a result with findings.
  @inlinable
  package func plain(_ place: Int) -> (verdict: Int, activations: Int)? {
    let bits = words[place].bits
    if bits & Word.hasFindings != 0 { return nil }
    return (Int(truncatingIfNeeded: bits & 7), Int(truncatingIfNeeded: bits &>> 8))
  }

  /// The places of the rules with findings, rising.
  package var placesOfFindings: [Int] { findings.keys.sorted() }
}
