internal import AdRules

/// The app-open shows of one journal by install: daily caps alone look across sessions.
///
/// Its memory does not grow with the journal: entries wait in a ``SpillFile``, and at the end the
/// installs are looked at in as many parts as it takes.
struct CapLedger: ~Copyable {
  /// What a session has to be judged by again.
  struct Again {
    var shows: OtherShows
    /// Where the session is kept, if its journal cannot be read again; -1 for nowhere.
    var archive: Int64
  }

  private var file: SpillFile
  private var count = 0
  private var calls = 0
  private let partSize: Int
  private static let size = MemoryLayout<CapEntry>.stride
  private static let installOffset = MemoryLayout<CapEntry>.offset(of: \.install) ?? 0

  /// Makes a ledger that looks at about so many bytes of entries at once.
  init(partSize: Int = 4 << 20) {
    self.partSize = partSize
    file = SpillFile(limit: partSize / 4)
  }

  /// Whether no session has to do with a daily cap.
  var isEmpty: Bool { count == 0 }

  /// Takes down a session of an install.
  mutating func add(_ found: [CapEntry], install: String, order: Int, archive: Int64) {
    let hash = UInt64(bitPattern: Int64(install.hashValue))
    calls += 1
    for var entry in found {
      entry.install = hash
      entry.order = order
      entry.call = calls
      entry.archive = archive
      _ = withUnsafeBytes(of: &entry) { file.append(UnsafeRawBufferPointer($0)) }
      count += 1
    }
  }

  /// The other sessions' shows for each session whose verdicts they can change, by its first line.
  mutating func again() -> [Int: Again] {
    var result: [Int: Again] = [:]
    let parts = UInt64(max(1, (count * Self.size + partSize - 1) / partSize))
    for part in 0..<parts {
      InstallGroups(entries(of: part, of: parts)).forEach { entries in
        if entries.contains(where: { $0.order != entries[0].order }) {
          InstallDays(entries).addAgain(to: &result)
        }
      }
    }
    return result
  }

  /// The entries of the installs of a part.
  private mutating func entries(of part: UInt64, of parts: UInt64) -> [CapEntry] {
    var entries: [CapEntry] = []
    entries.reserveCapacity(count / Int(parts) + 64)
    for place in 0..<count {
      let bytes = file.read(place * Self.size, Self.size)
      // The disk lost what follows.
      if bytes.count < Self.size { break }
      let install = bytes.loadUnaligned(fromByteOffset: Self.installOffset, as: UInt64.self)
      if install.multipliedFullWidth(by: parts).high == part {
        entries.append(bytes.loadUnaligned(as: CapEntry.self))
      }
    }
    return entries
  }
}

/// Entries put together by install: a table of buckets costs less than to sort them.
private struct InstallGroups {
  private let entries: [CapEntry]
  /// The places of ``entries``, bucket by bucket, each in order.
  private var places: [Int32]
  /// Where each bucket ends.
  private var ends: [Int32]

  init(_ entries: [CapEntry]) {
    self.entries = entries
    var size = 1
    while size < entries.count { size *= 2 }
    let mask = UInt64(size - 1)
    ends = Array(repeating: 0, count: size)
    places = Array(repeating: 0, count: entries.count)
    for entry in entries { ends[Int(entry.install & mask)] += 1 }
    var end: Int32 = 0
    for bucket in ends.indices {
      // Where it begins; it goes on to its end while the places are written.
      (ends[bucket], end) = (end, end + ends[bucket])
    }
    for (place, entry) in entries.enumerated() {
      let bucket = Int(entry.install & mask)
      places[Int(ends[bucket])] = Int32(truncatingIfNeeded: place)
      ends[bucket] += 1
    }
  }

  /// Calls a closure with the entries of each install, in the order in which they were added.
  consuming func forEach(_ body: ([CapEntry]) -> Void) {
    var group: [CapEntry] = []
    var start = 0
    for bucketEnd in ends {
      var end = Int(bucketEnd)
      // Nearly always there is one install in a bucket.
      while start < end {
        let install = entries[Int(places[start])].install
        group.removeAll(keepingCapacity: true)
        var left = start
        for place in start..<end {
          let entry = entries[Int(places[place])]
          if entry.install == install {
            group.append(entry)
          } else {
            places[left] = places[place]
            left += 1
          }
        }
        body(group)
        end = left
      }
      start = Int(bucketEnd)
    }
  }
}
