#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if os(Linux)
  /// The bytes of a file where the system keeps them: to copy them first costs as much as to hash
  /// them.
  ///
  /// Whoever looks at a page that another process cut off is killed. So pages are looked at under a
  /// read lease only: Linux grants it to the owner of a file that nobody has open for writing, and
  /// lets whoever wants to open it so, or to cut it, wait until the lease is given back (for 45
  /// seconds, unless the system is told otherwise). Before each look it is asked whether somebody
  /// waits; then nobody looks any more, and the lease is given back with the last look.
  final class LeasedPages: @unchecked Sendable {
    private let descriptor: Int32
    private let pages: UnsafeMutableRawBufferPointer
    private let monitor = Monitor()
    /// Where threads are looking.
    private var looks: [Int] = []
    /// Where the pages begin that are not given up yet.
    private var kept = 0
    private var isWanted = false

    /// Nil where the system does not lease the file, or cannot show its pages.
    init?(_ file: JournalBytes) {
      guard Self.lease(file.descriptor) else { return nil }
      guard let count = file.count, count > 0,
        let start = mmap(nil, count, PROT_READ, MAP_SHARED, file.descriptor, 0),
        start != UnsafeMutableRawPointer(bitPattern: -1)
      else {
        Self.giveBack(file.descriptor)
        return nil
      }
      descriptor = file.descriptor
      pages = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit {
      munmap(pages.baseAddress, pages.count)
      Self.giveBack(descriptor)
    }

    /// Calls back with some bytes; false where they cannot be looked at, or not any more.
    func look(at place: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
      guard place >= 0, place <= pages.count, count > 0, count <= pages.count - place, begin(place)
      else { return false }
      defer { end(place) }
      let bytes = UnsafeMutableRawBufferPointer(rebasing: pages[place..<place + count])
      let isThere = Self.fetch(bytes)
      if isThere { body(UnsafeRawBufferPointer(bytes)) }
      return isThere
    }

    private func begin(_ place: Int) -> Bool {
      monitor.lock()
      defer { monitor.unlock() }
      isWanted = isWanted || !Self.isLeased(descriptor)
      if !isWanted { looks.append(place) }
      if isWanted && looks.isEmpty { Self.giveBack(descriptor) }
      return !isWanted
    }

    private func end(_ place: Int) {
      monitor.lock()
      looks.remove(at: looks.firstIndex(of: place) ?? 0)
      if isWanted && looks.isEmpty { Self.giveBack(descriptor) }
      let old = takeOld(before: looks.min() ?? place)
      monitor.unlock()
      if let old { madvise(old.baseAddress, old.count, MADV_DONTNEED) }
    }

    /// So many bytes are given up at once: each time all threads are interrupted.
    private static let stretch = 1 << 24

    /// The next pages to give up, if all before a place are done with.
    ///
    /// To give up those of the whole file at the end takes as long as to hash a tenth of it, and all
    /// threads but one would wait.
    private func takeOld(before place: Int) -> UnsafeMutableRawBufferPointer? {
      guard place - kept >= Self.stretch else { return nil }
      defer { kept += Self.stretch }
      return UnsafeMutableRawBufferPointer(rebasing: pages[kept..<kept + Self.stretch])
    }
  }

  extension LeasedPages {
    // Numbers of the system that its header gives to C alone.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1024
    private static let getLease: Int32 = 1025
    private static let populateRead: Int32 = 22

    /// Asks for a lease; who waits for it makes a signal that nobody hears.
    private static func lease(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, setSignal, SIGURG) == 0
        && fcntl(descriptor, setLease, Int32(F_RDLCK)) == 0
    }

    private static func giveBack(_ descriptor: Int32) {
      _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
    }

    /// Whether the lease is still there and nobody waits for it.
    private static func isLeased(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, getLease, 0) == Int32(F_RDLCK)
    }

    /// Has the pages of some bytes brought, so that one that cannot be read is told, and kills nobody.
    private static func fetch(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
      let start = UInt(bitPattern: bytes.baseAddress)
      let before = Int(start % UInt(max(1, sysconf(Int32(_SC_PAGESIZE)))))
      return madvise(bytes.baseAddress.map { $0 - before }, bytes.count + before, populateRead) == 0
    }
  }
#else
  /// Elsewhere no file is leased, and each is read.
  final class LeasedPages: Sendable {
    init?(_ file: JournalBytes) { return nil }

    func look(at place: Int, _ count: Int, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
      false
    }
  }
#endif
