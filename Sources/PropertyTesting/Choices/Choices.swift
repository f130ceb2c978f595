/// The source of all random values of one case, drawn from a seed or replayed from a recording.
///
/// A draw never fails. After the end of a recording, after ``reject()`` and after ``limit`` draws,
/// it returns the simplest value of its range, so the simplest value must mean "stop" or "nothing
/// special". Every draw is recorded. The recording is what shrinks, so code that draws values needs
/// no shrinker of its own.
///
/// Use one source for one case, on one thread.
public final class Choices {
  /// The maximum number of recorded draws; later draws return the simplest value.
  public static let limit = 65_536

  /// The choices drawn so far.
  public internal(set) var recorded: [Choice] = []
  /// The spans of the recording, in the order in which they began.
  public internal(set) var spans: [Span] = []
  /// Whether the case was rejected, explicitly or because it exceeded ``limit``.
  public internal(set) var isRejected = false
  /// Numbers near which bugs are likely; drawn more often, as are their neighbours.
  public let interesting: [Int64]

  let prefix: [UInt64]
  let isGenerating: Bool
  var random: SplitMix64
  private var openSpans: [Int] = []

  /// Creates a source of new choices; equal arguments give equal choices.
  public init(seed: UInt64, interesting: [Int64] = []) {
    prefix = []
    isGenerating = true
    random = SplitMix64(seed: seed)
    self.interesting = interesting
  }

  /// Creates a source that replays recorded indexes; further draws return the simplest value.
  public init(replaying indexes: [UInt64]) {
    prefix = indexes
    isGenerating = false
    random = SplitMix64(seed: 0)
    interesting = []
  }

  /// The recording so far, for ``init(replaying:)``.
  public var indexes: [UInt64] { recorded.map(\.index) }

  /// Rejects the case: the values that it drew are outside of what the property covers.
  ///
  /// Every further draw returns the simplest value, so the case ends soon.
  public func reject() { isRejected = true }

  /// Rejects the case if a condition is false; returns the condition.
  @discardableResult public func assume(_ condition: Bool) -> Bool {
    if !condition { reject() }
    return condition
  }

  /// Draws from a domain: replays the recording, or calls a function that returns an index.
  @inline(__always)
  func draw(_ domain: ChoiceDomain, _ fresh: (inout SplitMix64) -> UInt64) -> Int64 {
    let position = recorded.count
    if isRejected || position >= Choices.limit { return exhausted(domain) }
    var index: UInt64 = 0
    if position < prefix.count {
      index = min(prefix[position], domain.lastIndex)
    } else if isGenerating {
      index = fresh(&random)
    }
    recorded.append(Choice(index: index, domain: domain))
    return domain.value(at: index)
  }

  private func exhausted(_ domain: ChoiceDomain) -> Int64 {
    isRejected = true
    return domain.origin
  }

  // MARK: Spans

  /// Begins a span, which ``end(discarding:)`` ends.
  public func begin(_ label: SpanLabel) {
    let parent = openSpans.last
    openSpans.append(spans.count)
    spans.append(Span(label: label, start: recorded.count, end: recorded.count, parent: parent))
  }

  /// Ends the span that began last.
  ///
  /// - Parameter isDiscarded: Whether the choices of the span had no effect on the value.
  public func end(discarding isDiscarded: Bool = false) {
    guard let number = openSpans.popLast() else { return }
    spans[number].end = recorded.count
    spans[number].isDiscarded = isDiscarded
  }

  /// Records the draws of a closure as one span.
  public func span<Value, Failure: Error>(
    _ label: SpanLabel, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    begin(label)
    defer { end() }
    return try body()
  }

  /// Ends the spans that the property left open, for example by throwing.
  func finish() {
    while !openSpans.isEmpty { end() }
  }
}
