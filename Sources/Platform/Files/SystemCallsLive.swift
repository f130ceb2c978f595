#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension SystemCalls {
  /// The calls of the real system.
  public static let live = SystemCalls(
    now: { Live.continuous }, wall: { Live.clock(CLOCK_REALTIME) },
    openFolder: { Live.result(openPath($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) },
    makeFolder: { Live.makeFolder($0) },
    create: {
      Live.result(
        openAt($0, $1, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600))
    },
    open: { Live.result(openAt($0, $1, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)) },
    write: { Live.result(writeBytes($0, $1.baseAddress, $1.count)) },
    read: { Live.result(pread($0, $1.baseAddress, $1.count, off_t($2))) },
    truncate: { Live.result(ftruncate($0, off_t($1))) },
    sync: { Live.sync($0, $1) },
    identity: { Live.identity($0) },
    close: { Live.result(closeDescriptor($0)) },
    remove: { Live.result(unlinkat($0, $1, 0)) },
    files: { Live.files($0) },
    startThread: { Live.startThread($0) },
    allocate: { malloc($0) })

  /// Frees memory of ``allocate``.
  package static func free(_ memory: UnsafeMutableRawPointer) { freeMemory(memory) }

  /// Creates a folder with mode 0700, without the attributes of a recorder's folder.
  package static func makePlainFolder(_ path: String) -> Int32 { Live.result(mkdir(path, 0o700)) }
}

/// The functions of the system, under names that the properties do not hide.
private func openPath(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func openAt(_ folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  openat(folder, name, flags, mode)
}

private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func freeMemory(_ memory: UnsafeMutableRawPointer) { free(memory) }

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// The implementations of the calls.
private enum Live {
  /// A clock that counts sleep and cannot be set.
  @inline(__always)
  static var continuous: Int64 {
    #if canImport(Darwin)
      // On Darwin this clock counts sleep, unlike on Linux; `CLOCK_UPTIME_RAW` does not.
      Int64(bitPattern: clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    #else
      time(CLOCK_BOOTTIME, else: CLOCK_MONOTONIC)
    #endif
  }

  /// Not inlined, or the optimizer merges the two clocks to one function with an additional call.
  @inline(never)
  static func clock(_ id: clockid_t) -> Int64 { time(id, else: id) }

  /// Reads a clock, or another one if the system does not have the first.
  @inline(__always)
  private static func time(_ id: clockid_t, else other: clockid_t) -> Int64 {
    var time = timespec()
    if clock_gettime(id, &time) != 0 { clock_gettime(other, &time) }
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Starts a thread on which no handler of a signal runs, except for faults of the thread itself.
  ///
  /// A handler that records would wait for a lock that the interrupted thread holds.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var signals = sigset_t()
    var before = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&signals, fault) }
    // A new thread has the mask of the thread that makes it.
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    guard let thread = WorkerThread(body) else { return false }
    thread.detach()
    return true
  }

  static func result(_ value: Int32) -> Int32 { value < 0 ? -errno : value }

  static func result(_ value: Int) -> Int { value < 0 ? -Int(errno) : value }

  /// A folder that is created again during a session gets the same attributes as the first one.
  static func makeFolder(_ path: String) -> Int32 {
    let made = SystemCalls.makePlainFolder(path)
    if made == 0 { ProtectedFolder.protect(path) }
    return made
  }

  static func sync(_ descriptor: Int32, _ call: Sync) -> Int32 {
    #if canImport(Darwin)
      switch call {
      case .folder: return result(fsync(descriptor))
      case .full: return result(fcntl(descriptor, F_FULLFSYNC))
      case .barrier:
        let done = result(fcntl(descriptor, F_BARRIERFSYNC))
        return done == -ENOTSUP || done == -EINVAL ? result(fsync(descriptor)) : done
      }
    #else
      return result(call == .folder ? fsync(descriptor) : fdatasync(descriptor))
    #endif
  }

  typealias Sync = SystemCalls.Sync

  static func identity(_ descriptor: Int32) -> SystemCalls.Identity {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      return SystemCalls.Identity(device: 0, inode: 0, names: 0, bytes: 0, error: errno)
    }
    return SystemCalls.Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino),
      names: Int(info.st_nlink), bytes: Int64(info.st_size))
  }

  /// Reading a folder moves the position of its descriptor, so a new descriptor is used.
  static func files(_ folder: Int32) -> [SystemCalls.File] {
    let copy = openAt(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      _ = closeDescriptor(copy)
      return []
    }
    defer { closedir(stream) }
    var files: [SystemCalls.File] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".jsonl"), let file = file(folder, name) { files.append(file) }
    }
    return files
  }

  private static func file(_ folder: Int32, _ name: String) -> SystemCalls.File? {
    var info = stat()
    guard fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0,
      info.st_mode & S_IFMT == S_IFREG
    else { return nil }
    #if canImport(Darwin)
      let changed = info.st_mtimespec
    #else
      let changed = info.st_mtim
    #endif
    return SystemCalls.File(
      name: name, bytes: Int64(info.st_size),
      changed: milliseconds(changed))
  }

  /// Milliseconds since 1970, limited because a file can have any time.
  private static func milliseconds(_ time: timespec) -> Int64 {
    let seconds = min(max(Int64(time.tv_sec), -1 << 50), 1 << 50)
    return seconds * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
