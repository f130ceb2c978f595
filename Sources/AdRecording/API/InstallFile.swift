internal import JournalFormat
internal import Platform

/// The file `install` in a recorder's folder: a random id that all sessions of one install share,
/// and the salt of its response ids, which never leaves the folder.
///
/// A draft is written first and then renamed, so no process ever reads a part of the file.
enum InstallFile {
  static let name = "install"

  /// Bytes that are read; a valid file has 98.
  private static let maximumBytes = 256

  struct Content: Equatable {
    var id: String
    var salt: ResponseSalt
  }

  /// Returns the id and the salt, and makes them if there are none; nil if the folder does not
  /// permit that.
  ///
  /// A file that exists and cannot be opened stays as it is: on a phone that was not unlocked since
  /// it started, a later session can read it.
  static func read(
    in folder: String, _ random: inout some RandomNumberGenerator
  ) -> Content? {
    let path = folder + "/" + name
    switch SmallFile.find(path, atMost: maximumBytes) {
    case .failure: return nil
    case .content(let bytes): return content(bytes) ?? make(path, &random, replacing: true)
    case .missing: return make(path, &random, replacing: false)
    }
  }

  /// Parses 32 digits of the id, a line feed, 64 digits of the salt, a line feed.
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
    guard SmallFile.create(draft, Array(text.utf8)) else { return nil }
    defer { SmallFile.remove(draft) }
    if replacing { return SmallFile.move(draft, over: path) ? new : nil }
    switch SmallFile.link(draft, as: path) {
    case .done: return new
    case .failure: return nil
    case .exists: return contentOfOtherProcess(path)
    }
  }

  /// Reads the file that another process of the app made in the meantime.
  private static func contentOfOtherProcess(_ path: String) -> Content? {
    guard case .content(let bytes) = SmallFile.find(path, atMost: maximumBytes) else { return nil }
    return content(bytes)
  }
}
