internal import AdSession

/// The sessions of a call that continue in further files.
///
/// A segment is recognised by a `session.continued` in the first 64 KiB of its file.
package struct SegmentPlan {
  /// The number of bytes at the beginning of a file in which a `session.continued` is searched.
  package static let searched = 1 << 16

  /// The last file of each such session, as an index.
  package private(set) var lastInput: [String: Int] = [:]

  /// Makes a plan; by default for inputs without segments.
  package init(lastInput: [String: Int] = [:]) { self.lastInput = lastInput }

  /// Whether a session is one of them, in O(1).
  package func contains(_ session: SessionPointer) -> Bool {
    !lastInput.isEmpty && lastInput[session.value.name] != nil
  }
}

/// The parts of sessions in segments, until the last part has been read.
package struct SegmentParts {
  /// One file's part of a session.
  package struct Part {
    package var input: Int
    package var path: String
    package var session: SessionPointer
    package var seals: SealReport

    package init(input: Int, path: String, session: SessionPointer, seals: SealReport) {
      self.input = input
      self.path = path
      self.session = session
      self.seals = seals
    }
  }

  private var parts: [String: [Part]] = [:]
  /// The sessions that got a part since the last ``take(after:_:isEnd:)``; only these can be
  /// complete now.
  private(set) var grown: Set<String> = []

  package init() {}

  package mutating func add(_ part: Part) {
    let name = part.session.value.name
    parts[name, default: []].append(part)
    grown.insert(name)
  }

  /// Removes and returns the parts of the sessions that are complete after an input, or of all
  /// sessions.
  ///
  /// O(parts that were added since the last call), however many sessions are open.
  package mutating func take(after input: Int, _ plan: SegmentPlan, isEnd: Bool) -> [[Part]] {
    let ready =
      isEnd ? Set(parts.keys) : grown.filter { isComplete($0, after: input, plan) }
    grown = []
    return ready.sorted().compactMap { parts.removeValue(forKey: $0) }.flatMap(Self.sessions)
  }

  private func isComplete(_ name: String, after input: Int, _ plan: SegmentPlan) -> Bool {
    (plan.lastInput[name] ?? 0) <= input
      && parts[name]?.contains { !$0.session.value.headers.isEmpty } == true
  }

  /// The sessions of one name: each has one header and continues until a part with another one.
  private static func sessions(of parts: [Part]) -> [[Part]] {
    var sessions: [[Part]] = [[]]
    var numbers: [UInt64: Int] = [:]
    var current = 0
    for part in parts.sorted(by: isEarlier) {
      if let header = part.session.value.headerHash {
        current = numbers[header] ?? numbers.count
        numbers[header] = current
        if current == sessions.count { sessions.append([]) }
      }
      sessions[current].append(part)
    }
    return sessions.map { $0.sorted(by: precedes) }
  }

  /// The order in the files.
  private static func isEarlier(_ a: Part, _ b: Part) -> Bool {
    (a.input, a.session.value.number) < (b.input, b.session.value.number)
  }

  /// The part with the header first, then by the `seq` with which they begin.
  private static func precedes(_ a: Part, _ b: Part) -> Bool {
    rank(a) < rank(b)
  }

  private static func rank(_ part: Part) -> (Int, Int64, Int) {
    let session = part.session
    let first = session.value.count > 0 ? session.value.records[0].event.seq : .max
    return (session.value.headers.isEmpty ? 1 : 0, first, part.input)
  }
}

extension OpenSession {
  /// Adds the records of a further file behind those of this session.
  package mutating func join(_ other: SessionPointer, path: String) {
    segments.append(SegmentStart(record: count, damaged: damaged.count, path: path))
    let base = count
    hashes += other.value.hashes
    headers += other.value.headers.map { ($0.record + base, $0.header) }
    policies += other.value.policies.map { ($0.record + base, $0.settings) }
    for var freeText in other.value.freeTexts {
      freeText.event += base
      translate(&freeText.text, other.value.symbols)
      freeTexts.append(freeText)
    }
    damaged.append(other.value.damaged, base: base)
    repeats.append(other.value.repeats, base: base)
    for index in 0..<other.value.records.count {
      var record = other.value.records[index]
      record.event = translated(record.event, other.value.symbols)
      append(record)
    }
  }

  private mutating func translated(_ event: Event, _ texts: borrowing SymbolMemory) -> Event {
    var event = event
    translate(&event.unit, texts)
    translate(&event.scene, texts)
    translate(&event.ad, texts)
    translate(&event.request, texts)
    translate(&event.load, texts)
    translate(&event.text, texts)
    return event
  }

  private mutating func translate(_ symbol: inout Symbol, _ texts: borrowing SymbolMemory) {
    if symbol.isPresent { symbol = symbols.intern(texts.text(Int(symbol.id))) }
  }
}
