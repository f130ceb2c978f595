internal import AdSession

/// The sessions of a call that continue in further files.
///
/// A segment is recognised by a `session.continued` in the first 64 KiB of its file.
struct SegmentPlan {
  /// The last file of each such session, as an index.
  private(set) var lastInput: [String: Int] = [:]

  var names: Set<String> { Set(lastInput.keys) }

  /// Searches the beginnings of the regular files on several threads.
  init(_ list: InputList, isKeyed: Bool = false, jobs: Int = 1) {
    guard list.count > 1 else { return }
    let continued = FileBeginnings(list, isKeyed: isKeyed, mark: "session.continued")
      .records(jobs: jobs)
    let names = Set(continued.filter { $0.kind == .sessionContinued }.map { $0.session })
    if names.isEmpty { return }
    let all = FileBeginnings(list, isKeyed: isKeyed, mark: "\"session\"").records(jobs: jobs)
    for record in all where names.contains(record.session) {
      lastInput[record.session] = record.input
    }
  }
}

/// The parts of sessions in segments, until the last part has been read.
struct SegmentParts {
  /// One file's part of a session.
  struct Part {
    var input: Int
    var path: String
    var session: SessionPointer
    var seals: SealReport
  }

  private var parts: [String: [Part]] = [:]

  mutating func add(_ part: Part) {
    parts[part.session.value.name, default: []].append(part)
  }

  /// Removes and returns the parts of the sessions that are complete after an input, or of all sessions.
  mutating func take(after input: Int, _ plan: SegmentPlan, isEnd: Bool) -> [[Part]] {
    let ready = parts.filter { name, parts in
      isEnd
        || (plan.lastInput[name] ?? 0) <= input
          && parts.contains { !$0.session.value.headers.isEmpty }
    }
    let named = ready.keys.sorted().compactMap { parts.removeValue(forKey: $0) }
    return named.flatMap(Self.sessions)
  }

  /// The sessions of one name: each has one header and continues until a part with another one.
  private static func sessions(of parts: [Part]) -> [[Part]] {
    var sessions: [[Part]] = [[]]
    var headers: [UInt64] = []
    var current = 0
    for part in parts.sorted(by: isEarlier) {
      if let header = part.session.value.headerHash {
        current = headers.firstIndex(of: header) ?? headers.count
        if current == headers.count { headers.append(header) }
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
    let session = part.session.value
    let first = session.count > 0 ? session.records[0].event.seq : .max
    return (session.headers.isEmpty ? 1 : 0, first, part.input)
  }
}

extension OpenSession {
  /// Adds the records of a further file behind those of this session.
  mutating func join(_ other: SessionPointer, path: String) {
    segments.append(SegmentStart(record: count, damaged: damaged.count, path: path))
    let base = count
    hashes += other.value.hashes
    headers += other.value.headers.map { ($0.record + base, $0.header) }
    policies += other.value.policies.map { ($0.record + base, $0.settings) }
    damaged.append(other.value.damaged, base: base)
    repeats.append(other.value.repeats, base: base)
    for var record in other.value.records {
      record.event = translated(record.event, other.value.symbols)
      append(record)
    }
  }

  private mutating func translated(_ event: Event, _ texts: SymbolMemory) -> Event {
    var event = event
    translate(&event.unit, texts)
    translate(&event.scene, texts)
    translate(&event.ad, texts)
    translate(&event.request, texts)
    translate(&event.load, texts)
    translate(&event.text, texts)
    return event
  }

  private mutating func translate(_ symbol: inout Symbol, _ texts: SymbolMemory) {
    if symbol.isPresent { symbol = symbols.intern(texts.text(Int(symbol.id))) }
  }
}
