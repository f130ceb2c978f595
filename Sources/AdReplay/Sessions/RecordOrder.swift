internal import AdSession

/// Sorts the records of a session by `seq` and decides which of them are trusted.
///
/// Each row is a decision of section 6 of `Journals/FORMAT.md`. A record that is not trusted leaves
/// a gap, which ``GapFinder`` finds.
///
/// | records (the number is `seq`) | trusted | damage or note |
/// |---|---|---|
/// | 1 2 3 | all | none |
/// | 2 3 1 | all, sorted | `out-of-order` for each late line |
/// | 2 twice, equal bytes | the first | `seq-repeated` |
/// | 2 twice, different bytes | neither | `record-conflict` |
/// | 3 three times, two contents | none of them | one `record-conflict` |
/// | one without the `crc` that the header promises | the others | `missing-crc` |
/// | `t` is 0 1000 500 2000 | 0 1000 2000: of two candidates, the earlier | `clock-backwards` |
/// | `t` is 0 1000 500 600 2000 | 0 500 600 2000: the fewest removed | `clock-backwards` |
/// | `t` is 9000 in the header, then 0 100 200 | 0 100 200 | `clock-backwards`, `no-header` |
struct RecordOrder {
  private let session: SessionPointer
  private let path: String
  private let linesAgain: SessionAssembly.LinesAgain
  /// The trusted records by ascending `seq`, as indices of the session's records.
  private(set) var records: [Int] = []
  /// The `seq`s of the records that are not trusted because of their content, ascending.
  private(set) var droppedSeqs: [Int64] = []
  /// The lines without the `crc` that the header promises.
  private(set) var unchecked: [Int] = []

  /// The hash of each line that shares its `seq` with another, by record; 0 if the line cannot be
  /// read again.
  private var hashes: [UInt64] = []

  init(
    _ session: SessionPointer, path: String, linesAgain: @escaping SessionAssembly.LinesAgain
  ) {
    self.session = session
    self.path = path
    self.linesAgain = linesAgain
  }

  mutating func run(_ reading: inout SessionReading) {
    let whole = checked(&reading)
    let unique = withoutRepeats(whole, &reading)
    noteDisorder(unique, &reading)
    records = trusted(unique, &reading)
    droppedSeqs.sort()
    take(&reading)
  }

  private func event(_ index: Int) -> Event { session.value.records[index].event }

  /// Removes the records without a `crc` if the header promises one for every record.
  private mutating func checked(_ reading: inout SessionReading) -> [Int] {
    let all = 0..<session.value.count
    guard session.value.headers.first?.header.checksums == true else { return Array(all) }
    var kept: [Int] = []
    for index in all {
      if session.value.records[index].hasChecksum {
        kept.append(index)
      } else {
        unchecked.append(index)
        reading.damage.add(
          Damage(
            .missingCRC, record: index, of: session,
            because: "the record has no `crc`, but the header says that every record has one"))
      }
    }
    return kept
  }

  /// Sorts by `seq`; keeps one of several equal records and none of several different ones.
  private mutating func withoutRepeats(
    _ records: [Int], _ reading: inout SessionReading
  ) -> [Int] {
    let sorted =
      isRising(records)
      ? records
      : records.sorted { a, b in
        (event(a).seq, a) < (event(b).seq, b)
      }
    if !hashRepeats(sorted) { reading.hasChanged = true }
    var kept: [Int] = []
    kept.reserveCapacity(sorted.count)
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, event(sorted[end]).seq == event(sorted[start]).seq { end += 1 }
      if end == start + 1 {
        kept.append(sorted[start])
        addDropped(sorted[start], &reading)
      } else if let first = single(sorted[start..<end], &reading) {
        kept.append(first)
      }
      start = end
    }
    return kept
  }

  /// Hashes the lines of the records that share their `seq` with others; false if the file no
  /// longer contains them.
  private mutating func hashRepeats(_ sorted: [Int]) -> Bool {
    hashes = session.value.hashes
    guard hashes.isEmpty else { return true }
    var repeats: Set<Int> = []
    for (one, next) in zip(sorted, sorted.dropFirst()) where event(one).seq == event(next).seq {
      repeats.insert(one)
      repeats.insert(next)
    }
    if repeats.isEmpty { return true }
    if let found = linesAgain(path, repeats.sorted(), session) {
      hashes = found
      return true
    }
    hashes = [UInt64](repeating: 0, count: session.value.count)
    return false
  }

  private func isRising(_ records: [Int]) -> Bool {
    var last = Int64.min
    for index in records {
      if event(index).seq < last { return false }
      last = event(index).seq
    }
    return true
  }

  /// The one record of a `seq` that several lines have; nil if they differ.
  private mutating func single(
    _ group: ArraySlice<Int>, _ reading: inout SessionReading
  ) -> Int? {
    guard let first = group.first else { return nil }
    let seq = event(first).seq
    guard let other = group.first(where: { hashes[$0] != hashes[first] || hashes[$0] == 0 }) else {
      for index in group.dropFirst() {
        reading.notes.add(
          Note(
            .seqRepeated, record: index, of: session,
            because: "record \(seq) repeats line \(event(first).line); it counts once"))
        reading.repeatedLines.append(Int(event(index).line)...Int(event(index).line))
      }
      for index in group { addDropped(index, &reading) }
      return first
    }
    droppedSeqs.append(seq)
    reading.damage.add(
      Damage(
        .recordConflict, record: other, of: session,
        because: hashes[first] == 0 || hashes[other] == 0
          ? "line \(event(first).line) also has seq \(seq), and the file cannot be read again to "
            + "compare them; both records were dropped"
          : "line \(event(first).line) has the same seq \(seq) with other content; "
            + "both records were dropped"))
    return nil
  }

  /// Notes the lines that repeat a record and were not stored.
  private func addDropped(_ index: Int, _ reading: inout SessionReading) {
    guard !session.value.repeats.isEmpty,
      let dropped = session.value.repeats.dropped[index]
    else { return }
    var note = Note(
      .seqRepeated, line: dropped.first, byte: dropped.byte, session: session.value.id,
      path: session.value.path(ofRecord: index), because: "")
    note.setRange(count: dropped.count, last: dropped.last)
    reading.notes.add(note)
    reading.repeatedLines += dropped.lines
  }

  /// Notes the records that stand after one with a higher `seq`.
  private func noteDisorder(_ records: [Int], _ reading: inout SessionReading) {
    guard zip(records, records.dropFirst()).contains(where: { $0 > $1 }) else { return }
    var highestIndex: Int?
    for index in records.sorted() {
      guard let highest = highestIndex, event(index).seq <= event(highest).seq else {
        highestIndex = index
        continue
      }
      reading.notes.add(
        Note(
          .outOfOrder, record: index, of: session,
          because: "record \(event(index).seq) comes after record \(event(highest).seq); "
            + "records were sorted"))
    }
  }

  /// Removes the fewest records so that `t` never goes back.
  private mutating func trusted(_ records: [Int], _ reading: inout SessionReading) -> [Int] {
    let times = records.map { event($0).t }
    guard zip(times, times.dropFirst()).contains(where: { $0 > $1 }) else { return records }
    let kept = ClockOrder.kept(times)
    var next = 0
    for index in records.indices {
      if next < kept.count, kept[next] == index {
        next += 1
        continue
      }
      droppedSeqs.append(event(records[index]).seq)
      let before = next > 0 ? records[kept[next - 1]] : nil
      let after = next < kept.count ? records[kept[next]] : nil
      distrust(records[index], before, after, &reading)
    }
    return kept.map { records[$0] }
  }

  private func distrust(
    _ index: Int, _ before: Int?, _ after: Int?, _ reading: inout SessionReading
  ) {
    let t = event(index).t
    var because = "`t` is \(t), which does not fit the records around it"
    if let before, event(before).t > t {
      because = "`t` is \(t), but record \(event(before).seq) before it has \(event(before).t)"
    } else if let after, event(after).t < t {
      because = "`t` is \(t), but record \(event(after).seq) after it has \(event(after).t)"
    }
    reading.damage.add(
      Damage(.clockBackwards, record: index, of: session, because: because + "; it is not trusted"))
  }

  /// Adds the trusted records to the trace.
  private func take(_ reading: inout SessionReading) {
    let trace = reading.trace
    trace.events.reserveCapacity(records.count)
    for record in records { trace.events.append(event(record)) }
    for (position, record) in records.enumerated() where event(record).kind == .configChanged {
      let change = session.value.policies.first { $0.record == record }
      trace.policyChanges[position] = change?.settings ?? []
    }
    takeFreeTexts(trace)
    if let first = records.first, event(first).kind == .sessionBegan {
      trace.header = session.value.headers.first { $0.record == first }?.header
    }
    let hasEnd = trace.events.contains { $0.kind == .sessionEnded }
    trace.end = hasEnd ? .clean : .cut
  }

  private func takeFreeTexts(_ trace: Trace) {
    if session.value.freeTexts.isEmpty { return }
    // `Dictionary(_:uniquingKeysWith:)` is not available in Embedded Swift.
    var texts: [Int: [(field: FieldName, text: Symbol)]] = [:]
    for (record, field, text) in session.value.freeTexts {
      texts[record, default: []].append((field, text))
    }
    for (position, record) in records.enumerated() {
      for (field, text) in texts[record] ?? [] { trace.freeTexts.append((position, field, text)) }
    }
  }
}
