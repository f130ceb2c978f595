import AdSession
import Testing

@testable import AdRules

/// The algebra of `Truth`: Kleene's logic, in which `unknown` stands for either answer.
@Suite struct TruthTests {
  private static let all: [Truth] = [.yes(3), .yes(.none), .no, .unknown(.gap), .unknown(.unknown)]

  private static let pairs = all.flatMap { one in all.map { (one, $0) } }

  private static let triples = all.flatMap { one in pairs.map { (one, $0.0, $0.1) } }

  /// Whether two answers are the same, whatever shows them.
  private static func areAlike(_ one: Truth, _ other: Truth) -> Bool {
    switch (one, other) {
    case (.yes, .yes), (.no, .no), (.unknown, .unknown): true
    default: false
    }
  }

  /// What an answer can turn out to be.
  private static func fillings(_ truth: Truth) -> [Truth] {
    if case .unknown = truth { [.yes(.none), .no] } else { [truth] }
  }

  @Test func `and and or are commutative, and each is the dual of the other`() {
    for (a, b) in Self.pairs {
      #expect(Self.areAlike(a.and(b), b.and(a)), "\(a), \(b)")
      #expect(Self.areAlike(a.or(b), b.or(a)), "\(a), \(b)")
      #expect(Self.areAlike(a.and(b).negated, a.negated.or(b.negated)), "\(a), \(b)")
      #expect(Self.areAlike(a.or(b).negated, a.negated.and(b.negated)), "\(a), \(b)")
    }
  }

  @Test func `and and or are associative, and each distributes over the other`() {
    for (a, b, c) in Self.triples {
      #expect(Self.areAlike(a.and(b).and(c), a.and(b.and(c))), "\(a), \(b), \(c)")
      #expect(Self.areAlike(a.or(b).or(c), a.or(b.or(c))), "\(a), \(b), \(c)")
      #expect(Self.areAlike(a.and(b.or(c)), a.and(b).or(a.and(c))), "\(a), \(b), \(c)")
      #expect(Self.areAlike(a.or(b.and(c)), a.or(b).and(a.or(c))), "\(a), \(b), \(c)")
    }
  }

  @Test func `true and false are neutral or decide alone, and each answer absorbs itself`() {
    for a in Self.all {
      #expect(a.or(.no) == a && Self.areAlike(a.and(.yes(.none)), a), "\(a)")
      #expect(Self.areAlike(a.or(.yes(.none)), .yes(.none)) && a.and(.no) == .no, "\(a)")
      #expect(a.or(a) == a && a.and(a) == a && Self.areAlike(a.negated.negated, a), "\(a)")
      for b in Self.all {
        #expect(Self.areAlike(a.and(a.or(b)), a) && Self.areAlike(a.or(a.and(b)), a), "\(a), \(b)")
      }
    }
  }

  @Test func `a definite answer stays when what is unknown turns out`() {
    for (a, b) in Self.pairs {
      for (whole, filled) in Self.fillings(a).flatMap({ a in Self.fillings(b).map { (a, $0) } }) {
        let answers = [(a.or(b), whole.or(filled)), (a.and(b), whole.and(filled))]
        for (open, decided) in answers where open.doubt == nil {
          #expect(Self.areAlike(open, decided), "\(a), \(b): \(open) became \(decided)")
        }
      }
    }
  }

  @Test func `the first true condition shows that one is true, and the first unknown one why not`()
  {
    #expect(Truth.yes(3).or(.yes(5)) == .yes(3) && Truth.no.or(.yes(5)) == .yes(5))
    #expect(Truth.unknown(.gap).or(.yes(5)) == .yes(5))
    #expect(Truth.unknown(.gap).or(.unknown(.unknown)) == .unknown(.gap))
    #expect(Truth.yes(3).and(.yes(5)) == .yes(5) && Truth.yes(3).and(.no) == .no)
  }

  @Test
  func `what is open makes every answer unknown, what is hidden only those that are not true`() {
    for a in Self.all {
      #expect(a.unless(false) == a && a.unless(true) == .unknown(.gap), "\(a)")
      #expect(a.orHidden(false) == a, "\(a)")
    }
    #expect(Truth.yes(3).orHidden(true) == .yes(3) && Truth.no.orHidden(true) == .unknown(.gap))
    #expect(Truth.seen(.none) == .no && Truth.seen(EventIndex(4)) == .yes(4))
  }
}
