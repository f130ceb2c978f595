/// The records of a ``CapLedger`` whose installs fall into one of several parts.
struct CapPart {
  /// The records, one behind the other, in the order in which they were added.
  private var records: [UInt8] = []
  private var installs: [UInt64] = []
  /// Where each of them begins.
  private var starts: [Int] = []

  /// Copies the records of a part; what the disk lost is left out, and all that follows it.
  init(_ part: Int, of parts: Int, _ bytes: SpilledBytes) {
    records.reserveCapacity(bytes.count / parts / 8 * 9 + 4096)
    installs.reserveCapacity(bytes.count / parts / 32)
    starts.reserveCapacity(bytes.count / parts / 32)
    var reader = SpilledBytes.Reader(bytes)
    var place = 0
    while true {
      let head = reader.read(place, CapRecord.headSize)
      guard head.count == CapRecord.headSize else { break }
      let size = CapRecord.size(head)
      guard size > CapRecord.headSize else { break }
      let install = CapRecord.install(head)
      if install.multipliedFullWidth(by: UInt64(parts)).high == part {
        let record = reader.read(place, size)
        guard record.count == size else { break }
        installs.append(install)
        starts.append(records.count)
        records.append(contentsOf: record)
      }
      place += size
    }
    if place < bytes.count { bytes.noteLoss() }
    starts.append(records.count)
    records.append(contentsOf: repeatElement(0, count: CapRecord.room))
  }

  /// The other sessions' shows for each session whose verdicts they can change, by its first line.
  func again() -> [Int: CapLedger.Again] {
    var result: [Int: CapLedger.Again] = [:]
    var entries: [CapEntry] = []
    records.withUnsafeBytes { records in
      InstallGroups(installs).forEach { group in
        entries.removeAll(keepingCapacity: true)
        for place in group {
          let place = Int(place)
          let record = records[starts[place]..<starts[place + 1]]
          CapRecord.read(UnsafeRawBufferPointer(rebasing: record), call: place, to: &entries)
        }
        entries.sortByDay()
        if entries.areOfSeveralSessions, !entries.areOutOfReach {
          InstallDays(entries).addAgain(to: &result)
        }
      }
    }
    return result
  }
}
