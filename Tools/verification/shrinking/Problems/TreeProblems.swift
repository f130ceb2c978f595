import PropertyTesting

/// A term of the calculator problem.
private indirect enum Term {
  case number(Int)
  case sum(Term, Term)
  case quotient(Term, Term)

  static func draw(_ choices: Choices, depth: Int) -> Term {
    choices.span("term") {
      switch depth <= 0 ? 0 : choices.pick(3) {
      case 0: return .number(choices.int(-1000...1000))
      case 1: return .sum(draw(choices, depth: depth - 1), draw(choices, depth: depth - 1))
      default: return .quotient(draw(choices, depth: depth - 1), draw(choices, depth: depth - 1))
      }
    }
  }

  var text: String {
    switch self {
    case .number(let value): "\(value)"
    case .sum(let one, let other): "(+ \(one.text) \(other.text))"
    case .quotient(let one, let other): "(/ \(one.text) \(other.text))"
    }
  }

  var dividesByLiteralZero: Bool {
    switch self {
    case .number: false
    case .sum(let one, let other): one.dividesByLiteralZero || other.dividesByLiteralZero
    case .quotient(_, .number(0)): true
    case .quotient(let one, let other): one.dividesByLiteralZero || other.dividesByLiteralZero
    }
  }

  var value: Int? {
    switch self {
    case .number(let value): return value
    case .sum(let one, let other):
      guard let one = one.value, let other = other.value else { return nil }
      return one &+ other
    case .quotient(let one, let other):
      guard let one = one.value, let other = other.value, other != 0 else { return nil }
      return one.dividedReportingOverflow(by: other).partialValue
    }
  }
}

/// A heap of the binary heap problem.
private indirect enum Heap {
  case empty
  case node(Int64, Heap, Heap)

  static func draw(_ choices: Choices, from least: Int64, depth: Int) -> Heap {
    choices.span("heap") {
      let goesOn = depth <= 0 ? choices.forced(false) : choices.bool(probability: 0.6)
      guard goesOn else { return .empty }
      let value = choices.int(least...Int64.max, towards: least)
      return .node(
        value, draw(choices, from: value, depth: depth - 1),
        draw(choices, from: value, depth: depth - 1))
    }
  }

  var text: String {
    guard case .node(let value, let left, let right) = self else { return "None" }
    return "(\(value), \(left.text), \(right.text))"
  }

  var list: [Int64] {
    guard case .node(let value, let left, let right) = self else { return [] }
    return [value] + right.list + left.list
  }

  static func merge(_ one: Heap, _ other: Heap) -> Heap {
    guard case .node(let first, let firstLeft, let firstRight) = one else { return other }
    guard case .node(let second, let secondLeft, let secondRight) = other else { return one }
    return first <= second
      ? .node(first, merge(firstRight, other), firstLeft)
      : .node(second, merge(secondRight, one), secondLeft)
  }

  /// The mistake: only the first is taken in order.
  var wronglySorted: [Int64] {
    guard case .node(let value, let left, let right) = self else { return [] }
    return [value] + Heap.merge(left, right).list
  }
}

extension Problem {
  static let calculator = Problem(
    name: "calculator", smallest: ["(/ 0 (+ 0 0))"],
    published: "Exhaust 1 result, 13.3; Hypothesis 90.5"
  ) { trial in
    let term = Term.draw(trial.choices, depth: 5)
    trial.note(term.text)
    guard trial.choices.assume(!term.dividesByLiteralZero) else { return }
    trial.expect(term.value != nil, "nothing is divided by zero")
  }

  static let binaryHeap = Problem(
    name: "binheap", smallest: ["(0, None, (0, (0, None, None), (1, None, None)))"],
    published: "Hegel 99 % (5 837); Hypothesis 85 % (102.5); Exhaust 66 % (118.9)", required: 85
  ) { trial in
    let heap = Heap.draw(trial.choices, from: 0, depth: 5)
    trial.note(heap.text)
    let (list, sorted) = (heap.list, heap.wronglySorted)
    trial.expect(sorted == sorted.sorted() && list.sorted() == sorted, "the list is sorted")
  }
}
