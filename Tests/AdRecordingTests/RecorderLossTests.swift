import TestJournals
@testable import Platform
@testable import AdReplay
@testable import AdRecording
import AdSession
import Foundation
import Testing

/// Lost events are counted exactly as soon as writing works again.
struct RecorderLossTests {
  static func trial(
    _ durability: Durability = .process,
    faults: @escaping (Int, String) -> RecorderFault? = { _, _ in nil }
  ) -> RecorderTrial {
    RecorderTrial(RecorderFaultTests.options(durability, queue: 16 << 10), faults: faults)
  }

  static func gaps(_ trial: RecorderTrial) -> [(dropped: Int64?, reason: Word)] {
    RecorderTrial.reading(trial.drive.afterKill).flatMap(\.trace.events)
      .filter { $0.kind == .recorderGap }.map { ($0.dropped, $0.reason) }
  }

  static func checkWhole(_ trial: RecorderTrial) throws {
    #expect(try trial.breach(of: trial.drive.afterKill) == nil)
    #expect(trial.recovered == trial.accepted.count)
    let readings = RecorderTrial.reading(trial.drive.afterKill)
    #expect(readings.flatMap(\.damageCodes) == [])
    #expect(readings.count == 1)
  }

  @Test func `a full queue drops events and counts them in a gap`() throws {
    let trial = Self.trial()
    trial.run([.burst(500), .flush, .record, .close])
    #expect(trial.dropped > 100)
    #expect(trial.accepted.count + Int(trial.dropped) == 501)
    let gaps = Self.gaps(trial)
    #expect(gaps.count == 1 && gaps[0].dropped == trial.dropped && gaps[0].reason == .bufferFull)
    try Self.checkWhole(trial)
  }

  @Test func `each of as many events as 10,000 a second make in a minute is in a line or in a gap`()
    throws
  {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.totalBytes = 0
    let recorder = Recorder(folder: folder.path + "/ads", session: "s-1", options: options)
    // All of them come at once, from four threads.
    let threads = 4
    let each = 150_000
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<each { recorder.record(.videoPlayed(ad: "a", unit: "u")) }
    }
    let answer = recorder.closeAndWait()
    #expect(answer.isComplete)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/ads")
    var records: Int64 = 0
    var dropped: Int64 = 0
    for name in names {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/ads/\(name)"))
      records += Int64(data.count { $0 == UInt8(ascii: "\n") })
      dropped += Self.dropped(in: data)
    }
    #expect(dropped == answer.lost)
    #expect(records >= Int64(threads * each) - dropped)
    #expect(answer.through >= Int64(threads * each))
  }

  /// The sum of all `dropped` in lines of `recorder.gap`.
  private static func dropped(in journal: Data) -> Int64 {
    let mark = Data("\"dropped\":".utf8)
    var sum: Int64 = 0
    var start = journal.startIndex
    while let found = journal.range(of: mark, in: start..<journal.endIndex) {
      let digits = journal[found.upperBound...].prefix { (0x30...0x39).contains($0) }
      sum += Int64(String(decoding: digits, as: UTF8.self)) ?? 0
      start = found.upperBound
    }
    return sum
  }

  @Test func `a gap is recorded even if no event follows`() throws {
    let trial = Self.trial()
    trial.run([.burst(500), .flush])
    #expect(Self.gaps(trial).map(\.dropped) == [trial.dropped])
    #expect(trial.answers.last?.isComplete == true)
  }

  @Test(arguments: [Durability.process, .ordered, .durable])
  func `a disk that gets space again loses only events that did not fit in the queue`(
    durability: Durability
  ) throws {
    let trial = Self.trial(durability)
    trial.run([.burst(5), .flush, .space(2000), .burst(300), .flush, .burst(200), .flush])
    #expect(trial.answers.last?.degradation?.cause == .write)
    #expect(trial.answers.last?.degradation?.errno == ENOSPC)
    #expect(trial.answers.last?.degradation?.first == trial.acknowledged + 1)
    let droppedBefore = trial.dropped
    #expect(droppedBefore > 100)
    trial.run([.space(nil), .pause(120_000), .turn, .record, .close])
    #expect(trial.dropped == droppedBefore)
    let gaps = Self.gaps(trial)
    #expect(gaps.compactMap(\.dropped).reduce(0, +) == trial.dropped)
    #expect(gaps.last?.reason == .diskFull)
    #expect(trial.answers.last?.isComplete == true)
    try Self.checkWhole(trial)
  }

  @Test func `gaps are exact after the disk was full a thousand times`() throws {
    let trial = Self.trial()
    for round in 0..<(100 * recorderRounds) {
      let used = trial.drive.files.values.reduce(0) { $0 + $1.bytes.count }
      trial.run([.space(used + round % 700), .burst(90), .flush, .burst(round % 90), .flush])
      trial.run([.space(nil), .flush])
    }
    trial.run(.close)
    #expect(trial.dropped > 0)
    #expect(Self.gaps(trial).compactMap(\.dropped).reduce(0, +) == trial.dropped)
    try Self.checkWhole(trial)
  }

  @Test func `each hole has its own gap with its reason`() throws {
    var error: Int32? = nil
    let trial = Self.trial { _, name in
      name == "write" || name == "create" ? error.map { .before($0) } : nil
    }
    trial.run(.flush)
    error = EIO
    trial.run([.record, .flush, .burst(500), .flush])
    error = ENOSPC
    trial.run([.flush, .burst(10)])
    error = nil
    trial.run([.flush, .record, .close])
    #expect(Self.gaps(trial).map(\.reason) == [.writeError, .diskFull])
    #expect(Self.gaps(trial).last?.dropped == 10)
    #expect(Self.gaps(trial).compactMap(\.dropped).reduce(0, +) == trial.dropped)
    try Self.checkWhole(trial)
  }

  @Test func `memory is reserved for the most important kinds`() {
    let exchange = Exchange(RecorderFaultTests.options(.process, queue: 16 << 10), .live)
    while exchange.record(RecordedNote(number: 5), urgent: false) > 0 {}
    let before = exchange.status
    #expect(before.lost == 1)
    #expect(exchange.record(OwedEvent(kind: .consentUpdated), urgent: false) == before.newest + 2)
    #expect(exchange.record(OwedEvent(kind: .appTerminating), urgent: false) == before.newest + 3)
    #expect(exchange.record(RecordedNote(number: 5), urgent: false) == 0)
    #expect(exchange.record(OwedEvent(kind: .sessionSealed), urgent: false) == 0)
    #expect(exchange.record(OwedEvent(kind: .unknown), urgent: false) == 0)
    #expect(exchange.status.lost == 2)
  }

  private struct OwedEvent: RecordedEvent {
    var kind: EventKind
    func write(to fields: inout FieldWriter) {
      if kind == .consentUpdated { fields.boolean(.canRequestAds, true) }
    }
  }

  @Test func `after a failed sync the same bytes are acknowledged in a new file only`()
    throws
  {
    var isFailing = true
    let trial = Self.trial(.durable) { _, name in
      name == "sync" && isFailing ? .before(EIO) : nil
    }
    trial.run([.burst(3), .flush])
    #expect(trial.answers.last?.degradation?.cause == .sync)
    #expect(trial.acknowledged == 0)
    isFailing = false
    trial.run([.flush])
    #expect(trial.answers.last?.isComplete == true && trial.acknowledged == 4)
    let files = trial.drive.afterKill
    // The files whose sync failed are deleted, since the new one has all of their records.
    #expect(files.count == 1)
    var random = RecorderRandom(seed: 1)
    for _ in 0..<20 { #expect(try trial.breach(of: trial.drive.afterPowerCut(&random)) == nil) }
  }

  @Test func `records acknowledged before a failed sync are not written again`() throws {
    var syncs = 0
    let trial = Self.trial(.durable) { _, name in
      if name == "sync" { syncs += 1 }
      return name == "sync" && (3...4).contains(syncs) ? .before(EIO) : nil
    }
    trial.run([.burst(3), .flush, .burst(2), .flush, .burst(2), .flush, .close])
    #expect(trial.acknowledged >= 8)
    #expect(trial.drive.files.keys.sorted() == ["s-1-2.jsonl", "s-1.jsonl"])
    let second = trial.drive.afterKill["s-1-2.jsonl"] ?? []
    let text = String(decoding: second, as: UTF8.self)
    #expect(text.contains("session.continued") && !text.contains("\"seq\":3,"))
    #expect(try trial.breach(of: trial.drive.afterKill) == nil)
  }

  @Test func `an event without room can be offered again and is not counted as dropped`() {
    let exchange = Exchange(RecorderFaultTests.options(.process, queue: 16 << 10), .live)
    let note = RecordedNote(number: 5)
    var count: Int64 = 0
    while exchange.record(note, urgent: false, isOffer: true) > 0 { count += 1 }
    for _ in 0..<3 { #expect(exchange.record(note, urgent: false, isOffer: true) == 0) }
    #expect(exchange.status.lost == 0 && exchange.status.newest == count)
    #expect(exchange.record(note, urgent: false) == 0)
    #expect(exchange.status.lost == 1)
  }

  @Test func `records are written but not acknowledged on a file system that cannot sync`()
    throws
  {
    let trial = Self.trial(.durable) { _, name in name == "sync" ? .before(EINVAL) : nil }
    trial.run([.burst(3), .flush, .burst(400), .flush, .record, .close])
    for answer in trial.answers {
      #expect(answer.through == 0)
      #expect(answer.degradation == Degradation(.unsupported, errno: EINVAL, first: 1))
    }
    #expect(
      trial.answers[0].degradation?.description
        == "record 1 and later records do not meet the durability policy: this file system does not "
        + "support the policy: Invalid argument")
    #expect(trial.status.degradation?.cause == .unsupported)
    try Self.checkWhole(trial)
  }

  @Test func `a deleted file is replaced with all records that were not acknowledged`() throws {
    let trial = Self.trial()
    trial.run([.burst(3), .flush, .removeAll, .burst(3), .flush, .record, .close])
    #expect(trial.answers.last?.isComplete == true)
    let text = trial.drive.afterKill.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for (seq, _) in trial.accepted.dropFirst(3) { #expect(text.contains("\"seq\":\(seq),")) }
  }

  @Test func `the acknowledged records of a deleted file are counted, and a note reports them`()
    throws
  {
    let trial = Self.trial()
    trial.run([.burst(3), .flush, .removeAll, .burst(3), .flush])
    // The header and three notes.
    #expect(trial.answers.map(\.removed) == [0, 4])
    #expect(trial.status.removed == 4)
    trial.run([.record, .close])
    #expect(trial.answers.last == Acknowledgement(through: 11, removed: 4))
    let text = trial.drive.afterKill.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(
      text.contains(
        "\"text\":\"s-1.jsonl was deleted, replaced or truncated during recording: 4 records are gone\""
      ))
  }

  @Test(
    arguments: [(.removeAll, 4), (.truncateAll(lines: 1, bytes: 0), 3)]
      as [(RecorderTrial.Step, Int64)], [true, false])
  func `records that another program deletes before the recorder is closed are counted`(
    change: (step: RecorderTrial.Step, removed: Int64), isSealed: Bool
  ) {
    var options = RecorderFaultTests.options(.process)
    options.seals = isSealed
    let trial = RecorderTrial(options) { _, _ in nil }
    trial.run([.burst(3), .flush, change.step, .close])
    #expect(trial.answers.last?.removed == change.removed)
  }

  @Test(arguments: [0, 2, 4, 5], [0, 20])
  func `the acknowledged records that a truncation takes are counted, and the others are not`(
    lines: Int, bytes: Int
  ) throws {
    let trial = Self.trial(.durable)
    // The header and three notes are acknowledged, the next two are not.
    trial.run([.burst(3), .flush, .burst(2), .turn])
    trial.run([.truncateAll(lines: lines, bytes: bytes), .burst(3), .flush, .record, .close])
    let gone = Int64(max(0, 4 - lines))
    #expect(trial.answers.map(\.removed) == [0, gone, gone])
    #expect(trial.answers.last?.isComplete == true)
    let text = trial.drive.afterKill.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for (seq, _) in trial.accepted.dropFirst(3) { #expect(text.contains("\"seq\":\(seq),")) }
    #expect(
      text.contains(
        "s-1.jsonl was deleted, replaced or truncated during recording: \(gone) records are gone")
        == (gone > 0))
  }

  @Test func `a truncation in a later file is counted without the line that opens the file`() {
    let trial = Self.trial(.process)
    trial.run([.burst(3), .flush, .rotate, .turn, .burst(3), .flush])
    trial.run([.truncateAll(lines: 2, bytes: 0), .record, .flush, .close])
    #expect(trial.drive.files.keys.sorted() == ["s-1-2.jsonl", "s-1-3.jsonl", "s-1.jsonl"])
    // Of three notes, the first one stays behind `session.continued`.
    #expect(trial.answers.map(\.removed) == [0, 0, 2, 2])
  }

  @Test func `a truncated file is not filled with zeros when the disk is full`() throws {
    let trial = Self.trial(.process)
    trial.run([.burst(3), .flush, .truncateAll(lines: 1, bytes: 0)])
    let size = trial.drive.afterKill.values.map(\.count).reduce(0, +)
    trial.run([.space(size + 100), .burst(3), .flush, .space(nil), .flush, .close])
    #expect(trial.answers.last?.removed == 3)
    #expect(trial.drive.afterKill.values.allSatisfy { !$0.contains(0) })
    let text = trial.drive.afterKill.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for (seq, _) in trial.accepted.dropFirst(3) { #expect(text.contains("\"seq\":\(seq),")) }
  }

  @Test func `records that were not acknowledged are not gone with a deleted file`() {
    let trial = Self.trial(.durable) { _, name in name == "sync" ? .before(EIO) : nil }
    trial.run([.burst(3), .flush, .removeAll, .burst(3), .flush, .close])
    #expect(trial.answers.allSatisfy { $0.removed == 0 && $0.through == 0 })
    #expect(throws: Never.self) { try Self.checkAccepted(trial) }
  }

  /// Checks that every accepted note is in the folder.
  static func checkAccepted(_ trial: RecorderTrial) throws {
    #expect(try trial.breach(of: trial.drive.afterKill) == nil)
    #expect(trial.recovered == trial.accepted.count)
  }

  @Test func `under the policy memory a closed recorder acknowledges only written records`() {
    let trial = Self.trial(.memory)
    trial.run([.burst(3), .flush, .space(0), .burst(3), .flush])
    #expect(trial.answers.map(\.through) == [4, 7])
    trial.run(.close)
    #expect(trial.answers.last?.through == 0)
    #expect(
      trial.answers.last?.degradation == Degradation(.write, errno: ENOSPC, first: 1))
    #expect(trial.status.acknowledged == 0)
  }

  @Test func `under the policy memory a closed recorder is complete if all records were written`() {
    let trial = Self.trial(.memory)
    trial.run([.burst(3), .flush, .close])
    #expect(trial.answers.last == Acknowledgement(through: 5))
  }

  @Test func `a deleted file is replaced even if its identity was unknown at first`()
    throws
  {
    var looks = 0
    let trial = Self.trial { _, name in
      if name == "identity" { looks += 1 }
      return name == "identity" && looks == 1 ? .before(EIO) : nil
    }
    trial.run([.burst(3), .flush, .removeAll, .burst(3), .flush, .record, .close])
    #expect(trial.answers.last?.isComplete == true)
    let text = trial.drive.afterKill.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for (seq, _) in trial.accepted.dropFirst(3) { #expect(text.contains("\"seq\":\(seq),")) }
  }

  @Test(arguments: [0, 1, 5], [Durability.process, .ordered, .durable])
  func `a system that knows no descriptor any more costs at most one more file`(
    known: Int, durability: Durability
  ) throws {
    var looks: Set<Int> = []
    let trial = Self.trial(durability) { number, name in
      // The drive asks twice for each call.
      if name == "identity" { looks.insert(number) }
      return name == "identity" && looks.count > known ? .before(EBADF) : nil
    }
    for _ in 0..<100 { trial.run([.record, .flush]) }
    trial.run(.close)
    #expect(trial.drive.files.count <= 2)
    let lines = trial.drive.files.values.reduce(0) { $0 + $1.bytes.count { $0 == 0x0A } }
    #expect(lines <= trial.accepted.count + 10)
    try Self.checkAccepted(trial)
  }

  @Test func `a change of the wall clock does not change order and ages`() throws {
    let trial = Self.trial()
    trial.run([.burst(3), .flush])
    for days in [-1, 400, -30_000, 60_000] as [Int64] {
      trial.drive.wallOffset = days * 86_400_000_000_000
      trial.run([.pause(1000), .burst(2), .flush])
    }
    trial.run(.close)
    try Self.checkWhole(trial)
    let events = RecorderTrial.reading(trial.drive.afterKill).first?.trace.events ?? []
    #expect(events.map(\.seq) == Array(1...Int64(events.count)))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.t <= $1.t })
    #expect((events.last?.t ?? 0) >= 4000 && (events.last?.t ?? 0) < 10_000)
    #expect(zip(events, events.dropFirst()).contains { $0.wall > $1.wall })
  }

  @Test func `records that wait for a file keep the wall clock of their recording`() {
    var isRefused = true
    let trial = Self.trial { _, name in name == "create" && isRefused ? .before(EACCES) : nil }
    trial.run([.burst(3), .flush])
    let before = 1_790_000_000_000 + trial.drive.clock / 1_000_000
    trial.drive.wallOffset = 86_400_000_000_000
    isRefused = false
    trial.run([.flush, .record, .close])
    let events = RecorderTrial.reading(trial.drive.afterKill).first?.trace.events ?? []
    #expect(events.count == 6)
    #expect(events.prefix(4).allSatisfy { $0.wall <= before })
    #expect(events.suffix(2).allSatisfy { $0.wall > before + 86_000_000 })
  }

  @Test func `times never decrease with several threads`() {
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    var queue = EventQueue(ring: ring, reserved: 0)
    let note = RecordedNote(number: 1)
    #expect(queue.put(note, 50) == 1)
    let place = queue.head
    #expect(queue.put(note, 40) == 2)
    #expect(queue.takeSeq(30).time == 50)
    #expect(queue.usedBytes > 0 && place != queue.head)
  }
}
