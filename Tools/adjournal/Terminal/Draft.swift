#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of a file that is being written; it is removed where a signal ends the program.
struct Draft {
  let path: String
  private let slot: Int

  /// No command writes more files at a time.
  private static let most = 4
  /// The names, for the handler of signals; their memory is never given back, since it can be at it.
  nonisolated(unsafe) private static let names = {
    let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
    names.initialize(repeating: nil, count: most)
    return names
  }()

  /// A name beside a path, which no other program uses.
  init(of path: String) {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let slot = (0..<Self.most).first { Self.names[$0] == nil } ?? Self.most - 1
    self.slot = slot
    self.path = "\(folder).adjournal-\(getpid())-\(slot).part"
    Self.names[slot] = strdup(self.path)
  }

  /// Deletes the file, if it is there.
  func remove() {
    unlink(path)
    Self.names[slot] = nil
  }

  /// Makes the names, which a handler of signals must not do.
  static func prepare() { _ = names }

  /// Deletes the files; called by a handler of signals, and so without asking for memory.
  static func removeAll() {
    var slot = 0
    while slot < most {
      if let name = names[slot] { unlink(name) }
      slot += 1
    }
  }
}
