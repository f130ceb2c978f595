internal import Platform
internal import AdRules

/// The app-open shows of one journal by install: daily caps alone look across sessions.
///
/// Its memory does not grow with the journal: records wait in a ``SpillFile``, and at the end the
/// installs are looked at in parts, several at the same time.
struct CapLedger: ~Copyable {
  /// What a session has to be judged by again.
  struct Again {
    var shows: OtherShows
    /// Where the session is kept, if its journal cannot be read again; -1 for nowhere.
    var archive: Int64
    /// The hash of its name, to find its lines; 0 where nobody knows it any more.
    var session: UInt64
  }

  private var file: SpillFile
  private var records = 0
  private let partSize: Int
  /// Below so many bytes another thread costs more than it saves.
  private let few: Int

  /// Makes a ledger that looks at about so many bytes of records at once.
  init(partSize: Int = 4 << 20, few: Int = 1 << 16, loss: DiskLoss = DiskLoss()) {
    self.partSize = partSize
    self.few = few
    file = SpillFile(limit: partSize / 4, loss: loss)
  }

  /// Whether no session has to do with a daily cap.
  var isEmpty: Bool { file.count == 0 }

  /// Takes down a session of an install; the hash of its name is 0 where nobody knows it.
  mutating func add(
    _ found: [CapEntry], install: String, session: UInt64 = 0, order: Int, archive: Int64
  ) {
    if found.isEmpty { return }
    CapRecord.withBytes(
      of: found, install: install, session: session, order: order, archive: archive
    ) { add($0) }
  }

  /// Takes down a session's ``CapRecord``.
  mutating func add(_ record: UnsafeRawBufferPointer) {
    _ = file.append(record)
    records += 1
  }

  /// The other sessions' shows for each session whose verdicts they can change, by its first line.
  ///
  /// Each thread looks at a part of the installs: it reads all records, and keeps those.
  func again(jobs: Int = 1) -> [Int: Again] {
    // Where there is one session only, no other shows an ad.
    if records < 2 { return [:] }
    let bytes = file.bytes
    let jobs = bytes.count < few ? 1 : jobs
    let parts = max(jobs, (bytes.count * jobs + partSize - 1) / partSize)
    let found = Lock<[Int: Again]>([:])
    Numbers.each(below: parts, jobs: jobs) { part in
      let again = CapPart(part, of: parts, bytes).again()
      found.locked { $0.merge(again) { $1 } }
    }
    return found.locked { $0 }
  }
}
