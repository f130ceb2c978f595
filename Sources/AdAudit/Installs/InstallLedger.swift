internal import JournalInput
internal import Platform

/// The notes of all sessions that name their install.
///
/// The memory does not grow with the number of sessions: the notes wait in a temporary file. At the
/// end, several threads read one part of the installs each.
struct InstallLedger: ~Copyable {
  private var file: TemporaryFile
  private let partSize: Int
  /// Below this number of bytes, another thread costs more than it saves.
  private let few: Int

  /// Makes a ledger that reads about `partSize` bytes of notes at once.
  init(partSize: Int = 4 << 20, few: Int = 1 << 16) {
    self.partSize = partSize
    self.few = few
    file = TemporaryFile(limit: partSize / 4)
  }

  /// The note of a session of an install as one record of the ledger.
  static func record(_ note: InstallNote, install: String) -> [UInt8] {
    let bytes = note.bytes
    var record: [UInt8] = []
    record.reserveCapacity(headSize + bytes.count)
    record.append(integer: UInt32(headSize + bytes.count))
    record.append(integer: UInt64(bitPattern: Int64(install.hashValue)))
    return record + bytes
  }

  /// The bytes before a note: the size of the record and the hash of the install.
  fileprivate static let headSize = 12

  /// Adds some records.
  mutating func add(_ records: [UInt8]) { _ = file.append(records) }

  /// Calls a closure with parts of the installs, on several threads.
  ///
  /// Each part reads all records and keeps its own.
  func forEachPart(jobs: Int, loss: DiskLoss, _ body: @escaping @Sendable (InstallPart) -> Void) {
    let bytes = file.snapshot
    let jobs = bytes.count < few ? 1 : jobs
    let parts = max(jobs, (bytes.count * jobs + partSize - 1) / partSize)
    parallelForEach(below: parts, jobs: jobs) { part in
      body(InstallPart(part, of: parts, bytes, loss))
    }
  }
}

/// The notes of an ``InstallLedger`` whose installs fall into one of several parts.
struct InstallPart {
  private var records: [UInt8] = []
  /// The install of each record.
  private var installs: [UInt64] = []
  /// The offset of each record, and the end of the last.
  private var starts: [Int] = []
  private let loss: DiskLoss

  /// Copies the records of a part, up to the first one that the disk lost.
  init(_ part: Int, of parts: Int, _ bytes: TemporaryFileSnapshot, _ loss: DiskLoss) {
    self.loss = loss
    var reader = TemporaryFileSnapshot.Reader(bytes)
    var offset = 0
    while let size = reader.integer(at: offset, as: UInt32.self).map({ Int($0) }),
      size > InstallLedger.headSize, let install = reader.integer(at: offset + 4, as: UInt64.self)
    {
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
  }

  /// Calls a closure with the notes of each install, in the order of its first session.
  func forEachInstall(_ body: ([InstallNote]) -> Void) {
    var firsts: [UInt64: Int] = [:]
    for (index, install) in installs.enumerated() where firsts[install] == nil {
      firsts[install] = index
    }
    let sorted = installs.map { firsts[$0] ?? 0 }.enumerated().sorted {
      ($0.element, $0.offset) < ($1.element, $1.offset)
    }
    var start = 0
    while start < sorted.count {
      let end = sorted[start...].firstIndex { $0.element != sorted[start].element } ?? sorted.count
      body(sorted[start..<end].compactMap { note($0.offset) })
      start = end
    }
  }

  private func note(_ index: Int) -> InstallNote? {
    let note = InstallNote(
      Array(records[starts[index] + InstallLedger.headSize..<starts[index + 1]]))
    if note == nil { loss.note() }
    return note
  }
}
