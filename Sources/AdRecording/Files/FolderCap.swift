internal import Platform
internal import AdSession

/// The cap on all journals of a folder: the oldest finished ones go first.
///
/// A file counts as finished when its last line is a seal. One without a seal may belong to a
/// process that still writes it, and goes only when it was not changed for a day: a day of the
/// session's clock, since somebody may have set the one on the wall, or where it was changed before
/// the session began, a day since a recorder saw it first.
struct FolderCap {
  let system: SystemCalls
  let folder: Int32
  let most: Int64
  /// The time that ages are counted to, milliseconds since 1970.
  let now: Int64
  /// When the session began, on the same clock.
  let start: Int64
  let abandonedMilliseconds: Int64

  /// Deletes files until the rest is within the cap, as far as it may; the deleted ones.
  func deleteOldest(except kept: [String]) -> [SystemCalls.File] {
    let files = system.files(folder)
    var total = files.reduce(0) { $0 &+ Self.counted($1) }
    guard total > most else { return [] }
    var sightings = Sightings(system, folder: folder)
    var deleted: [SystemCalls.File] = []
    for file in files.sorted(by: Self.isOlder) where !kept.contains(file.name) {
      if total <= most { break }
      guard isSealed(file) || isAbandoned(file, &sightings) else { continue }
      guard system.remove(folder, file.name) == 0 else { continue }
      total -= Self.counted(file)
      deleted.append(file)
    }
    sightings.keep(thoseOf: files.filter { !deleted.contains($0) })
    return deleted
  }

  /// The bytes of a file as far as they count: a file with holes can say that it has any number.
  private static func counted(_ file: SystemCalls.File) -> Int64 { min(file.bytes, 1 << 50) }

  /// Whether nobody can still be writing to a file.
  private func isAbandoned(_ file: SystemCalls.File, _ sightings: inout Sightings) -> Bool {
    let age = now - file.changed
    if file.changed >= start && age >= 0 { return age >= abandonedMilliseconds }
    // One of the future was written by a clock that has been set back since.
    guard age < 0 || age >= abandonedMilliseconds else { return false }
    return sightings.age(of: file, at: now) >= abandonedMilliseconds
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
