internal import Platform

/// The records of a ``CapLedger`` whose installs fall into one of several parts.
struct CapPart {
  /// The records in the order in which they were added.
  private var records: [UInt8] = []
  private var installs: [UInt64] = []
  /// The offset of each record, and the end of the last.
  private var starts: [Int] = []

  /// Copies the records of a part, up to the first one that the disk lost.
  init(_ part: Int, of parts: Int, _ bytes: TemporaryFileSnapshot, _ loss: DiskLoss) {
    records.reserveCapacity(bytes.count / parts / 8 * 9 + 4096)
    installs.reserveCapacity(bytes.count / parts / 32)
    starts.reserveCapacity(bytes.count / parts / 32)
    var reader = TemporaryFileSnapshot.Reader(bytes)
    var offset = 0
    while let (size, install) = CapRecord.head(at: offset, &reader) {
      if install.multipliedFullWidth(by: UInt64(parts)).high == part {
        let start = records.count
        guard reader.read(offset, size, to: &records) else { break }
        installs.append(install)
        starts.append(start)
      }
      offset += size
    }
    if offset < bytes.count { loss.note() }
    starts.append(records.count)
    records.append(contentsOf: repeatElement(0, count: CapRecord.room))
  }

  /// The other sessions' shows for each session whose verdicts they can change, by its first line.
  func again() -> [Int: CapLedger.Again] {
    var result: [Int: CapLedger.Again] = [:]
    var entries: [CapEntry] = []
    InstallGroups(installs).forEach { group in
      entries.removeAll(keepingCapacity: true)
      for member in group {
        let index = Int(member)
        CapRecord.read(records, starts[index]..<starts[index + 1], call: index, to: &entries)
      }
      entries.sortByDay()
      if entries.areOfSeveralSessions, !entries.areOutOfReach {
        InstallDays(entries).addAgain(to: &result)
      }
    }
    return result
  }
}
