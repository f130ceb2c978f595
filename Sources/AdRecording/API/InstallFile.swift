internal import Platform

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The file `install` in the folder of a recorder: a random id, which ties the sessions of one
/// install together, and the salt of its response ids, which never leaves the folder.
///
/// It is written under another name and then gets its own, so that nobody ever reads half of it.
enum InstallFile {
  static let name = "install"

  struct Content: Equatable {
    var id: String
    var salt: ResponseSalt
  }

  /// The id and the salt, made where there are none yet; nil where the folder does not let us.
  ///
  /// A file that is there and cannot be opened stays: on a phone that was not unlocked yet it can
  /// be read later.
  static func read(
    in folder: String, _ random: inout some RandomNumberGenerator
  ) -> Content? {
    let path = folder + "/" + name
    switch bytes(path) {
    case .failure: return nil
    case .content(let bytes):
      return content(bytes) ?? make(path, &random, replacing: true)
    case .missing:
      return make(path, &random, replacing: false)
    }
  }

  private enum Found {
    case content([UInt8]), missing, failure
  }

  private static func bytes(_ path: String) -> Found {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return errno == ENOENT ? .missing : .failure }
    defer { System.close(file) }
    guard System.type(descriptor: file) == .regular else { return .failure }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { System.read(file, $0, bytes.count) } ?? -1
    }
    return count < 0 ? .failure : .content(Array(buffer[..<count]))
  }

  /// 32 digits of the id, a line feed, 64 digits of the salt, a line feed.
  private static func content(_ bytes: [UInt8]) -> Content? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, let id = Hex.bytes(lines[0]), id.count == 16,
      let salt = Hex.bytes(lines[1]), salt.count == 32
    else { return nil }
    return Content(id: Hex.text(id), salt: ResponseSalt(salt))
  }

  private static func make(
    _ path: String, _ random: inout some RandomNumberGenerator, replacing: Bool
  ) -> Content? {
    let id = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let new = Content(id: Hex.text(id), salt: .random(&random))
    let draft = "\(path)-\(Hex.text(id.prefix(8)))"
    let text = "\(new.id)\n\(Hex.text(new.salt.bytes))\n"
    guard write(draft, Array(text.utf8)) else { return nil }
    defer { unlink(draft) }
    if replacing { return rename(draft, path) == 0 ? new : nil }
    if link(draft, path) == 0 { return new }
    // Another process of the app was faster.
    guard errno == EEXIST, case .content(let bytes) = bytes(path) else { return nil }
    return content(bytes)
  }

  private static func write(_ path: String, _ bytes: [UInt8]) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    defer { System.close(file) }
    let done = bytes.withUnsafeBytes { SystemCalls.live.write(file, $0) } == bytes.count
    if !done { unlink(path) }
    return done
  }
}
