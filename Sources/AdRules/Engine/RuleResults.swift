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

    private init(bits: UInt64) { self.bits = bits }

    /// The same verdict with another number of activations.
    func with(_ activations: Int) -> Word {
      Word(bits: bits & 0xFF | UInt64(truncatingIfNeeded: activations) &<< 8)
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

  /// Takes over the results of a template, which has no findings, and keeps the memory.
  mutating func begin(as template: RuleResults) {
    counts = template.counts
    if !findings.isEmpty { findings = [:] }
    guard words.count == template.words.count else { return words = template.words }
    words.withUnsafeMutableBufferPointer { words in
      template.words.withUnsafeBufferPointer { template in
        guard let first = template.baseAddress else { return }
        words.baseAddress?.update(from: first, count: template.count)
      }
    }
  }

  /// Puts a result without findings in the place of another one.
  mutating func set(_ place: Int, _ verdict: Verdict) {
    if !findings.isEmpty { findings[place] = nil }
    replace(place, Word(verdict, 0))
  }

  /// Puts what a rule with findings says in the place of another result.
  mutating func set(_ place: Int, _ result: RuleResult) {
    findings[place] = result.findings
    replace(
      place, Word(result.verdict, result.activations, hasFindings: result.hasFindings))
  }

  /// Puts a verdict in the place of those of the rules that were activated, which were vacuous, and
  /// clears their monitors.
  ///
  /// Those that have more to clear come first then, and those of them that have lists are left to
  /// the caller; returns how many there are. Nearly all monitors are done with in this one pass.
  mutating func take(
    _ verdict: Verdict, from monitors: UnsafeMutableBufferPointer<UnsafeMutablePointer<Monitor>>
  ) -> Int {
    let plain = Word(verdict, 0)
    var changed: UInt64 = 0
    var left = 0
    words.withUnsafeMutableBufferPointer { words in
      for monitor in monitors {
        let activations = monitor.pointee.activations
        if monitor.pointee.hasMore {
          monitors[left] = monitor
          left &+= 1
          if monitor.pointee.hasLists { continue }
        } else {
          monitor.pointee.clear()
        }
        if activations == 0 { continue }
        words[Int(monitor.pointee.number)] = plain.with(activations)
        changed &+= 1
      }
    }
    counts = counts &+ changed &* (plain.count &- Word(.vacuous, 0).count)
    return left
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
  package var placesOfFindings: [Int] { findings.isEmpty ? [] : findings.keys.sorted() }
}
