public import AdDecider
internal import Platform

/// Stores the app-open shows of an install between sessions, for the daily cap.
///
/// For an app, use ``file(_:)``. It does not use the user defaults, which would need a reason in
/// the privacy manifest of the app (CA92.1).
public struct ShowStore: Sendable {
  /// The maximum number of shows in the store; the oldest are removed first.
  public static let maximumCount = 512

  /// Returns the stored shows, oldest first.
  public var read: @Sendable () -> [PastShow]
  /// Replaces the stored shows by others, oldest first.
  public var write: @Sendable ([PastShow]) -> Void

  /// Creates a store from two functions.
  public init(
    read: @escaping @Sendable () -> [PastShow], write: @escaping @Sendable ([PastShow]) -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// Creates a store in a text file of at most 11 KB, with one show per line, which survives
  /// crashes.
  ///
  /// The file is not a journal: erasing the journals does not erase it.
  ///
  /// - Parameter path: The path of the file. Its folder must exist; the folder of the journals is
  ///   suitable.
  public static func file(_ path: String) -> ShowStore {
    ShowStore(
      read: { ShowLines.shows(SmallFile.read(path) ?? []) },
      write: { SmallFile.write(ShowLines.bytes($0.suffix(maximumCount)), to: path) })
  }
}

/// Shows as lines of text: the wall clock in milliseconds, a space, the local day since 1970-01-01.
enum ShowLines {
  static func bytes(_ shows: some Sequence<PastShow>) -> [UInt8] {
    Array(shows.map { "\($0.wall) \($0.day)\n" }.joined().utf8)
  }

  /// Returns the shows of all valid lines; ignores other lines.
  static func shows(_ bytes: [UInt8]) -> [PastShow] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ", omittingEmptySubsequences: false)
      guard numbers.count == 2, let wall = Int64(numbers[0]), let day = Int64(numbers[1]) else {
        return nil
      }
      return PastShow(wall: wall, day: day)
    }
  }
}
