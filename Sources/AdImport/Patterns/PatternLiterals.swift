/// Finds the texts without which an expression cannot match.
struct PatternLiterals {
  /// The number of bytes from which on a text is useful.
  static let shortest = 3
  /// The number of bytes of a text that are used.
  private static let longest = 16
  /// The number of alternative texts of an expression.
  private static let most = 64

  /// The text if the part is one; it is empty for a part without characters.
  private var whole: [UInt8]? = []
  /// The best alternatives so far; empty if there are none.
  private var best: [[UInt8]] = []

  /// Texts of which every match contains one, in small letters; empty if there are none.
  ///
  /// They are the alternatives whose shortest text is the longest.
  static func required(by node: PatternNode) -> [[UInt8]] {
    var found = PatternLiterals()
    found.add(node)
    let texts = found.result
    return shortest(of: texts) >= shortest ? texts : []
  }

  /// The best alternatives for the part.
  private var result: [[UInt8]] {
    var all = self
    if let whole { all.offer([whole]) }
    return all.best
  }

  /// Adds a part behind the others.
  private mutating func add(_ node: PatternNode) {
    switch node {
    case .sequence(let parts): addSequence(parts)
    case .group(_, let part): add(part)
    // A byte that is no UTF-8 is read as U+FFFD, so the text need not be in the message.
    case .scalar(let scalar) where scalar != 0xFFFD:
      if let scalar = Unicode.Scalar(scalar), let bytes = UTF8.encode(scalar) { whole? += bytes }
    case .start, .end, .boundary: break
    case .choice(let parts): addChoice(parts)
    case .repetition(let part, let least, _, _):
      if least > 0 { best = Self.required(by: part) }
      whole = nil
    case .scalar, .any, .set: whole = nil
    }
  }

  private mutating func addSequence(_ parts: [PatternNode]) {
    var run: [UInt8] = whole ?? []
    var isWhole = true
    for part in parts {
      var found = PatternLiterals()
      found.add(part)
      if let text = found.whole {
        run += text
        continue
      }
      isWhole = false
      offer([run])
      offer(found.best)
      run = []
    }
    whole = isWhole ? run : nil
    if !isWhole { offer([run]) }
  }

  private mutating func addChoice(_ parts: [PatternNode]) {
    whole = nil
    var all: [[UInt8]] = []
    for part in parts {
      var found = PatternLiterals()
      found.add(part)
      let branch = found.result
      if branch.isEmpty { return }
      all += branch.filter { !all.contains($0) }
    }
    offer(all)
  }

  /// Takes alternatives if they are better than those so far.
  private mutating func offer(_ texts: [[UInt8]]) {
    let texts = texts.map { Array($0.prefix(Self.longest)) }
    if texts.isEmpty || texts.count > Self.most { return }
    let (new, old) = (Self.shortest(of: texts), Self.shortest(of: best))
    if new > old || new == old && texts.count < best.count { best = texts }
  }

  private static func shortest(of texts: [[UInt8]]) -> Int {
    texts.reduce(texts.isEmpty ? 0 : .max) { min($0, $1.count) }
  }
}
