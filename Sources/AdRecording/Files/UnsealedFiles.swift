internal import Platform

/// The file `unsealed` in the folder of a recorder: when files without a seal were first seen as they
/// are, so that those that nobody writes to any more can be told.
///
/// The time at which a file was changed does not say how long ago that was: the clock on the wall may
/// have been set since, by days and either way. A file that was seen by this clock, and is a day later
/// as it was then, has been idle for a day, unless somebody sets the clock forward once more.
///
/// A line for each: the wall clock at that time and that of its last change, both in milliseconds, its
/// length, its name. What is lost of it is seen anew.
struct Sightings {
  static let name = "unsealed"
  /// More files than that are not remembered.
  private static let most = 512
  private static let mostBytes = 1 << 16

  private let system: SystemCalls
  private let folder: Int32
  /// Read when it is needed first.
  private var entries: [(file: SystemCalls.File, seen: Int64)]?
  private var isChanged = false

  init(_ system: SystemCalls, folder: Int32) {
    self.system = system
    self.folder = folder
  }

  /// For how long a file has been as it is, in milliseconds; 0 for one that is seen first now.
  mutating func age(of file: SystemCalls.File, at now: Int64) -> Int64 {
    var known = entries ?? read()
    defer { entries = known }
    if let entry = known.first(where: { $0.file == file && $0.seen <= now }) {
      return now - entry.seen
    }
    isChanged = true
    known.removeAll { $0.file.name == file.name }
    if known.count < Self.most { known.append((file, now)) }
    return 0
  }

  /// Keeps what was seen, but for files that are no more.
  func keep(thoseOf files: [SystemCalls.File]) {
    guard isChanged, let entries else { return }
    let text = entries.filter { files.contains($0.file) }.map {
      "\($0.seen) \($0.file.changed) \($0.file.bytes) \($0.file.name)\n"
    }
    write(Array(text.joined().utf8))
  }

  private func read() -> [(file: SystemCalls.File, seen: Int64)] {
    let descriptor = system.open(folder, Self.name)
    guard descriptor >= 0 else { return [] }
    defer { _ = system.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = bytes.withUnsafeMutableBytes { system.read(descriptor, $0, 0) }
    return bytes.prefix(max(0, count)).split(separator: 0x0A).compactMap { line in
      let parts = String(decoding: line, as: UTF8.self)
        .split(separator: " ", maxSplits: 3).map(String.init)
      guard parts.count == 4, let seen = Int64(parts[0]), let changed = Int64(parts[1]),
        let bytes = Int64(parts[2])
      else { return nil }
      return (SystemCalls.File(name: parts[3], bytes: bytes, changed: changed), seen)
    }
  }

  private func write(_ bytes: [UInt8]) {
    _ = system.remove(folder, Self.name)
    if bytes.isEmpty { return }
    let descriptor = system.create(folder, Self.name)
    guard descriptor >= 0 else { return }
    _ = bytes.withUnsafeBytes { system.write(descriptor, $0) }
    _ = system.close(descriptor)
  }
}
