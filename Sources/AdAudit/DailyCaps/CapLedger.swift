internal import Platform
internal import AdRules

/// The app-open shows of one journal by install: daily caps alone look across sessions.
///
/// The memory does not grow with the journal: records wait in a temporary file. At the end, several
/// threads evaluate one part of the installs each.
struct CapLedger: ~Copyable {
  /// The input to judge a session again.
  struct Again {
    var shows: OtherShows
    /// The session's offset in the archive, if its journal cannot be read again.
    var archive: UInt64?
    /// The hash of its name, to find its lines; 0 if the name is unknown.
    var session: UInt64
  }

  private var file: TemporaryFile
  private let loss: DiskLoss
  private var records = 0
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

  /// Whether no session has to do with a daily cap.
  var isEmpty: Bool { file.count == 0 }

  /// Records a session of an install; the hash of its name is 0 if the name is unknown.
  mutating func add(
    _ found: [CapEntry], install: String, session: UInt64 = 0, order: Int, archive: UInt64?
  ) {
    if found.isEmpty { return }
    add(
      CapRecord.bytes(
        of: found, install: install, session: session, order: order, archive: archive))
  }

  /// Records the ``CapRecord`` of a session.
  mutating func add(_ record: [UInt8]) {
    _ = file.append(record)
    records += 1
  }

  /// The other sessions' shows for each session whose verdicts they can change, by its first line.
  ///
  /// Each thread reads all records and keeps those of its part of the installs.
  func again(jobs: Int = 1) -> [Int: Again] {
    // A single session has no others that show ads.
    if records < 2 { return [:] }
    let bytes = file.snapshot
    let loss = loss
    let jobs = bytes.count < few ? 1 : jobs
    let parts = max(jobs, (bytes.count * jobs + partSize - 1) / partSize)
    let found = Lock<[Int: Again]>([:])
    parallelForEach(below: parts, jobs: jobs) { part in
      let again = CapPart(part, of: parts, bytes, loss).again()
      found.locked { $0.merge(again) { $1 } }
    }
    return found.locked { $0 }
  }
}
