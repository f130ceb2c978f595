#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that is read and written whole.
enum SmallFile {
  /// Bytes that are read at most: 64 KiB.
  static let most = 64 << 10

  /// The content; nil where it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var content = [UInt8](repeating: 0, count: most)
    var count = 0
    while count < most {
      let got = content.withUnsafeMutableBytes { bytes in
        systemRead(file, bytes.baseAddress.map { $0 + count }, most - count)
      }
      if got < 0 && errno == EINTR { continue }
      if got < 0 { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(content[..<count])
  }

  /// Writes the content under another name and gives it its own; whether that was done.
  ///
  /// There is the old one or the new one, whenever the process ends.
  @discardableResult
  static func write(_ content: [UInt8], to path: String) -> Bool {
    let draft = path + "-new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    let isWhole = put(content, file)
    close(file)
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
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
