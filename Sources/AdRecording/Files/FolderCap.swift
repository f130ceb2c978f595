internal import Platform
internal import AdVocabulary

/// The limit on the total size of a folder's journals.
///
/// The oldest finished journals are deleted first.
///
/// A file is finished if its last line is a seal. Another process may still write to a file without
/// a seal, so it is deleted only if it was idle for ``abandonedMilliseconds``. The idle time is
/// measured by the session's clock, since the wall clock may be set at any time. If the file was
/// last changed before the session began, it is counted from when a recorder first saw the file.
final class FolderCap {
  let system: SystemCalls
  let folder: Int32
  let maximumBytes: Int64
  /// The present time, in milliseconds since 1970.
  let now: Int64
  /// The start of the session, by the same clock.
  let start: Int64
  let abandonedMilliseconds: Int64
  private let unsealedFiles: UnsealedFiles

  init(
    _ system: SystemCalls, folder: Int32, maximumBytes: Int64, now: Int64, start: Int64,
    abandonedMilliseconds: Int64
  ) {
    self.system = system
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.now = now
    self.start = start
    self.abandonedMilliseconds = abandonedMilliseconds
    unsealedFiles = UnsealedFiles(system, folder: folder)
  }

  /// Deletes finished and abandoned files until the rest is within the limit; returns the deleted
  /// files.
  func deleteOldest(except kept: [String]) -> [SystemCalls.File] {
    let files = system.files(folder)
    var total = files.reduce(0) { $0 &+ Self.counted($1) }
    guard total > maximumBytes else { return [] }
    var deleted: [SystemCalls.File] = []
    for file in files.sorted(by: Self.isOlder) where !kept.contains(file.name) {
      if total <= maximumBytes { break }
      guard isSealed(file) || isAbandoned(file) else { continue }
      guard system.remove(folder, file.name) == 0 else { continue }
      total -= Self.counted(file)
      deleted.append(file)
    }
    unsealedFiles.keep(thoseOf: files.filter { !deleted.contains($0) })
    return deleted
  }

  /// The size of a file, limited so that sums do not overflow: a sparse file can have any size.
  private static func counted(_ file: SystemCalls.File) -> Int64 { min(file.bytes, 1 << 50) }

  /// Whether a file was idle for so long that no process can still write to it.
  private func isAbandoned(_ file: SystemCalls.File) -> Bool {
    let age = now - file.changed
    if file.changed >= start && age >= 0 { return age >= abandonedMilliseconds }
    // A time in the future comes from a clock that was set back since.
    guard age < 0 || age >= abandonedMilliseconds else { return false }
    return unsealedFiles.age(of: file, at: now) >= abandonedMilliseconds
  }

  private static func isOlder(_ a: SystemCalls.File, _ b: SystemCalls.File) -> Bool {
    (a.changed, a.name) < (b.changed, b.name)
  }

  /// Whether the last line of a file is a seal.
  private func isSealed(_ file: SystemCalls.File) -> Bool {
    let descriptor = system.open(folder, file.name)
    guard descriptor >= 0 else { return false }
    defer { _ = system.close(descriptor) }
    let end = system.read(descriptor, from: max(0, file.bytes - 1024), atMost: 1024)
    guard let end, end.last == 0x0A else { return false }
    let line = end.dropLast().split(separator: 0x0A).last ?? []
    return Self.contains(line, Self.mark)
  }

  private static let mark = Array("\"event\":\"\(EventKind.sessionSealed.name)\"".utf8)

  private static func contains(_ line: ArraySlice<UInt8>, _ mark: [UInt8]) -> Bool {
    guard line.count >= mark.count else { return false }
    return (line.startIndex...(line.endIndex - mark.count)).contains { start in
      line[start..<start + mark.count].elementsEqual(mark)
    }
  }
}
