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
    /// The section of its records; behind it those of its clocks, its state, and the events that
    /// its state names.
    var section: Int
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
  private let symbolSection: Int
  private let header: Header?
  private var policyChanges: [Int: [PolicySetting]] = [:]
  private let gapPositions: [Int32]
  /// Whether `seq` is that of the first record and one more each.
  private var isCounted: Bool { last.seq - first.seq == Int64(count - 1) }

  /// Reads what the directory says of a session.
  init?(_ file: SnapshotFile, _ reader: inout ArchiveReader) {
    self.file = file
    id = reader.text()
    count = Int(reader.number())
    partSize = max(1, Int(reader.number()))
    symbolSection = Int(reader.number())
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
    let event = try events(index / partSize)[index % partSize]
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

  /// The records of a part.
  private func events(_ part: Int) throws(ReplaySnapshots.Broken) -> [Event] {
    let events = EventArchive.events(try section(parts[part].section))
    guard events.count == min(partSize, count - part * partSize) else { throw .init() }
    return events
  }

  private func section(_ index: Int) throws(ReplaySnapshots.Broken) -> [UInt8] {
    guard let bytes = file.section(index) else { throw .init() }
    return bytes
  }

  func state(after index: Int) throws -> [UInt8] {
    let part = index / partSize
    let start = part * partSize
    let events = try events(part)
    let symbols = try symbols()
    let trace = Trace()
    trace.policyChanges = policyChanges
    var session = Session()
    let (state, time) = (try section(parts[part].section + 2), try clocks(upTo: part))
    let isRestored = state.withUnsafeBytes {
      session.restore($0, header: header, time: time, symbols: symbols.count)
    }
    guard isRestored, session.count == start else { throw ReplaySnapshots.Broken() }
    for place in start...index {
      let event = events[place - start]
      let facts = session.facts(of: event, at: place)
      session.evolve(event, at: place, facts, trace)
    }
    return try text(of: session, after: index, symbols, events, start, named(part))
  }

  private func text(
    of session: borrowing Session, after index: Int, _ symbols: SymbolTable, _ events: [Event],
    _ start: Int, _ named: [Int: Event]
  ) throws -> [UInt8] {
    let missing = Missing()
    let (isCounted, firstSeq) = (isCounted, first.seq)
    let seqs = isCounted ? [] : try seqs(upTo: start)
    let source = StateEvents(
      event: { place in
        if place >= start { return events[place - start] }
        if let event = named[place] { return event }
        missing.count += 1
        return Event()
      },
      seq: { place in
        if isCounted { return firstSeq + Int64(place) }
        return place >= start ? events[place - start].seq : seqs[place]
      })
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
  private func symbols() throws -> SymbolTable {
    let ends = try section(symbolSection + 1).numbers(of: UInt32.self)
    return SymbolTable(texts: try section(symbolSection), ends: ends)
  }

  /// The clocks of the records up to the end of a part.
  private func clocks(upTo part: Int) throws -> ActiveTime {
    var least: [Int64] = []
    var greatest: [Int64] = []
    var gaps: [Int32] = []
    for index in 0...part {
      let bytes = try section(parts[index].section + 1)
      guard hasGaps else {
        least += bytes.numbers(of: Int64.self)
        continue
      }
      let records = bytes.count / 20
      least += Array(bytes[..<(records * 8)]).numbers(of: Int64.self)
      greatest += Array(bytes[(records * 8)..<(records * 16)]).numbers(of: Int64.self)
      gaps += Array(bytes[(records * 16)...]).numbers(of: Int32.self)
    }
    if !hasGaps { greatest = least }
    if !hasGaps { gaps = Array(repeating: 0, count: least.count) }
    gaps.append(Int32(gapPositions.count))
    return ActiveTime(
      least: least, greatest: greatest, gapsUpTo: gaps, gapPositions: gapPositions)
  }

  /// The events before a part that its state names.
  private func named(_ part: Int) throws -> [Int: Event] {
    var reader = ArchiveReader(bytes: try section(parts[part].section + 3))
    let indexes = reader.list { Int($0.number()) }
    let events = EventArchive.events(reader.takeBytes())
    return Dictionary(uniqueKeysWithValues: zip(indexes, events))
  }
}

extension [UInt8] {
  /// The bytes as numbers of this machine.
  fileprivate func numbers<Number: FixedWidthInteger>(of type: Number.Type) -> [Number] {
    let count = count / MemoryLayout<Number>.size
    return withUnsafeBytes { bytes in
      [Number](unsafeUninitializedCapacity: count) { numbers, done in
        UnsafeMutableRawBufferPointer(numbers).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * MemoryLayout<Number>.size)]))
        done = count
      }
    }
  }
}
