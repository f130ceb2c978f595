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
    let texts = trace.symbols.texts
    let symbols = file.add(texts.bytes)
    _ = file.add(texts.ends.withUnsafeBytes { Array($0) })
    directory.text(trace.id)
    directory.number(Int64(trace.events.count))
    directory.number(Int64(partSize))
    directory.number(Int64(symbols))
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
    for index in trace.events.indices {
      if index % partSize == 0 { parts.append(addPart(trace, index, session)) }
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
    let time = session.time.measured
    var clocks = time.least[range].withUnsafeBytes { Array($0) }
    if !trace.gaps.isEmpty {
      clocks += time.greatest[range].withUnsafeBytes { Array($0) }
      clocks += time.gapsUpTo[range].withUnsafeBytes { Array($0) }
    }
    _ = file.add(clocks)
    _ = file.add(session.bytes())
    let named = Self.named(by: session)
    var writer = ArchiveWriter()
    writer.list(named) { $0.number(Int64($1)) }
    writer.bytes(EventArchive.bytes(of: named.map { trace.events[$0] }))
    _ = file.add(writer.bytes)
    return ReplaySnapshot.Part(
      firstSeq: trace.events[start].seq,
      leastWall: trace.events[range].map(\.wall).min() ?? .max, section: section)
  }

  /// The events that this state names, and every later one can name of those before it.
  private static func named(by session: borrowing Session) -> [Int] {
    var named: Set<Int> = []
    for scene in session.scenes where scene.lastSize >= 0 { named.insert(scene.lastSize) }
    for slot in session.slots {
      for ad in slot.heldAds { named.insert(session.ads[Int(ad)].loadedIndex) }
    }
    return named.sorted()
  }
}
