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

  /// The answers to the questions of these sessions.
  func answers() -> CapLedger.Answers {
    var answers = CapLedger.Answers()
    InstallGroups(installs).forEach { group in
      let notes = group.map { member in
        let index = Int(member)
        return CapRecord.note(records, starts[index]..<starts[index + 1])
      }
      if notes.contains(where: { $0.question != nil }) {
        InstallDays(notes).answer(&answers)
      }
    }
    return answers
  }
}
