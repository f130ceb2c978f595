@testable import Platform
import Foundation

/// A simulated folder on a drive with a page cache: unsynced bytes are lost in a power failure, and
/// after a failed sync the pages count as clean although they are not on the drive.
///
/// Its clock advances by a millisecond with each call. Use it on one thread.
final class MemoryDrive: @unchecked Sendable {
  final class File {
    var bytes: [UInt8] = []
    /// The bytes on the drive; zeros for bytes that a failed sync lost.
    var durable: [UInt8] = []
    /// The number of bytes that count as clean.
    var clean = 0
    var isNameDurable = false
    var hasName = true
    let number: UInt64

    init(number: UInt64) { self.number = number }
  }

  private(set) var files: [String: File] = [:]
  private var descriptors: [Int32: File] = [:]
  private var nextDescriptor: Int32 = 100
  private var newestNumber: UInt64 = 0
  private static let folderDescriptor: Int32 = 5
  private var hasFolder = false
  private(set) var calls = 0
  private(set) var names: [String] = []
  private(set) var hasEnded = false
  private(set) var clock: Int64 = 1_000_000_000
  /// The capacity for all files, in bytes; nil for no limit.
  var space: Int?
  var wallOffset: Int64 = 0
  /// Whether the present call writes a seal.
  private(set) var isWritingSeal = false
  /// Returns the fault of a call, by its number from 0 and its name.
  var faults: (Int, String) -> RecorderFault? = { _, _ in nil }

  func pass(milliseconds: Int64) { clock += milliseconds * 1_000_000 }

  /// Counts a call and executes it, or its fault.
  private func call(_ name: String, _ body: () -> Int) -> Int {
    if hasEnded { return -Int(EIO) }
    let number = calls
    calls += 1
    names.append(name)
    clock += 1_000_000
    switch faults(number, name) {
    case nil, .short: return body()
    case .before(let error): return -Int(error)
    case .after(let error):
      _ = body()
      return -Int(error)
    case .end:
      hasEnded = true
      return -Int(EIO)
    }
  }

  /// The files after the process was killed.
  var afterKill: [String: [UInt8]] { files.mapValues(\.bytes) }

  /// The files after a power failure: all synced bytes and a part of the others.
  func afterPowerCut(_ random: inout RecorderRandom) -> [String: [UInt8]] {
    var image: [String: [UInt8]] = [:]
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      guard file.isNameDurable || Bool.random(using: &random) else { continue }
      var bytes = file.durable
      if file.bytes.count > bytes.count {
        let kept = Int.random(in: bytes.count...file.bytes.count, using: &random)
        let isHole = Bool.random(using: &random)
        bytes +=
          isHole
          ? [UInt8](repeating: 0, count: kept - bytes.count)
          : Array(file.bytes[bytes.count..<kept])
      }
      image[name] = bytes
    }
    return image
  }
}

extension MemoryDrive {
  var system: SystemCalls {
    SystemCalls(
      now: { self.clock }, wall: { 1_790_000_000_000_000_000 + self.clock + self.wallOffset },
      openFolder: { _ in Int32(self.call("openFolder") { self.openFolder() }) },
      makeFolder: { _ in Int32(self.call("makeFolder") { self.makeFolder() }) },
      create: { _, name in Int32(self.call("create") { self.create(name) }) },
      open: { _, name in Int32(self.call("open") { self.open(name) }) },
      write: { file, bytes in self.write(file, bytes) },
      read: { file, target, offset in self.call("read") { self.read(file, target, offset) } },
      truncate: { file, length in Int32(self.call("truncate") { self.truncate(file, length) }) },
      sync: { descriptor, _ in self.sync(descriptor) },
      identity: { self.identity($0) },
      close: { descriptor in Int32(self.call("close") { self.close(descriptor) }) },
      remove: { _, name in Int32(self.call("remove") { self.remove(name) }) },
      files: { _ in
        self.files.filter { $0.key.hasSuffix(".jsonl") }
          .map { .init(name: $0.key, bytes: Int64($0.value.bytes.count), changed: 0) }
      },
      startThread: SystemCalls.live.startThread, allocate: SystemCalls.live.allocate)
  }

  private func openFolder() -> Int { hasFolder ? Int(Self.folderDescriptor) : -Int(ENOENT) }

  private func makeFolder() -> Int {
    if hasFolder { return -Int(EEXIST) }
    hasFolder = true
    return 0
  }

  private func create(_ name: String) -> Int {
    guard files[name] == nil else { return -Int(EEXIST) }
    newestNumber += 1
    files[name] = File(number: newestNumber)
    return open(name)
  }

  private func open(_ name: String) -> Int {
    guard let file = files[name] else { return -Int(ENOENT) }
    nextDescriptor += 1
    descriptors[nextDescriptor] = file
    return Int(nextDescriptor)
  }

  private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    var limit = bytes.count
    isWritingSeal = String(decoding: bytes, as: UTF8.self).contains("\"session.sealed\"")
    defer { isWritingSeal = false }
    if case .short(let most) = faults(calls, "write") { limit = min(limit, most) }
    if let space { limit = min(limit, space - files.values.reduce(0) { $0 + $1.bytes.count }) }
    return call("write") {
      guard let file = descriptors[descriptor] else { return -Int(EBADF) }
      guard limit > 0 else { return -Int(ENOSPC) }
      file.bytes += bytes[..<limit]
      return limit
    }
  }

  private func read(
    _ descriptor: Int32, _ target: UnsafeMutableRawBufferPointer, _ offset: Int64
  ) -> Int {
    guard let file = descriptors[descriptor] else { return -Int(EBADF) }
    let rest = file.bytes.dropFirst(Int(offset)).prefix(target.count)
    target.copyBytes(from: rest)
    return rest.count
  }

  private func truncate(_ descriptor: Int32, _ length: Int64) -> Int {
    guard let file = descriptors[descriptor] else { return -Int(EBADF) }
    file.bytes = Array(file.bytes.prefix(Int(length)))
    file.durable = Array(file.durable.prefix(Int(length)))
    file.clean = min(file.clean, Int(length))
    return 0
  }

  private func sync(_ descriptor: Int32) -> Int32 {
    let isFolder = descriptor == Self.folderDescriptor
    let fault = faults(calls, isFolder ? "syncFolder" : "sync")
    let result = call(isFolder ? "syncFolder" : "sync") {
      isFolder ? syncFolder() : sync(descriptor)
    }
    if case .before = fault, let file = descriptors[descriptor] { file.clean = file.bytes.count }
    return Int32(result)
  }

  private func syncFolder() -> Int {
    for file in files.values { file.isNameDurable = true }
    return 0
  }

  private func sync(_ descriptor: Int32) -> Int {
    guard let file = descriptors[descriptor] else { return -Int(EBADF) }
    let lost = max(0, file.clean - file.durable.count)
    file.durable += [UInt8](repeating: 0, count: lost)
    file.durable += file.bytes.dropFirst(file.durable.count)
    file.clean = file.bytes.count
    return 0
  }

  private func identity(_ descriptor: Int32) -> SystemCalls.Identity {
    var result = SystemCalls.Identity(device: 1, inode: 0, names: 1, bytes: 0)
    let error = call("identity") {
      guard let file = descriptors[descriptor] else { return -Int(EBADF) }
      (result.inode, result.names) = (file.number, file.hasName ? 1 : 0)
      result.bytes = Int64(file.bytes.count)
      return 0
    }
    result.error = Int32(-error)
    return result
  }

  private func close(_ descriptor: Int32) -> Int {
    descriptors[descriptor] = nil
    return 0
  }

  private func remove(_ name: String) -> Int {
    guard let file = files.removeValue(forKey: name) else { return -Int(ENOENT) }
    file.hasName = false
    return 0
  }

  /// Truncates all files to a number of lines and the first bytes of the next one, as another
  /// program could.
  func truncateAll(lines: Int, bytes: Int) {
    for file in files.values {
      let ends = file.bytes.indices.filter { file.bytes[$0] == 0x0A }
      let whole = lines == 0 ? 0 : ends[lines - 1] + 1
      file.bytes = Array(file.bytes.prefix(whole + bytes))
      file.durable = Array(file.durable.prefix(whole + bytes))
      file.clean = min(file.clean, whole + bytes)
    }
  }

  /// Deletes all files, as another program could.
  func removeAll() {
    for name in Array(files.keys) { _ = remove(name) }
    hasFolder = false
  }
}
