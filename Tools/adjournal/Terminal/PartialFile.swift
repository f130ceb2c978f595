import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The temporary name of a file that is being written; a signal handler deletes it on exit.
struct PartialFile {
  let path: String
  private let slot: Int

  /// No command writes more files at the same time.
  private static let most = 4
  /// The paths for the signal handler.
  ///
  /// They are never freed, because the handler may be reading them.
  nonisolated(unsafe) private static let paths = {
    let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
    paths.initialize(repeating: nil, count: most)
    return paths
  }()

  /// Reserves a name in the folder of a path that no other process uses.
  init(for path: String) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    Leftovers.remove(in: folder.isEmpty ? "." : String(folder), ofUser: Self.isName)
    let slot = (0..<Self.most).first { Self.paths[$0] == nil } ?? Self.most - 1
    self.slot = slot
    self.path = "\(folder).adjournal-\(getpid())-\(slot).part"
    Self.paths[slot] = strdup(self.path)
  }

  /// Whether a name is that of a temporary file of this tool.
  static func isName(_ name: String) -> Bool {
    guard name.hasPrefix(".adjournal-"), name.hasSuffix(".part") else { return false }
    let numbers = name.dropFirst(".adjournal-".count).dropLast(".part".count)
      .split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count == 2
      && numbers.allSatisfy { part in
        (1...10).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }

  /// Deletes the file if it exists.
  func remove() {
    unlink(path)
    Self.paths[slot] = nil
  }

  /// Allocates the list of paths; a signal handler must not allocate.
  static func prepare() { _ = paths }

  /// Deletes all temporary files; safe in a signal handler, because it does not allocate.
  static func removeAll() {
    var slot = 0
    while slot < most {
      if let path = paths[slot] { unlink(path) }
      slot += 1
    }
  }
}
