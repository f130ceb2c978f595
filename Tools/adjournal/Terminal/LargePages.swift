#if canImport(Glibc)
  import Glibc

  /// Memory for a command that fills tens of megabytes at once and then ends.
  ///
  /// To touch a page of 4 KB for the first time costs the system more than to fill it; pages of
  /// 2 MB, where it has them, cost half as much by the byte.
  enum LargePages {
    /// Prepares the memory that comes next; what is not touched costs nothing.
    static func prepare() {
      // The C library takes what is greater than the greatest piece given back so far from the system
      // each time, and gives it back at once; but never more than 32 MB of that counts.
      free(piece(mostCounted))
      let pieces = (0..<2).map { _ in piece(mostCounted - (1 << 20)) }
      pieces.forEach { free($0) }
    }

    private static let mostCounted = (32 << 20) - (1 << 13)

    private static func piece(_ count: Int) -> UnsafeMutableRawPointer? {
      guard let start = malloc(count) else { return nil }
      let page = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
      let before = Int(bitPattern: start) % page
      madvise(start - before, count + before, MADV_HUGEPAGE)
      return start
    }
  }
#endif
