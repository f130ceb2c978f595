#if !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl)
  // The names of the C library that this module uses, for targets without one, such as WebAssembly
  // without an operating system: no file can be opened, no thread can be started, locks do nothing,
  // clocks stand still. Nothing else in the package imports a C library.

  let EBADF: Int32 = 9
  let ENOENT: Int32 = 2
  let EINTR: Int32 = 4
  let EAGAIN: Int32 = 11
  let EWOULDBLOCK: Int32 = 11
  let ENOMEM: Int32 = 12
  let EACCES: Int32 = 13
  let EPERM: Int32 = 1
  let EEXIST: Int32 = 17
  let ENOTDIR: Int32 = 20
  let EINVAL: Int32 = 22
  let ENOTTY: Int32 = 25
  let ENOSPC: Int32 = 28
  let EROFS: Int32 = 30
  let ENOSYS: Int32 = 38
  let ENOTSUP: Int32 = 95
  let EOPNOTSUPP: Int32 = 95
  let ENOBUFS: Int32 = 105
  let EDQUOT: Int32 = 122

  /// Every call fails because the system does not have it.
  var errno: Int32 { ENOSYS }

  func strerror(_ error: Int32) -> UnsafeMutablePointer<CChar>? { nil }

  // Files.

  typealias off_t = Int64
  typealias mode_t = UInt32

  struct stat {
    var st_mode: mode_t = 0
    var st_dev: UInt64 = 0
    var st_ino: UInt64 = 0
    var st_nlink: UInt64 = 0
    var st_size: Int64 = 0
    var st_mtim = timespec()
  }

  struct pollfd {
    var fd: Int32
    var events: Int16
    var revents: Int16
  }

  struct dirent {
    var d_type: UInt8
    var d_name: CChar
  }

  let O_RDONLY: Int32 = 0
  let O_WRONLY: Int32 = 0
  let O_CREAT: Int32 = 0
  let O_EXCL: Int32 = 0
  let O_TRUNC: Int32 = 0
  let O_APPEND: Int32 = 0
  let O_DIRECTORY: Int32 = 0
  let O_NOFOLLOW: Int32 = 0
  let O_CLOEXEC: Int32 = 0
  let O_NONBLOCK: Int32 = 0
  let F_GETFL: Int32 = 0
  let F_SETFL: Int32 = 0
  let SEEK_SET: Int32 = 0
  let POLLIN: Int32 = 0
  let AT_FDCWD: Int32 = -100
  let AT_SYMLINK_NOFOLLOW: Int32 = 0
  let S_IFMT: mode_t = 0o170000
  let S_IFREG: mode_t = 0o100000
  let S_IFDIR: mode_t = 0o040000
  let S_IFIFO: mode_t = 0o010000
  let S_IFLNK: mode_t = 0o120000
  let DT_REG: UInt8 = 8
  let DT_DIR: UInt8 = 4
  let RTLD_NOW: Int32 = 0

  func open(_ path: String, _ flags: Int32) -> Int32 { -1 }
  func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
  func mkstemp(_ template: UnsafeMutablePointer<CChar>) -> Int32 { -1 }
  func rename(_ path: String, _ other: String) -> Int32 { -1 }
  func link(_ path: String, _ other: String) -> Int32 { -1 }
  @discardableResult
  func unlink(_ path: UnsafePointer<CChar>) -> Int32 { -1 }
  func getenv(_ name: String) -> UnsafeMutablePointer<CChar>? { nil }
  func openat(_ folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
  func close(_ file: Int32) -> Int32 { -1 }
  func read(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { -1 }
  func pread(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ offset: off_t)
    -> Int
  { -1 }
  func pwrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ offset: off_t) -> Int {
    -1
  }
  func write(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { -1 }
  func lseek(_ file: Int32, _ offset: off_t, _ origin: Int32) -> off_t { -1 }
  func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
  func ftruncate(_ file: Int32, _ length: off_t) -> Int32 { -1 }
  func fsync(_ file: Int32) -> Int32 { -1 }
  func fdatasync(_ file: Int32) -> Int32 { -1 }
  func lstat(_ path: String, _ info: inout stat) -> Int32 { -1 }
  func fstat(_ file: Int32, _ info: inout stat) -> Int32 { -1 }
  func fstatat(_ folder: Int32, _ name: String, _ info: inout stat, _ flags: Int32) -> Int32 { -1 }
  func mkdir(_ path: String, _ mode: mode_t) -> Int32 { -1 }
  func unlinkat(_ folder: Int32, _ name: String, _ flags: Int32) -> Int32 { -1 }
  func opendir(_ path: String) -> OpaquePointer? { nil }
  func fdopendir(_ folder: Int32) -> OpaquePointer? { nil }
  func readdir(_ stream: OpaquePointer) -> UnsafeMutablePointer<dirent>? { nil }
  func closedir(_ stream: OpaquePointer) {}
  /// Every descriptor counts as ready, so that nothing waits for one.
  func poll(_ asked: inout pollfd, _ count: Int, _ milliseconds: Int32) -> Int32 { 1 }
  func dlopen(_ library: String, _ flags: Int32) -> UnsafeMutableRawPointer? { nil }
  func dlsym(_ library: UnsafeMutableRawPointer, _ name: String) -> UnsafeMutableRawPointer? { nil }

  // Memory.

  func malloc(_ count: Int) -> UnsafeMutableRawPointer? {
    .allocate(byteCount: count, alignment: 16)
  }
  func free(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

  func memchr(_ bytes: UnsafeRawPointer, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
    let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
    guard let index = buffer.firstIndex(of: UInt8(truncatingIfNeeded: byte)) else { return nil }
    return UnsafeMutableRawPointer(mutating: bytes + index)
  }

  func memcmp(_ bytes: UnsafeRawPointer, _ others: UnsafeRawPointer, _ count: Int) -> Int32 {
    for index in 0..<count {
      let byte = bytes.load(fromByteOffset: index, as: UInt8.self)
      let other = others.load(fromByteOffset: index, as: UInt8.self)
      if byte != other { return byte < other ? -1 : 1 }
    }
    return 0
  }

  // Clocks and threads.

  struct timespec {
    var tv_sec = 0
    var tv_nsec = 0
  }

  typealias clockid_t = Int32
  let CLOCK_REALTIME: clockid_t = 0
  let CLOCK_MONOTONIC: clockid_t = 1
  let CLOCK_BOOTTIME: clockid_t = 7

  typealias time_t = Int

  struct tm { var tm_gmtoff = 0 }

  func time(_ time: UnsafeMutablePointer<time_t>?) -> time_t { 0 }
  func localtime_r(_ time: inout time_t, _ local: inout tm) -> UnsafeMutablePointer<tm>? { nil }
  @discardableResult
  func clock_gettime(_ clock: clockid_t, _ time: inout timespec) -> Int32 { -1 }
  func usleep(_ microseconds: UInt32) {}
  func sched_yield() {}

  typealias pthread_t = UInt
  typealias pthread_attr_t = Int32
  typealias pthread_mutex_t = Int32
  typealias pthread_cond_t = Int32
  typealias pthread_condattr_t = Int32

  func pthread_attr_init(_ attributes: inout pthread_attr_t) {}
  func pthread_attr_setstacksize(_ attributes: inout pthread_attr_t, _ size: Int) {}
  func pthread_attr_destroy(_ attributes: inout pthread_attr_t) {}
  func pthread_create(
    _ thread: inout pthread_t, _ attributes: inout pthread_attr_t,
    _ body: (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer
  ) -> Int32 { ENOSYS }
  func pthread_detach(_ thread: pthread_t) {}
  func pthread_join(_ thread: pthread_t, _ result: UnsafeMutableRawPointer?) {}

  func pthread_mutex_init(
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafeRawPointer?
  ) -> Int32 { 0 }
  func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {}
  @discardableResult
  func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
  @discardableResult
  func pthread_mutex_trylock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
  func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {}

  func pthread_condattr_init(_ attributes: inout pthread_condattr_t) {}
  func pthread_condattr_setclock(_ attributes: inout pthread_condattr_t, _ clock: clockid_t) {}
  func pthread_condattr_destroy(_ attributes: inout pthread_condattr_t) {}
  func pthread_cond_init(
    _ condition: UnsafeMutablePointer<pthread_cond_t>, _ attributes: inout pthread_condattr_t
  ) -> Int32 { 0 }
  func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>) {}
  func pthread_cond_broadcast(_ condition: UnsafeMutablePointer<pthread_cond_t>) {}
  func pthread_cond_wait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>,
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>
  ) {}
  func pthread_cond_timedwait(
    _ condition: UnsafeMutablePointer<pthread_cond_t>,
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ time: inout timespec
  ) {}
#endif
