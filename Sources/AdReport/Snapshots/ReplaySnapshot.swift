internal import AdJournal
internal import AdSession

/// A session in a snapshot: its records in parts, and the state before each part.
///
/// A state is told from the beginning of its part, however long the session is.
final class ReplaySnapshot: ReplayedSession {
  /// What is known of a part without reading it.
  struct Part {
    var firstSeq: Int64
    var leastWall: Int64
    /// The section of its records; behind it those of ``Kept``.
    var section: Int
  }

  /// The sections of a part, counted from that of its records.
  private enum Kept {
    static let state = 1
    static let named = 2
    static let least = 3
    /// The other clocks of a session with gaps.
    static let greatest = 4
    static let gaps = 5

    /// Where the texts that the part is the first to name end, and behind that section the texts.
    static func textEnds(hasGaps: Bool) -> Int { hasGaps ? 6 : 4 }
  }

  private let file: SnapshotFile
  private let id: String
  let count: Int
  /// So many records are a part.
  private let partSize: Int
  private let parts: [Part]
  private let first: Event
  private let last: Event
  private let hasGaps: Bool
  private let header: Header?
  private var policyChanges: [Int: [PolicySetting]] = [:]
  private let gapPositions: [Int32]
  /// The first records of the part that was read last.
  private var lastPart: (part: Int, events: [Event]) = (-1, [])
  /// Whether `seq` is that of the first record and one more each.
  private var isCounted: Bool { last.seq - first.seq == Int64(count - 1) }

  /// Reads what the directory says of a session.
  init?(_ file: SnapshotFile, _ reader: inout ArchiveReader) {
    self.file = file
    id = reader.text()
    count = Int(reader.number())
    partSize = max(1, Int(reader.number()))
    header = reader.headerOrNone()
    for (index, settings) in reader.list({ (Int($0.number()), $0.settings()) }) {
      policyChanges[index] = settings
    }
    gapPositions = reader.list { Int32(truncatingIfNeeded: $0.number()) }
    hasGaps = !gapPositions.isEmpty
    let ends = EventArchive.events(reader.takeBytes())
    parts = reader.list {
      Part(firstSeq: $0.number(), leastWall: $0.number(), section: Int($0.number()))
    }
    guard count > 0, ends.count == 2, parts.count == (count - 1) / partSize + 1 else {
      return nil
    }
    (first, last) = (ends[0], ends[1])
  }

  /// The session's name.
  var name: String { id }

  func point(_ index: Int) throws -> (seq: Int64, wall: Int64) {
    if index == 0 { return (first.seq, first.wall) }
    if index == count - 1 { return (last.seq, last.wall) }
    let event = try events(index / partSize, upTo: index)[index % partSize]
    return (event.seq, event.wall)
  }

  func index(upToSeq seq: Int64) throws -> Int? {
    if seq >= last.seq { return count - 1 }
    guard let part = parts.lastIndex(where: { $0.firstSeq <= seq }) else { return nil }
    if isCounted { return Int(seq - first.seq) }
    return try events(part).lastIndex { $0.seq <= seq }.map { part * partSize + $0 }
  }

  func index(upToWall wall: Int64) throws -> Int? {
    guard let part = parts.lastIndex(where: { $0.leastWall <= wall }) else { return nil }
    return try events(part).lastIndex { $0.wall <= wall }.map { part * partSize + $0 }
  }

  /// The records of a part, at least up to one of them.
  private func events(
    _ part: Int, upTo index: Int = .max
  ) throws(ReplaySnapshots.Broken) -> [Event] {
    let wanted = min(index, count - 1, (part + 1) * partSize - 1) - part * partSize + 1
    if lastPart.part == part, lastPart.events.count >= wanted { return lastPart.events }
    let events = EventArchive.events(try section(parts[part].section), first: wanted)
    guard events.count == wanted else { throw .init() }
    lastPart = (part, events)
    return events
  }

  private func section(_ index: Int) throws(ReplaySnapshots.Broken) -> [UInt8] {
    guard let bytes = file.section(index) else { throw .init() }
    return bytes
  }

  func state(after index: Int) throws -> [UInt8] {
    let part = index / partSize
    let symbols = try symbols(upTo: part)
    var session = Session()
    try restore(&session, part, symbols: symbols.count)
    guard session.count == part * partSize else { throw ReplaySnapshots.Broken() }
    let known = try fold(&session, upTo: index)
    // What the text needs no more is as much memory as the text: to touch new one takes longer than
    // to write it.
    session.forgetUntold()
    lastPart = (-1, [])
    return try text(of: session, after: index, symbols, known)
  }

  /// What the text of a state needs of the records.
  private struct Known {
    /// The events that the state names, by their indexes.
    var events: [Int: Event] = [:]
    /// The `seq` of each record, where they do not count.
    var seqs: [Int64] = []
  }

  /// Folds the records of a part up to one.
  private func fold(_ session: inout Session, upTo index: Int) throws -> Known {
    let part = index / partSize
    let start = part * partSize
    var known = Known(events: try named(part), seqs: isCounted ? [] : try seqs(upTo: start))
    let events = try events(part, upTo: index)
    let trace = Trace()
    trace.policyChanges = policyChanges
    for place in start...index {
      let event = events[place - start]
      session.readFacts(of: event)
      let facts = session.facts(of: event, at: place)
      session.evolve(event, at: place, facts, trace)
    }
    guard session.areFactsWhole else { throw ReplaySnapshots.Broken() }
    for place in ReplaySnapshotWriter.named(by: session) + [index] where place >= start {
      known.events[place] = events[place - start]
    }
    if !isCounted { known.seqs += events[...(index - start)].map(\.seq) }
    return known
  }

  /// Restores the state before a part.
  private func restore(_ session: inout Session, _ part: Int, symbols: Int) throws {
    let state = try section(parts[part].section + Kept.state)
    let time = try clocks(upTo: part)
    let isRestored = session.restore(state, header: header, time: time, symbols: symbols)
    if !isRestored { throw ReplaySnapshots.Broken() }
  }

  private func text(
    of session: borrowing Session, after index: Int, _ symbols: SymbolTable, _ known: Known
  ) throws -> [UInt8] {
    let missing = Missing()
    let (isCounted, firstSeq) = (isCounted, first.seq)
    let source = StateEvents(
      event: { place in
        if let event = known.events[place] { return event }
        missing.count += 1
        return Event()
      },
      seq: { place in isCounted ? firstSeq + Int64(place) : known.seqs[place] })
    let bytes = StateJSON.bytes(session, id: id, symbols, source, after: index)
    if missing.count > 0 { throw ReplaySnapshots.Broken() }
    return bytes
  }

  /// Events that were asked for and are not kept.
  private final class Missing {
    var count = 0
  }

  private func seqs(upTo start: Int) throws -> [Int64] {
    var seqs: [Int64] = []
    for part in 0..<(start / partSize) { seqs += try events(part).map(\.seq) }
    return seqs
  }
}

extension ReplaySnapshot {
  /// The texts that the records up to the end of a part name.
  private func symbols(upTo part: Int) throws(ReplaySnapshots.Broken) -> SymbolTable {
    let ends = Kept.textEnds(hasGaps: hasGaps)
    let count = try size(ends, upTo: part) / MemoryLayout<UInt32>.size
    let table = try SymbolTable(byteCount: try size(ends + 1, upTo: part), count: count) {
      texts, all throws(ReplaySnapshots.Broken) in
      try read(ends, upTo: part, UnsafeMutableRawBufferPointer(all))
      try read(ends + 1, upTo: part, texts)
    }
    if table.count != count { throw .init() }
    return table
  }

  /// The clocks of the records up to the end of a part.
  private func clocks(upTo part: Int) throws(ReplaySnapshots.Broken) -> ActiveTime {
    let least: [Int64] = try numbers(Kept.least, upTo: part)
    if !hasGaps { return ActiveTime(least: least, greatest: [], gapsUpTo: [], gapPositions: []) }
    var gaps: [Int32] = try numbers(Kept.gaps, upTo: part)
    gaps.append(Int32(gapPositions.count))
    return ActiveTime(
      least: least, greatest: try numbers(Kept.greatest, upTo: part), gapsUpTo: gaps,
      gapPositions: gapPositions)
  }

  /// The numbers that one section of each part up to one has.
  private func numbers<Number: FixedWidthInteger>(
    _ kept: Int, upTo part: Int
  ) throws(ReplaySnapshots.Broken) -> [Number] {
    let count = try size(kept, upTo: part) / MemoryLayout<Number>.size
    do {
      return try [Number](unsafeUninitializedCapacity: count) { numbers, done in
        try read(kept, upTo: part, UnsafeMutableRawBufferPointer(numbers))
        done = count
      }
    } catch { throw .init() }
  }

  /// How many bytes one section of each part up to one has.
  private func size(_ kept: Int, upTo part: Int) throws(ReplaySnapshots.Broken) -> Int {
    var size = 0
    for index in 0...part {
      guard let one = file.size(parts[index].section + kept) else { throw .init() }
      size += one
    }
    return size
  }

  /// Reads one section of each part up to one, one behind the other.
  private func read(
    _ kept: Int, upTo part: Int, _ buffer: UnsafeMutableRawBufferPointer
  ) throws(ReplaySnapshots.Broken) {
    var place = 0
    for index in 0...part {
      let section = parts[index].section + kept
      let end = place + (file.size(section) ?? 0)
      guard end <= buffer.count,
        file.read(section, UnsafeMutableRawBufferPointer(rebasing: buffer[place..<end]))
      else { throw .init() }
      place = end
    }
  }

  /// The events before a part that its state names.
  private func named(_ part: Int) throws -> [Int: Event] {
    var reader = ArchiveReader(bytes: try section(parts[part].section + Kept.named))
    let indexes = reader.list { Int($0.number()) }
    let events = EventArchive.events(reader.takeBytes())
    return Dictionary(uniqueKeysWithValues: zip(indexes, events))
  }
}
