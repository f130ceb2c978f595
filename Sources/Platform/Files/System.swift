#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The functions of the C library whose names ``System`` hides.
private func openPath(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func readBytes(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, buffer, count)
}

/// The calls of the operating system that reading needs, in one place.
package enum System {
  package enum FileType {
    case regular, folder, pipe, other
  }

  /// The type of what a path or a descriptor names; nil where there is nothing.
  package static func type(path: String) -> FileType? {
    var info = stat()
    return fstatat(AT_FDCWD, path, &info, 0) == 0 ? type(info) : nil
  }

  /// What tells a file from all others, whatever its paths are.
  package struct FileIdentity: Hashable {
    package var device: UInt64
    package var number: UInt64
  }

  /// The identity of the file that a path names; nil where there is none.
  package static func identity(path: String) -> FileIdentity? {
    var info = stat()
    guard fstatat(AT_FDCWD, path, &info, 0) == 0 else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
  }

  package static func type(descriptor: Int32) -> FileType? { status(descriptor: descriptor)?.type }

  /// The type of what a descriptor names, and how many bytes it has, as far as that can be known.
  package static func status(descriptor: Int32) -> (type: FileType, size: Int)? {
    var info = stat()
    return fstat(descriptor, &info) == 0 ? (type(info), Int(info.st_size)) : nil
  }

  private static func type(_ info: stat) -> FileType {
    switch info.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    default: .other
    }
  }

  /// How many bytes a regular file has; nil for anything else.
  package static func size(descriptor: Int32) -> Int? {
    guard let status = status(descriptor: descriptor), status.type == .regular else { return nil }
    return status.size
  }

  /// Puts the place of the next read; false where that is not possible.
  package static func seek(_ descriptor: Int32, to place: Int) -> Bool {
    lseek(descriptor, off_t(place), SEEK_SET) == off_t(place)
  }

  /// Opens for reading, without waiting for the writer of a named pipe; nil where that fails.
  package static func open(_ path: String) -> Int32? {
    let descriptor = openPath(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return descriptor < 0 ? nil : descriptor
  }

  /// Makes reads wait again.
  package static func block(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL, 0)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  package static func close(_ descriptor: Int32) { _ = closeDescriptor(descriptor) }

  /// Bytes read, 0 at the end, -1 on failure; starts again after a signal.
  package static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int)
    -> Int
  {
    while true {
      let result = readBytes(descriptor, buffer, count)
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Reads from a place of a regular file.
  package static func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int
  ) -> Int {
    pread(descriptor, buffer, count, off_t(offset))
  }

  /// Whether a read would wait for nobody: there are bytes, an end, or an error.
  package static func isReadable(_ descriptor: Int32) -> Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) != 0
  }

  /// The sentence of the system for the last failure.
  package static var failure: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// Whether the last failure says that nothing is there.
  package static var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

  /// The first byte of a named pipe that was opened without waiting.
  package enum FirstByte {
    case byte(UInt8), notYet, noWriter
  }

  package static func firstByte(_ descriptor: Int32) -> FirstByte {
    var byte: UInt8 = 0
    let result = read(descriptor, &byte, 1)
    if result > 0 { return .byte(byte) }
    return result < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .notYet : .noWriter
  }

  /// Asks for pages of 2 MB where the system has them: to touch those is cheaper by the byte.
  package static func preferLargePages(_ start: UnsafeMutableRawPointer, _ count: Int) {
    #if canImport(Glibc) || canImport(Musl)
      _ = madvise(start, count, MADV_HUGEPAGE)
    #endif
  }

  package static func sleep(milliseconds: Int32) { usleep(UInt32(milliseconds) * 1000) }

  /// The names in a folder without `.` and `..`; nil where it cannot be read.
  package static func names(in folder: String) -> [String]? { entries(in: folder)?.map { $0.name } }

  /// What is in a folder without `.` and `..`, in no order; nil where it cannot be read.
  ///
  /// The type is what the folder itself says of a file or folder: nil for a link and anything else,
  /// and where it says nothing.
  package static func entries(in folder: String) -> [(name: String, type: FileType?)]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var entries: [(name: String, type: FileType?)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      switch Int(entry.pointee.d_type) {
      case Int(DT_REG): entries.append((name, .regular))
      case Int(DT_DIR): entries.append((name, .folder))
      default: entries.append((name, nil))
      }
    }
    return entries
  }

  /// The first place of a byte at or behind a place, at the speed of the C library; nil if none.
  package static func place(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether so many bytes are the same at two places.
  package static func areEqual(_ place: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int)
    -> Bool
  {
    memcmp(place, other, count) == 0
  }

  /// Whether a text comes before another in the order of their bytes, as the C library compares them.
  package static func precedes(_ text: String, _ other: String) -> Bool {
    var (text, other) = (text, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        guard let start = text.baseAddress, let otherStart = other.baseAddress else {
          return text.count < other.count
        }
        let order = memcmp(start, otherStart, min(text.count, other.count))
        return order < 0 || order == 0 && text.count < other.count
      }
    }
  }

  /// Whether a path names anything, a link included.
  package static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Whether a path is itself a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// A function of a library of the system that is loaded when it is needed.
  package static func function(_ name: String, in libraries: [String]) -> UnsafeMutableRawPointer? {
    for library in libraries {
      if let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, name) { return symbol }
    }
    return nil
  }
}
