#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The temporary name of a file that is being written; a signal handler deletes it on exit.
///
/// Only the process that created the file deletes it. A process that is killed leaves it.
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

  /// A name in the folder of a path that nobody can guess, so that nobody else can take it.
  static func newPath(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return "\(folder).adjournal-\(String(UInt64.random(in: 0 ... .max), radix: 36)).part"
  }

  /// Takes charge of a file that this process has just created.
  init(created path: String) {
    self.path = path
    slot = (0..<Self.most).first { Self.paths[$0] == nil } ?? Self.most - 1
    Self.paths[slot] = strdup(path)
  }

  /// Deletes the file, unless it was renamed.
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
