internal import Platform
internal import AdRules

/// What the sessions of one call contribute to the daily caps of their installs: daily caps alone
/// look across sessions, wherever these are stored.
///
/// The memory does not grow with the number of sessions: records wait in a temporary file. At the
/// end, several threads evaluate one part of the installs each.
struct CapLedger: ~Copyable {
  /// The input to judge a session again.
  struct Again {
    /// The known shows before it.
    var shows: OtherShows
    /// Where the session was found.
    var note: CapNote
  }

  /// The answers to the questions of sessions.
  struct Answers {
    /// The questions that need no second judgement because all earlier shows are known.
    var noneThatMatters: [Int] = []
    /// The sessions that have to be judged again.
    var again: [Again] = []

    mutating func add(_ other: Answers) {
      noneThatMatters += other.noneThatMatters
      again += other.again
    }
  }

  private var file: TemporaryFile
  private let loss: DiskLoss
  private let partSize: Int
  /// Below this number of bytes, another thread costs more than it saves.
  private let few: Int

  /// Makes a ledger that evaluates about `partSize` bytes of records at once.
  init(partSize: Int = 4 << 20, few: Int = 1 << 16, loss: DiskLoss = DiskLoss()) {
    self.partSize = partSize
    self.few = few
    self.loss = loss
    file = TemporaryFile(limit: partSize / 4)
  }

  /// Adds the note of a session of an install.
  mutating func add(_ note: CapNote, install: String) {
    add(CapRecord.bytes(of: note, install: install))
  }

  /// Adds some ``CapRecord``s.
  mutating func add(_ records: [UInt8]) { _ = file.append(records) }

  /// The answers to all questions but those whose earlier shows are unknown.
  ///
  /// Each thread reads all records and keeps those of its part of the installs.
  func answers(jobs: Int = 1) -> Answers {
    let bytes = file.snapshot
    let loss = loss
    let jobs = bytes.count < few ? 1 : jobs
    let parts = max(jobs, (bytes.count * jobs + partSize - 1) / partSize)
    let found = Lock<Answers>(Answers())
    parallelForEach(below: parts, jobs: jobs) { part in
      let answers = CapPart(part, of: parts, bytes, loss).answers()
      found.locked { $0.add(answers) }
    }
    return found.locked { $0 }
  }
}
