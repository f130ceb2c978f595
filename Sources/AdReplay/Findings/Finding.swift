/// Something found in a journal's bytes: its kind, location, session and reason.
///
/// Beyond ``most`` of a kind, findings are counted and kept as one range: see ``isRange``.
public struct Finding<Code>: Equatable, Sendable
where Code: RawRepresentable & Equatable & Sendable, Code.RawValue == String {
  /// The kind.
  public var code: Code
  /// The line in its file, from 1.
  public var line: Int
  /// The offset of the fault in the file (decompressed, for a `.gz`), from 0.
  public var byte: Int
  /// Its session, with `#2` for a session that a second header began.
  public var session: String?
  /// The file, if it is not the journal that the session is reported with.
  public var path: String?
  /// One sentence that names the value and what was expected; of a range, its size.
  public var because: String {
    get { isRange ? rangeSentence : reason }
    set { reason = newValue }
  }
  private var reason: String
  /// The number of findings: 1, or that of a range.
  public private(set) var count = 1
  /// The line of the last finding of a range; nil for a single finding.
  public private(set) var lastLine: Int?

  /// Makes a finding.
  public init(
    _ code: Code, line: Int, byte: Int, session: String? = nil, path: String? = nil,
    because: String
  ) {
    self.code = code
    self.line = line
    self.byte = byte
    self.session = session
    self.path = path
    reason = because
  }
}

extension Finding {
  /// The maximum number of findings of a kind that are listed one by one.
  public static var most: Int { 1000 }

  /// Whether it summarizes findings that are not listed: their kind, first and last line, and
  /// number.
  public var isRange: Bool { lastLine != nil }

  private var rangeSentence: String {
    let last = lastLine ?? line
    let lines = last == line ? "" : ", up to line \(last)"
    return "\(count) more of this kind\(lines); the first \(Self.most) are listed"
  }

  /// Makes the finding a summary of `count` findings of its kind, up to line `last`.
  package mutating func setRange(count: Int, last: Int) {
    self.count = count
    lastLine = last
    reason = ""
  }

  fileprivate mutating func merge(_ other: Finding) {
    let last = max(lastLine ?? line, other.lastLine ?? other.line)
    if other.line < line { (line, byte) = (other.line, other.byte) }
    if session != other.session { session = nil }
    setRange(count: count + other.count, last: last)
  }

  fileprivate func canMerge(_ other: Finding) -> Bool {
    Self.areEqual(code, other.code) && path == other.path
  }

  /// Compares as the enumeration does, and not by raw values, which are strings.
  fileprivate static func areEqual<Value: Equatable>(_ one: Value, _ other: Value) -> Bool {
    one == other
  }
}

extension Array {
  /// Adds a finding: at most ``Finding/most`` of a kind are listed, the others are one range of the
  /// kind behind all listed ones.
  public mutating func add<Code>(_ finding: Finding<Code>) where Element == Finding<Code> {
    var listed = count
    while listed > 0, self[listed - 1].isRange {
      listed -= 1
      if self[listed].canMerge(finding) { return self[listed].merge(finding) }
    }
    if finding.isRange { return append(finding) }
    if listed < Finding<Code>.most || number(of: finding.code, below: listed) < Finding<Code>.most {
      return insert(finding, at: listed)
    }
    var range = finding
    range.setRange(count: 1, last: finding.line)
    append(range)
  }

  private func number<Code>(of code: Code, below end: Int) -> Int where Element == Finding<Code> {
    self[..<end].count { Finding<Code>.areEqual($0.code, code) }
  }

  /// Adds findings, each as ``add(_:)`` does.
  public mutating func add<Code>(contentsOf findings: [Finding<Code>])
  where Element == Finding<Code> {
    if isEmpty { return self = findings }
    for finding in findings { add(finding) }
  }

  /// The number of findings, those of ranges included.
  public func total<Code>() -> Int where Element == Finding<Code> {
    reduce(0) { $0 + $1.count }
  }

  /// The findings by file and line; ranges come last.
  mutating func sortByLine<Code>() where Element == Finding<Code> {
    let sorted = enumerated().sorted { a, b in
      let left = (a.element.isRange ? 1 : 0, a.element.path ?? "", a.element.line, a.offset)
      return left < (b.element.isRange ? 1 : 0, b.element.path ?? "", b.element.line, b.offset)
    }
    self = sorted.map { $0.element }
  }

  /// The findings by line, whatever their file; ranges come last.
  public func inOrderOfLines<Code>() -> [Finding<Code>] where Element == Finding<Code> {
    let sorted = enumerated().sorted { a, b in
      let left = (a.element.isRange ? 1 : 0, a.element.line, a.offset)
      return left < (b.element.isRange ? 1 : 0, b.element.line, b.offset)
    }
    return sorted.map { $0.element }
  }
}

/// A finding that reduces what the journal can prove.
public typealias Damage = Finding<DamageCode>

/// A finding that changes no verdict.
public typealias Note = Finding<NoteCode>
