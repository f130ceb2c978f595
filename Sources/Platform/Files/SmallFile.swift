#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that is read and written as a whole, for its owner alone.
///
/// A symbolic link is never followed.
package enum SmallFile {
  /// The greatest number of bytes that ``read(_:)`` returns: 64 KiB.
  package static let maximumBytes = 64 << 10

  /// Reads the content; nil if the file cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { System.close(file) }
    var content = [UInt8](repeating: 0, count: maximumBytes)
    var count = 0
    while count < maximumBytes {
      let got = content.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { System.read(file, $0 + count, maximumBytes - count) } ?? -1
      }
      if got < 0 { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(content[..<count])
  }

  /// The result of opening a file that may be absent.
  package enum Found {
    case content([UInt8]), missing, failure
  }

  /// Reads the first bytes of a regular file, and distinguishes a missing file from a failure.
  package static func find(_ path: String, atMost limit: Int) -> Found {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return errno == ENOENT ? .missing : .failure }
    defer { System.close(file) }
    guard System.type(descriptor: file) == .regular else { return .failure }
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { System.read(file, $0, bytes.count) } ?? -1
    }
    return count < 0 ? .failure : .content(Array(buffer[..<count]))
  }

  /// Replaces the content: writes a draft beside the file and renames it.
  ///
  /// Returns whether that worked.
  ///
  /// Whenever the process ends, the file is the old one or the new one, never a part.
  @discardableResult
  package static func write(_ content: [UInt8], to path: String) -> Bool {
    let draft = path + "-new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    let isWhole = put(content, file)
    System.close(file)
    guard isWhole, rename(draft, path) == 0 else {
      unlink(draft)
      return false
    }
    return true
  }

  private static func put(_ content: [UInt8], _ file: Int32) -> Bool {
    var count = 0
    while count < content.count {
      let put = content.withUnsafeBytes { bytes in
        systemWrite(file, bytes.baseAddress.map { $0 + count }, bytes.count - count)
      }
      if put < 0 && errno == EINTR { continue }
      if put <= 0 { return false }
      count += put
    }
    return true
  }

  /// Makes a new file with a content; returns false if the file exists or cannot be written.
  package static func create(_ path: String, _ content: [UInt8]) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    defer { System.close(file) }
    let isWhole = content.withUnsafeBytes { SystemCalls.live.write(file, $0) } == content.count
    if !isWhole { unlink(path) }
    return isWhole
  }

  /// The result of giving a file a second name.
  package enum Linked {
    case done, exists, failure
  }

  /// Gives a file a second name, unless a file of that name exists.
  package static func link(_ path: String, as name: String) -> Linked {
    if systemLink(path, name) == 0 { return .done }
    return errno == EEXIST ? .exists : .failure
  }

  /// Moves a file over another; returns whether that worked.
  package static func move(_ path: String, over other: String) -> Bool { rename(path, other) == 0 }

  /// Deletes a file, if it exists.
  package static func remove(_ path: String) { unlink(path) }
}

private func systemLink(_ path: String, _ name: String) -> Int32 { link(path, name) }

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
