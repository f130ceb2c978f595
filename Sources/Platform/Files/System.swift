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

/// The calls of the operating system that reading journals needs.
package enum System {
  package enum FileType {
    case regular, folder, pipe, other
  }

  /// The type of the file at a path; nil if there is none.
  package static func type(path: String) -> FileType? {
    var info = stat()
    return fstatat(AT_FDCWD, path, &info, 0) == 0 ? type(info) : nil
  }

  /// Identifies a file independently of its paths.
  package struct FileIdentity: Hashable {
    package var device: UInt64
    package var number: UInt64
  }

  /// The identity of the file at a path; nil if there is none.
  package static func identity(path: String) -> FileIdentity? {
    var info = stat()
    guard fstatat(AT_FDCWD, path, &info, 0) == 0 else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: info.st_dev), number: UInt64(info.st_ino))
  }

  package static func type(descriptor: Int32) -> FileType? { status(descriptor: descriptor)?.type }

  /// The type and the size in bytes of an open file; nil if the system does not report them.
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

  /// The size of the regular file at a path in bytes; nil for anything else.
  package static func size(path: String) -> Int? {
    var info = stat()
    guard fstatat(AT_FDCWD, path, &info, 0) == 0, type(info) == .regular else { return nil }
    return Int(info.st_size)
  }

  /// The size of a regular file in bytes; nil for anything else.
  package static func size(descriptor: Int32) -> Int? {
    guard let status = status(descriptor: descriptor), status.type == .regular else { return nil }
    return status.size
  }

  /// Opens a file for reading without waiting for the writer of a named pipe; nil on failure.
  package static func open(_ path: String) -> Int32? {
    let descriptor = openPath(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    return descriptor < 0 ? nil : descriptor
  }

  /// Makes reads wait for bytes again.
  package static func block(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL, 0)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  package static func close(_ descriptor: Int32) { _ = closeDescriptor(descriptor) }

  /// Reads bytes and returns their number: 0 at the end, -1 on failure; retries after a signal.
  package static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int)
    -> Int
  {
    while true {
      let result = readBytes(descriptor, buffer, count)
      if result > 0 { onRead?(result) }
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Called with the number of bytes of each read, by the thread that reads; for progress.
  ///
  /// A program sets it before it reads anything.
  package nonisolated(unsafe) static var onRead: (@Sendable (Int) -> Void)?

  /// Reads bytes at an offset of a regular file.
  package static func read(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int
  ) -> Int {
    pread(descriptor, buffer, count, off_t(offset))
  }

  /// The system's message for the last failure.
  package static var failure: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }

  /// Whether the last call failed because the file does not exist.
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

  package static func sleep(milliseconds: Int32) { usleep(UInt32(milliseconds) * 1000) }

  /// The names in a folder without `.` and `..`; nil if it cannot be read.
  package static func names(in folder: String) -> [String]? { entries(in: folder)?.map { $0.name } }

  /// The entries of a folder without `.` and `..`, unsorted; nil if it cannot be read.
  ///
  /// The type comes from the folder itself. It is nil for links and other entries, and if the file
  /// system does not record types in folders.
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

  /// The offset of the first such byte at or after `start`; nil if there is none.
  package static func offset(
    of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// Whether `count` bytes at two addresses are equal.
  package static func areEqual(_ address: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int)
    -> Bool
  {
    memcmp(address, other, count) == 0
  }

  /// Whether a text sorts before another by its UTF-8 bytes.
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

  /// Whether anything exists at a path, including a dangling link.
  package static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Whether a path is itself a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }

  /// Loads a library of the system and returns the address of a function; nil if there is none, or
  /// if the program has a function of the same name.
  package static func function(_ name: String, in libraries: [String]) -> UnsafeMutableRawPointer? {
    for library in libraries {
      guard let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, name) else {
        continue
      }
      #if os(Linux)
        // Calls inside the library would reach a program's own functions of the same names.
        if let first = dlsym(nil, name), first != symbol { return nil }
      #endif
      return symbol
    }
    return nil
  }
}
