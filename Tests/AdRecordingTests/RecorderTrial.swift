@testable import AdRecording
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation
import JSONLines

/// One recorder on a ``MemoryDrive``, run step by step on one thread, and the law it must keep:
/// acknowledged ⊆ recovered ⊆ submitted, and recovered is a prefix.
final class RecorderTrial {
  enum Step {
    case record
    /// An urgent event.
    case urgent
    /// Many events.
    case burst(Int)
    case flush
    /// A pass of the writer without a waiting caller.
    case turn
    case rotate
    case pause(Int64)
    case space(Int?)
    case removeAll
    case truncateAll(lines: Int, bytes: Int)
    /// The end of the session; later events are dropped.
    case end
    case close
  }

  let drive = MemoryDrive()
  private let exchange: Exchange
  private let writer: JournalWriter
  private var rest = Exchange.Rest.ready(syncBy: nil)
  private var number = 0
  private var json = JSONWriter()
  /// The lines of the accepted notes, from `event` on.
  private var fields: [Int64: [UInt8]] = [:]
  /// The accepted notes by their numbers, in order.
  private(set) var accepted: [(seq: Int64, text: String)] = []
  private(set) var dropped: Int64 = 0
  private(set) var acknowledged: Int64 = 0
  /// The number of notes in the last image.
  private(set) var recovered = 0
  private(set) var answers: [Acknowledgement] = []

  init(_ options: Recorder.Options, faults: @escaping (Int, String) -> RecorderFault?) {
    let system = drive.system
    exchange = Exchange(options, system)
    writer = JournalWriter(exchange, options, system, folder: "own", session: "s-1")
    drive.faults = faults
    _ = exchange.record(RecordedHeader(checksums: options.checksums), urgent: false)
  }

  func run(_ steps: [Step]) { for step in steps where !drive.hasEnded { run(step) } }

  func run(_ step: Step) {
    switch step {
    case .record: record()
    case .urgent: record(urgent: true)
    case .burst(let count): for _ in 0..<count { record() }
    case .flush: flush()
    case .turn: turn()
    case .rotate: exchange.rotate()
    case .pause(let milliseconds): drive.pass(milliseconds: milliseconds)
    case .space(let bytes): drive.space = bytes
    case .removeAll: drive.removeAll()
    case .truncateAll(let lines, let bytes): drive.truncateAll(lines: lines, bytes: bytes)
    case .end: _ = exchange.record(RecordedEnd(), urgent: true, isLast: true)
    case .close:
      exchange.close { self.take($0) }
      turn()
      exchange.stop()
    }
  }

  private func record(urgent: Bool = false) {
    number += 1
    let note = RecordedNote(number: number)
    let seq = exchange.record(note, urgent: urgent)
    if seq == 0 {
      dropped += 1
    } else {
      accepted.append((seq, note.text))
      json.clear()
      json.string(note.text)
      fields[seq] = Array(",\"event\":\"note\",\"text\":".utf8) + json.bytes
    }
  }

  private func flush() {
    var isAnswered = false
    exchange.flush(upTo: nil) {
      self.take($0)
      isAnswered = true
    }
    if !isAnswered { turn() }
  }

  private func take(_ answer: Acknowledgement) {
    answers.append(answer)
    if !drive.hasEnded { acknowledged = max(acknowledged, answer.through) }
  }

  private func turn() {
    let work = exchange.takeWork()
    rest = writer.pass(work)
    exchange.answer(work.waiters)
  }

  var status: Recorder.Status { exchange.status }

  /// Returns how an image of the folder breaks the law; nil if it does not.
  func breach(of image: [String: [UInt8]]) throws -> String? {
    var wrong: String?
    var found: Set<Int64> = []
    try Self.forEachNote(image) { seq, line in
      found.insert(seq)
      if !isSubmitted(seq, line) {
        wrong = "not submitted: \(String(decoding: line, as: UTF8.self))"
      }
    }
    recovered = found.count
    if let wrong { return wrong }
    let newest = found.max() ?? 0
    for (seq, _) in accepted where !found.contains(seq) {
      if seq <= acknowledged { return "acknowledged through \(acknowledged), but \(seq) is lost" }
      if seq < newest { return "record \(seq) is missing before \(newest)" }
    }
    return nil
  }

  /// Whether a line equals that of the accepted note with this number, byte by byte.
  private func isSubmitted(_ seq: Int64, _ line: UnsafeRawBufferPointer) -> Bool {
    guard let text = fields[seq], let start = line.baseAddress else { return false }
    // The wall clock ends with the first `Z` before a quote.
    var offset = 40
    while offset < 120, offset + 1 < line.count, line[offset] != 0x5A || line[offset + 1] != 0x22 {
      offset += 1
    }
    return offset + 2 + text.count <= line.count
      && memcmp(start + offset + 2, text, text.count) == 0
  }

  private static func forEachNote(
    _ image: [String: [UInt8]], _ body: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws {
    for bytes in image.values {
      try Journal.forEachLine(of: bytes, blockSize: 1 << 14) { line in
        if case .record(let record) = line.content, record.kind == .note {
          body(record.seq, line.bytes.view.raw)
        }
      }
    }
  }

  /// The number of dropped events that the gaps of an image report.
  static func dropped(_ image: [String: [UInt8]]) throws -> Int64 {
    var counts: [Int64: Int64] = [:]
    for reading in reading(image) {
      for event in reading.trace.events where event.kind == .recorderGap {
        counts[event.seq] = event.dropped
      }
    }
    return counts.values.reduce(0, +)
  }

  /// The session as the reader reads it from all files.
  static func reading(_ image: [String: [UInt8]]) -> [SessionReading] {
    let names = image.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    return Journal.read(bytes: names.flatMap { image[$0] ?? [] }, blockSize: 1 << 14)
  }
}
