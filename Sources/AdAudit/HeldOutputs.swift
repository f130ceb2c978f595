internal import AdReplay
internal import JournalInput
internal import Platform

/// What an audit hands out later, in order: it waits until the sessions that depend on other inputs
/// are judged.
///
/// It waits in a temporary file, so that the memory does not grow with the number of inputs. Only
/// findings about a file as a whole stay in memory.
struct HeldOutputs: ~Copyable {
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
  /// The offset of the next output in the file.
  private var offset = 0

  init(_ loss: DiskLoss) { self.loss = loss }

  /// Whether nothing waits.
  var isEmpty: Bool { file.count == 0 }

  mutating func add(_ delivery: Delivery<PendingReport>) {
    switch delivery {
    case .session(let report): add(report)
    case .journal(let summary): add(summary)
    case .failure(let error): add(error)
    }
  }

  private mutating func add(_ report: PendingReport) {
    add(Tag.session) { report.append(to: &$0) }
  }

  private mutating func add(_ failure: InputError) {
    failures.append(failure)
    let number = failures.count - 1
    add(Tag.failure) { $0.number(number) }
  }

  private mutating func add(_ summary: JournalSummary) {
    var plain = JournalSummary(path: summary.path)
    (plain.bytes, plain.lines) = (summary.bytes, summary.lines)
    (plain.records, plain.sessions) = (summary.records, summary.sessions)
    if plain == summary {
      add(Tag.journal) {
        $0.text(plain.path)
        for number in [plain.bytes, plain.lines, plain.records, plain.sessions] {
          $0.number(number)
        }
      }
    } else {
      summaries.append(summary)
      let number = summaries.count - 1
      add(Tag.keptJournal) { $0.number(number) }
    }
  }

  private mutating func add(_ tag: UInt8, _ append: (inout ByteWriter) -> Void) {
    var output = ByteWriter()
    output.byte(tag)
    append(&output)
    file.add(integer: UInt32(clamping: output.bytes.count))
    file.add(output.bytes)
    file.spillIfMany()
  }

  /// The next output, when all were added; nil at the end, or where the disk lost one.
  mutating func next() -> Delivery<PendingReport>? {
    guard offset < file.count else { return nil }
    let count = file.integer(at: offset, as: UInt32.self).map { Int($0) }
    var bytes = ByteReader(count.map { file.read(offset + 4, $0) } ?? [])
    guard let count, let output = output(&bytes) else {
      loss.note()
      offset = file.count
      return nil
    }
    offset += 4 + count
    return output
  }

  private func output(_ bytes: inout ByteReader) -> Delivery<PendingReport>? {
    switch bytes.byte() {
    case Tag.session: PendingReport(&bytes).map { .session($0) }
    case Tag.journal: Self.plainSummary(&bytes).map { .journal($0) }
    case Tag.keptJournal: bytes.count().map { .journal(summaries[$0]) }
    case Tag.failure: bytes.count().map { .failure(failures[$0]) }
    default: nil
    }
  }

  private static func plainSummary(_ packed: inout ByteReader) -> JournalSummary? {
    guard let path = packed.text(), let bytes = packed.count(), let lines = packed.count(),
      let records = packed.count(), let sessions = packed.count()
    else { return nil }
    var summary = JournalSummary(path: path)
    (summary.bytes, summary.lines) = (bytes, lines)
    (summary.records, summary.sessions) = (records, sessions)
    return summary
  }
}
