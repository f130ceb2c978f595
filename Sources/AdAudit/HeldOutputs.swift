internal import AdReplay
internal import Platform

/// What an audit hands out later, in order: it waits until the sessions that depend on other inputs
/// are judged.
///
/// It waits in a temporary file, so that the memory does not grow with the number of inputs. Only
/// findings about a file as a whole stay in memory.
struct HeldOutputs: ~Copyable {
  /// One output that waits.
  enum Output {
    case session(PendingReport)
    case journal(JournalSummary)
    case failure(InputError)
  }

  /// No tag is zero: a disk returns zeros for lost bytes.
  private enum Tag {
    static let session: UInt8 = 1
    static let journal: UInt8 = 2
    static let keptJournal: UInt8 = 3
    static let failure: UInt8 = 4
  }

  private var file = TemporaryFile(limit: 1 << 19)
  private var summaries: [JournalSummary] = []
  private var failures: [InputError] = []
  private let loss: DiskLoss

  init(_ loss: DiskLoss) { self.loss = loss }

  /// Whether nothing waits.
  var isEmpty: Bool { file.count == 0 }

  mutating func add(_ report: PendingReport) { _ = file.append([Tag.session] + report.bytes) }

  mutating func add(_ failure: InputError) {
    failures.append(failure)
    file.add([Tag.failure])
    file.add(integer: Int64(failures.count - 1))
    file.spillIfMany()
  }

  mutating func add(_ summary: JournalSummary) {
    var plain = JournalSummary(path: summary.path)
    (plain.bytes, plain.lines) = (summary.bytes, summary.lines)
    (plain.records, plain.sessions) = (summary.records, summary.sessions)
    let isPlain = plain == summary
    file.add([isPlain ? Tag.journal : Tag.keptJournal])
    if isPlain {
      for number in [plain.bytes, plain.lines, plain.records, plain.sessions] {
        file.add(integer: Int64(number))
      }
      let path = Array(plain.path.utf8)
      file.add(integer: Int64(path.count))
      file.add(path)
    } else {
      summaries.append(summary)
      file.add(integer: Int64(summaries.count - 1))
    }
    file.spillIfMany()
  }

  /// Calls a closure with all outputs, in order.
  mutating func forEach(_ body: (Output) throws -> Void) throws {
    var offset = 0
    while offset < file.count {
      guard let output = next(&offset) else { return loss.note() }
      try body(output)
    }
  }

  private mutating func next(_ offset: inout Int) -> Output? {
    guard let tag = file.integer(at: offset, as: UInt8.self) else { return nil }
    offset += 1
    if tag == Tag.session {
      defer { offset += PendingReport.size }
      return PendingReport(file.read(offset, PendingReport.size)).map { .session($0) }
    }
    if tag == Tag.failure { return number(&offset).map { .failure(failures[$0]) } }
    if tag == Tag.keptJournal { return number(&offset).map { .journal(summaries[$0]) } }
    guard tag == Tag.journal else { return nil }
    return plainSummary(&offset).map { .journal($0) }
  }

  private mutating func plainSummary(_ offset: inout Int) -> JournalSummary? {
    guard let bytes = number(&offset), let lines = number(&offset),
      let records = number(&offset), let sessions = number(&offset), let count = number(&offset)
    else { return nil }
    let path = file.read(offset, count)
    guard path.count == count else { return nil }
    offset += count
    var summary = JournalSummary(path: String(decoding: path, as: UTF8.self))
    (summary.bytes, summary.lines) = (bytes, lines)
    (summary.records, summary.sessions) = (records, sessions)
    return summary
  }

  private mutating func number(_ offset: inout Int) -> Int? {
    defer { offset += 8 }
    return file.integer(at: offset, as: Int64.self).map { Int($0) }
  }
}
