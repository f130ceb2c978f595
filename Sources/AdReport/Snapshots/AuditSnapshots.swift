package import AdJournal
internal import AdSession

/// Keeps how far the files of an audit were read, and what was said of their sessions, in a folder:
/// a file that grew is then read from where it ended the last time.
///
/// A snapshot is a journal's own: of its path and of all that was asked. It is taken only where every
/// byte before its end is still what it was (their hash is compared, which takes a fraction of
/// parsing them), the program is the same, and its options are; else everything is read anew. So it
/// never changes what an audit says. A session that goes on is kept as its records, packed; the rules
/// judge it again from its beginning.
public final class AuditSnapshots: Sendable {
  /// What is known of one input.
  private struct Input {
    var path: String
    var key: DigestKey
    /// The pieces of the snapshot that was taken.
    var known = FilePieces()
    var pieces: PieceCollector
    var frozen: FrozenInput?
    /// Whether what another snapshot needs is kept.
    var isWorth = true
  }

  private let folder: String
  private let purpose: [UInt8]
  private let jobs: Int
  private let inputs = Lock<[Int: Input]>([:])
  private let random = Lock<any RandomNumberGenerator & Sendable>(SystemRandomNumberGenerator())
  private let work = Lock<AuditWork?>(nil)
  private let leastGrowth: Int
  private let taken = Lock(0)

  /// How many snapshots were taken so far.
  public var takenCount: Int { taken.locked { $0 } }

  /// Keeps snapshots in a folder that is there.
  ///
  /// - Parameters:
  ///   - purpose: Everything that reports depend on beside the journals: the program, the rules, the
  ///     thresholds, the format. A snapshot that was made for anything else is not taken.
  ///   - jobs: How many threads compare the bytes.
  ///   - random: Draws the keys of the hashes; they must not be guessed by who writes the journals.
  ///   - leastGrowth: A file that grew by fewer bytes keeps its snapshot.
  public init(
    folder: String, purpose: [UInt8], jobs: Int, leastGrowth: Int = 1 << 18,
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.folder = folder
    self.purpose = purpose
    self.jobs = jobs
    self.leastGrowth = leastGrowth
    self.random.locked { $0 = random }
  }

  /// The work that takes the sessions of snapshots.
  func serve(_ work: AuditWork) { self.work.locked { $0 = work } }

  private func purpose(of path: String) -> [UInt8] { Array(path.utf8) + [0] + purpose }

  private func file(of path: String) -> String {
    SnapshotName.path(in: folder, of: path, suffix: "audit", purpose: purpose)
  }
}

extension AuditSnapshots: SnapshotStore {
  package func resume(_ input: Int, path: String, _ file: JournalBytes) -> ResumePoint? {
    if let snapshot = SnapshotFile(path: self.file(of: path), purpose: purpose(of: path)),
      let work = work.locked({ $0 }),
      let taken = SnapshotContents(snapshot), taken.pieces.hold(file, snapshot.key, jobs: jobs),
      case let isWorth = isWorth(file.count ?? 0, taken.pieces),
      let done = taken.sessions(of: snapshot, for: work, input, keepsCaps: isWorth)
    {
      begin(input, path, snapshot.key, taken.pieces, isWorth)
      self.taken.locked { $0 += 1 }
      return ResumePoint(end: taken.pieces.end, state: taken.state, done: done)
    }
    begin(input, path, random.locked { DigestKey(&$0) }, FilePieces())
    return nil
  }

  private func begin(
    _ input: Int, _ path: String, _ key: DigestKey, _ known: FilePieces, _ isWorth: Bool = true
  ) {
    let entry = Input(
      path: path, key: key, known: known, pieces: PieceCollector(key: key), isWorth: isWorth)
    inputs.locked { $0[input] = entry }
  }

  package func read(_ bytes: UnsafeRawBufferPointer, at place: Int, of input: Int) {
    inputs.locked { $0[input]?.pieces }?.add(bytes, at: place, of: input)
  }

  package func freeze(_ state: FrozenInput, of input: Int) {
    inputs.locked { $0[input]?.frozen = state }
  }
}

extension AuditSnapshots {
  /// Whether a file grew so much that a new snapshot saves more than it costs.
  private func isWorth(_ end: Int, _ known: FilePieces) -> Bool {
    end >= known.end + max(leastGrowth, known.end / 32)
  }

  /// Begins the snapshot of a journal whose sessions are about to be handed out; nil where it is not
  /// worth one, or there cannot be one.
  func recorder(of input: Int) -> SnapshotRecorder? {
    guard let entry = inputs.locked({ $0.removeValue(forKey: input) }), let frozen = entry.frozen,
      entry.isWorth,
      isWorth(frozen.end, entry.known),
      let pieces = entry.pieces.take(input, after: entry.known)?.prefix(frozen.end),
      // Parts of it may have been read twice.
      let journal = JournalFile(path: entry.path), pieces.hold(journal.bytes, entry.key, jobs: jobs)
    else { return nil }
    return SnapshotRecorder(
      path: file(of: entry.path), purpose: purpose(of: entry.path), key: entry.key, pieces, frozen)
  }
}

/// The names of snapshots.
enum SnapshotName {
  /// The file of a journal's snapshot: of its path and of what was asked, not of the program.
  static func path(in folder: String, of path: String, suffix: String, purpose: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // A program that is not the same has another purpose, and overwrites the snapshot.
    for byte in Array(path.utf8) + [0] + purpose.drop(while: { $0 != 0 }) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let name = path.split(separator: "/").last.map(String.init) ?? "journal"
    let digits = String(hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    return "\(folder)/\(name.prefix(80)).\(padded).\(suffix)"
  }
}
