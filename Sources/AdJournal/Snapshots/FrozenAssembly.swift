internal import AdSession

/// The state of an assembly as bytes: the open sessions with their records, packed, and all that
/// later lines can meet.
extension InputAssembly {
  /// The state behind the lines that were taken over; nil where that needs more than it says.
  func frozen(at end: Int) -> FrozenInput? {
    guard only == nil, kept.isEmpty, late.isEmpty, begun.isEmpty, keptLines == nil else {
      return nil
    }
    var writer = ArchiveWriter()
    writer.number(Int64(line))
    writer.summary(summary)
    let families = table.open.sorted { $0.pointee.order < $1.pointee.order }
    writer.list(families) { writer, session in
      writer.list(session.pointee.older + [session]) { $0.session($1) }
    }
    writer.list(table.doneHashes) { $0.number(Int64(bitPattern: $1)) }
    writer.list(Array(closing[closingHead...])) {
      $0.number(Int64(bitPattern: $1.name))
      $0.number(Int64($1.line))
    }
    guard write(last, to: &writer) else { return nil }
    let open = families.flatMap { $0.pointee.older + [$0] }.map(\.pointee.order)
    return FrozenInput(end: end, lines: line, bytes: writer.bytes, open: Set(open))
  }

  private func write(_ last: Last, to writer: inout ArchiveWriter) -> Bool {
    switch last {
    case .none: writer.number(0)
    case .open(let session):
      guard table.current(session.pointee.nameHash) == session else { return false }
      writer.number(1)
      writer.number(Int64(bitPattern: session.pointee.nameHash))
    case .done(let name):
      writer.number(2)
      writer.text(name)
    }
    return true
  }

  /// Takes over a state, before the first line; returns where its open sessions begin.
  func restore(_ bytes: [UInt8]) -> [Int] {
    var reader = ArchiveReader(bytes: bytes)
    line = Int(reader.number())
    reader.summary(&summary)
    var orders: [Int] = []
    for _ in 0..<reader.number() {
      var family: [SessionPointer] = []
      for _ in 0..<reader.number() {
        let session = pool.pool.take()
        reader.session(session)
        family.append(session)
        orders.append(session.pointee.order)
      }
      guard let current = family.popLast() else { continue }
      current.pointee.older = family
      table.insert(current)
      silence.append((current.pointee.nameHash, line + Self.silentLines))
    }
    for _ in 0..<reader.number() { table.addDone(UInt64(bitPattern: reader.number())) }
    for _ in 0..<reader.number() {
      let name = UInt64(bitPattern: reader.number())
      closing.append((name, Int(reader.number())))
    }
    readLast(&reader)
    return orders
  }

  private func readLast(_ reader: inout ArchiveReader) {
    switch reader.number() {
    case 1:
      last = table.current(UInt64(bitPattern: reader.number())).map { .open($0) } ?? .none
    case 2: last = .done(reader.text())
    default: last = .none
    }
  }
}

extension ArchiveWriter {
  /// How many there are, then each.
  package mutating func list<Element>(_ all: [Element], _ one: (inout Self, Element) -> Void) {
    number(Int64(all.count))
    for element in all { one(&self, element) }
  }

  fileprivate mutating func session(_ pointer: SessionPointer) {
    let session = pointer.pointee
    text(session.name)
    number(Int64(session.number))
    number(Int64(session.order))
    number(Int64(session.closing))
    number(Int64(session.count))
    let bytes = session.packedRecords.serialized
    number(Int64(bytes.count))
    raw(bytes)
    list(session.damaged) { $0.damaged($1) }
    list(session.headers) {
      $0.number(Int64($1.record))
      $0.header($1.header)
    }
    list(session.policies) {
      $0.number(Int64($1.record))
      $0.policy($1.settings)
    }
    optional(session.headerHash.map { Int64(bitPattern: $0) })
    optional(session.hasSeal)
    optional(session.isContinued)
  }

  private mutating func damaged(_ line: DamagedLine) {
    text(line.code.rawValue)
    for value in [line.line, line.byte, line.start, line.after] { number(Int64(value)) }
    text(line.because)
    list(line.seqs) { $0.number($1) }
    optional(line.isTail)
  }

  fileprivate mutating func summary(_ summary: JournalSummary) {
    number(Int64(summary.bytes))
    number(Int64(summary.lines))
    number(summary.highestVersion)
    list(summary.damage) { $0.finding($1) }
    list(summary.notes) { $0.finding($1) }
    for counts in [summary.unknownKinds, summary.unknownValues] {
      list(counts.sorted { $0.key < $1.key }) {
        $0.text($1.key)
        $0.number(Int64($1.value))
      }
    }
  }

  /// A finding.
  package mutating func finding<Code>(_ finding: Finding<Code>) {
    text(finding.code.rawValue)
    number(Int64(finding.line))
    number(Int64(finding.byte))
    for name in [finding.session, finding.path] {
      optional(name != nil)
      if let name { text(name) }
    }
    text(finding.because)
  }
}

extension ArchiveReader {
  /// What ``ArchiveWriter/list(_:_:)`` wrote.
  package mutating func list<Element>(_ one: (inout Self) -> Element?) -> [Element] {
    var all: [Element] = []
    for _ in 0..<number() {
      if let element = one(&self) { all.append(element) }
    }
    return all
  }

  fileprivate mutating func session(_ pointer: SessionPointer) {
    let name = raw(Int(number()))
    let (hash, key) = (name + [UInt8](repeating: 0, count: 8)).withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[..<name.count])
      let hash = SymbolTable.hash(text)
      guard let start = text.baseAddress else { return (hash, SessionKey()) }
      return (hash, SessionKey(TextRef(start: start, count: name.count, hash: hash)))
    }
    pointer.pointee.key = key
    pointer.pointee.nameHash = hash
    pointer.pointee.number = Int(number())
    pointer.pointee.order = Int(number())
    pointer.pointee.closing = Int(number())
    _ = number()
    pointer.pointee.packed = PackedRecords(serialized: raw(Int(number()))[...])
    pointer.pointee.damaged = list { $0.damaged() }
    pointer.pointee.headers = list { (Int($0.number()), $0.header()) }
    pointer.pointee.policies = list { (Int($0.number()), $0.policy()) }
    pointer.pointee.headerHash = optional().map { UInt64(bitPattern: $0) }
    pointer.pointee.hasSeal = truth() ?? false
    pointer.pointee.isContinued = truth() ?? false
  }

  private mutating func damaged() -> DamagedLine? {
    let code = DamageCode(rawValue: text())
    let places = (0..<4).map { _ in Int(number()) }
    let because = text()
    let seqs = list { $0.number() }
    let isTail = truth() ?? false
    return code.map {
      DamagedLine(
        code: $0, line: places[0], byte: places[1], start: places[2], because: because,
        seqs: seqs, after: places[3], isTail: isTail)
    }
  }

  fileprivate mutating func summary(_ summary: inout JournalSummary) {
    summary.bytes = Int(number())
    summary.lines = Int(number())
    summary.highestVersion = number()
    summary.damage = list { $0.finding() }
    summary.notes = list { $0.finding() }
    summary.unknownKinds = counts()
    summary.unknownValues = counts()
  }

  private mutating func counts() -> [String: Int] {
    Dictionary(list { ($0.text(), Int($0.number())) }) { $1 }
  }

  /// A finding; nil for a code that nobody knows.
  package mutating func finding<Code>() -> Finding<Code>? {
    let code = Code(rawValue: text())
    let (line, byte) = (Int(number()), Int(number()))
    let session = truth() == true ? text() : nil
    let path = truth() == true ? text() : nil
    let because = text()
    return code.map {
      Finding($0, line: line, byte: byte, session: session, path: path, because: because)
    }
  }
}
