internal import AdSession

/// The cap on all journals of a folder: the oldest finished ones go first.
///
/// A file counts as finished when its last line is a seal. One without a seal may belong to a
/// process that still writes it, and goes only when it was not changed for a day: a day of the
/// session's clock, too, since somebody may have set the one on the wall.
struct FolderCap {
  let system: SystemCalls
  let folder: Int32
  let most: Int64
  /// The time that ages are counted to, milliseconds since 1970.
  let now: Int64
  let abandonedMilliseconds: Int64

  /// Deletes files until the rest is within the cap, as far as it may; the deleted ones.
  func deleteOldest(except kept: [String]) -> [SystemCalls.File] {
    let files = system.files(folder)
    var total = files.reduce(0) { $0 + $1.bytes }
    guard total > most else { return [] }
    var deleted: [SystemCalls.File] = []
    for file in files.sorted(by: Self.isOlder) where !kept.contains(file.name) {
      if total <= most { break }
      guard now - file.changed >= abandonedMilliseconds || isSealed(file) else { continue }
      guard system.remove(folder, file.name) == 0 else { continue }
      total -= file.bytes
      deleted.append(file)
    }
    return deleted
  }

  private static func isOlder(_ a: SystemCalls.File, _ b: SystemCalls.File) -> Bool {
    (a.changed, a.name) < (b.changed, b.name)
  }

  /// Whether the last line of a file is a seal.
  private func isSealed(_ file: SystemCalls.File) -> Bool {
    let descriptor = system.open(folder, file.name)
    guard descriptor >= 0 else { return false }
    defer { _ = system.close(descriptor) }
    var end = [UInt8](repeating: 0, count: 1024)
    let start = max(0, file.bytes - Int64(end.count))
    let count = end.withUnsafeMutableBytes { system.read(descriptor, $0, start) }
    guard count > 0, end[count - 1] == 0x0A else { return false }
    let line = end[..<(count - 1)].split(separator: 0x0A).last ?? []
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
