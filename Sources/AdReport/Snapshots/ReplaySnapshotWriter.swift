internal import AdJournal
internal import AdSession

/// Writes sessions to a snapshot, each folded once.
struct ReplaySnapshotWriter: ~Copyable {
  private var file: SnapshotFile.Writer
  private var directory = ArchiveWriter()

  private let partSize: Int

  init(_ file: consuming SnapshotFile.Writer, partSize: Int) {
    self.file = file
    self.partSize = partSize
  }

  /// Ends the file with its directory.
  consuming func finish(_ pieces: FilePieces, findings: Int, sessions: Int, purpose: [UInt8])
    -> Bool
  {
    var writer = ArchiveWriter()
    writer.pieces(pieces)
    writer.number(Int64(findings))
    writer.number(Int64(sessions))
    _ = file.add(writer.bytes + directory.bytes)
    return file.finish(purpose: purpose)
  }

  /// Adds a session with at least one record.
  mutating func add(_ trace: Trace) {
    directory.text(trace.id)
    directory.number(Int64(trace.events.count))
    directory.number(Int64(partSize))
    directory.headerOrNone(trace.header)
    directory.list(trace.policyChanges.sorted { $0.key < $1.key }) {
      $0.number(Int64($1.key))
      $0.settings($1.value)
    }
    directory.list(trace.gaps) { $0.number(Int64($1.position)) }
    directory.bytes(
      EventArchive.bytes(of: [trace.events[0], trace.events[trace.events.count - 1]]))
    let parts = addParts(trace)
    directory.list(parts) {
      $0.number($1.firstSeq)
      $0.number($1.leastWall)
      $0.number(Int64($1.section))
    }
  }

  private mutating func addParts(_ trace: Trace) -> [ReplaySnapshot.Part] {
    var parts: [ReplaySnapshot.Part] = []
    var session = Session()
    session.begin(trace)
    let texts = trace.symbols.texts
    var known = 0
    for index in trace.events.indices {
      if index % partSize == 0 {
        parts.append(addPart(trace, index, session))
        known = addSymbols(texts, known, trace.events[index...].prefix(partSize))
      }
      let facts = session.facts(of: trace.events[index], at: index)
      session.evolve(trace.events[index], at: index, facts, trace)
    }
    return parts
  }

  private mutating func addPart(
    _ trace: Trace, _ start: Int, _ session: borrowing Session
  ) -> ReplaySnapshot.Part {
    let range = start..<min(start + partSize, trace.events.count)
    let section = file.add(EventArchive.bytes(of: trace.events[range]))
    _ = file.add(session.bytes())
    let named = Self.named(by: session)
    var writer = ArchiveWriter()
    writer.list(named) { $0.number(Int64($1)) }
    writer.bytes(EventArchive.bytes(of: named.map { trace.events[$0] }))
    _ = file.add(writer.bytes)
    let time = session.time.measured
    _ = file.add(time.least[range].withUnsafeBytes { Array($0) })
    if !trace.gaps.isEmpty {
      _ = file.add(time.greatest[range].withUnsafeBytes { Array($0) })
      _ = file.add(time.gapsUpTo[range].withUnsafeBytes { Array($0) })
    }
    return ReplaySnapshot.Part(
      firstSeq: trace.events[start].seq,
      leastWall: trace.events[range].map(\.wall).min() ?? .max, section: section)
  }

  /// Adds the texts up to the last that some records name, behind those that are known; returns how
  /// many are known now.
  private mutating func addSymbols(
    _ texts: (bytes: [UInt8], ends: [UInt32]), _ known: Int, _ events: ArraySlice<Event>
  ) -> Int {
    var last = max(0, known - 1)
    for event in events { last = max(last, Int(event.greatestSymbol)) }
    let end = max(known, last + 1)
    let start = known == 0 ? 0 : Int(texts.ends[known - 1])
    _ = file.add(texts.ends[known..<end].withUnsafeBytes { Array($0) })
    _ = file.add(Array(texts.bytes[start..<Int(texts.ends[end - 1])]))
    return end
  }

  /// The events that this state names, and every later one can name of those before it.
  static func named(by session: borrowing Session) -> [Int] {
    var named: Set<Int> = []
    for scene in session.scenes where scene.lastSize >= 0 { named.insert(scene.lastSize) }
    for slot in session.slots {
      for ad in slot.heldAds { named.insert(session.ads[Int(ad)].loadedIndex) }
    }
    return named.sorted()
  }
}

extension Event {
  /// The greatest id of its symbols.
  fileprivate var greatestSymbol: UInt32 {
    max(max(max(unit.id, scene.id), max(ad.id, request.id)), max(load.id, text.id))
  }
}
