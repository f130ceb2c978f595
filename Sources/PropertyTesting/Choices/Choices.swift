/// The source of every random decision of one case: from a seed, or replayed from a recording.
///
/// A draw never throws and never fails: after the recording has run out, after ``reject()`` and after
/// ``limit`` draws it answers the simplest value of its range. The simplest value must therefore
/// always mean "stop" or "nothing special". What was drawn is recorded; the recording shrinks, so
/// nothing that draws needs a shrinker of its own.
///
/// A source lives for one case on one thread.
public final class Choices {
  /// How many draws are recorded before every further one is answered by the simplest value.
  public static let limit = 65_536

  /// What was drawn so far.
  public internal(set) var recorded: [Choice] = []
  /// The parts that the choices belong to, in the order in which they began.
  public internal(set) var spans: [Span] = []
  /// Whether this case cannot be judged and is to be left out.
  public internal(set) var isRejected = false
  /// Numbers near which mistakes live (limits of a policy); drawn more often, with their neighbours.
  public let interesting: [Int64]

  let prefix: [UInt64]
  let isGenerating: Bool
  var random: SplitMix64
  private var openSpans: [Int] = []

  /// A source of new choices; equal seeds and interesting numbers give equal choices.
  public init(seed: UInt64, interesting: [Int64] = []) {
    prefix = []
    isGenerating = true
    random = SplitMix64(seed: seed)
    self.interesting = interesting
  }

  /// A source that repeats recorded indexes; beyond them every draw is the simplest value.
  public init(replaying indexes: [UInt64]) {
    prefix = indexes
    isGenerating = false
    random = SplitMix64(seed: 0)
    interesting = []
  }

  /// The recording: what to give to ``init(replaying:)`` to draw the same again.
  public var indexes: [UInt64] { recorded.map(\.index) }

  /// Leaves this case out: it does not fit what the property is about.
  ///
  /// From here on every draw answers the simplest value, so the case ends soon by itself.
  public func reject() { isRejected = true }

  /// Rejects the case unless a condition holds; answers the condition.
  @discardableResult public func assume(_ condition: Bool) -> Bool {
    if !condition { reject() }
    return condition
  }

  /// Draws from a domain: replayed, or by a function that picks an index.
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

  /// Begins a part; every `begin` has its ``end(discarding:)``.
  public func begin(_ label: SpanLabel) {
    let parent = openSpans.last ?? -1
    openSpans.append(spans.count)
    spans.append(Span(label: label, start: recorded.count, end: recorded.count, parent: parent))
  }

  /// Ends the part that began last; `discarding` says that its choices had no effect.
  public func end(discarding isDiscarded: Bool = false) {
    guard let number = openSpans.popLast() else { return }
    spans[number].end = recorded.count
    spans[number].isDiscarded = isDiscarded
  }

  /// Marks what is drawn inside as one part.
  public func span<Value, Failure: Error>(
    _ label: SpanLabel, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    begin(label)
    defer { end() }
    return try body()
  }

  /// Ends the parts that the property left open, for example by throwing.
  func finish() {
    while !openSpans.isEmpty { end() }
  }
}
