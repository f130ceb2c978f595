public import AdDecider
internal import Platform

/// Where the app-open shows of an install are kept between its processes, for the daily cap.
///
/// ``file(_:)`` suits an app. It is a file of our own and not the user defaults: those need a reason
/// in the privacy manifest of every app that embeds the package (CA92.1).
public struct ShowStore: Sendable {
  /// How many shows are kept, the newest: 512.
  public static let most = 512

  /// Reads what was kept, oldest first; empty where there is nothing.
  public var read: @Sendable () -> [PastShow]
  /// Keeps these shows, oldest first, instead of what was kept.
  public var write: @Sendable ([PastShow]) -> Void

  /// Makes a store of two functions.
  public init(
    read: @escaping @Sendable () -> [PastShow], write: @escaping @Sendable ([PastShow]) -> Void
  ) {
    self.read = read
    self.write = write
  }

  /// A small text file (a show a line, 11 KB at most), which is whole after any crash.
  ///
  /// It is no journal: erasing those leaves it, and with it the day's cap.
  ///
  /// - Parameter path: Its place, in a folder that is there: the one of the journals, say.
  public static func file(_ path: String) -> ShowStore {
    ShowStore(
      read: { ShowLines.shows(SmallFile.read(path) ?? []) },
      write: { SmallFile.write(ShowLines.bytes($0.suffix(most)), to: path) })
  }
}

/// Shows as text: the wall clock in milliseconds, a space, the local day since 1970-01-01.
enum ShowLines {
  static func bytes(_ shows: some Sequence<PastShow>) -> [UInt8] {
    Array(shows.map { "\($0.wall) \($0.day)\n" }.joined().utf8)
  }

  /// The shows of the whole lines; what is none is left out.
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
