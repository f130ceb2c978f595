internal import Platform

/// The file `unsealed` in a recorder's folder: a list of files without a seal, with the time at
/// which a recorder first saw each one in its present state.
///
/// The list shows which files are no longer written. The modification time of a file alone does
/// not: the wall clock may have been set since then. A file that has the same length and
/// modification time a day after a recorder first saw it has been idle for a day, unless the clock
/// was set forward in between.
///
/// Each line has the time of the first sight and of the last change, both in milliseconds since
/// 1970, the length in bytes, and the name. If the list is lost, the recorder begins a new one.
final class UnsealedFiles {
  static let name = "unsealed"
  /// The maximum number of files in the list.
  private static let maximumFiles = 512
  private static let maximumBytes = 1 << 16

  private let system: SystemCalls
  private let folder: Int32
  /// Nil until first needed.
  private var entries: [(file: SystemCalls.File, seen: Int64)]?
  private var isChanged = false

  init(_ system: SystemCalls, folder: Int32) {
    self.system = system
    self.folder = folder
  }

  /// The time since a file was first seen in its present state, in milliseconds; 0 for a new file.
  func age(of file: SystemCalls.File, at now: Int64) -> Int64 {
    var known = entries ?? read()
    defer { entries = known }
    if let entry = known.first(where: { $0.file == file && $0.seen <= now }) {
      return now - entry.seen
    }
    isChanged = true
    known.removeAll { $0.file.name == file.name }
    if known.count < Self.maximumFiles { known.append((file, now)) }
    return 0
  }

  /// Writes the list, without files that no longer exist.
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
    let content = system.read(descriptor, from: 0, atMost: Self.maximumBytes) ?? []
    return content.split(separator: 0x0A).compactMap { line in
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
    _ = system.write(bytes, to: descriptor)
    _ = system.close(descriptor)
  }
}
