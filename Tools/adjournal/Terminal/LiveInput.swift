#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An input that is read while it is written: standard input, a pipe, or a file that grows.
///
/// A pipe ends when its writer closes it. A file never ends.
final class LiveInput {
  /// What happened next.
  enum Event {
    /// Bytes came.
    case bytes([UInt8])
    /// No bytes came in the given time.
    case pause
    /// The writer has closed the pipe.
    case end
  }

  private let path: String
  private let file: Int32
  /// Whether its end is only the present one.
  private let grows: Bool
  /// The number of bytes read.
  private var count = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The time between two checks for new bytes of a file, in seconds.
  private static let step = 0.1

  /// Opens a file, a named pipe, or `-` for standard input.
  init(path: String) throws {
    self.path = path
    file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw RawFile.Failure(description: "\(path): \(RawFile.reason(path))")
    }
    var info = stat()
    grows = path != "-" && fstat(file, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  deinit { if file > 0 { close(file) } }

  /// Waits for bytes, at most this many seconds.
  func next(within seconds: Double) throws -> Event {
    let end = Stopwatch.now() + seconds
    repeat {
      let isReady = try grows || waits(until: end)
      if isReady, let event = try readOnce() { return event }
      if grows { Stopwatch.sleep(min(Self.step, max(0, end - Stopwatch.now()))) }
    } while Stopwatch.now() < end
    return .pause
  }

  /// Waits until a pipe has bytes, or has ended; false at the given time.
  private func waits(until end: Double) throws -> Bool {
    var watched = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    let left = max(0, end - Stopwatch.now())
    return poll(&watched, 1, Int32((left * 1000).rounded(.up))) > 0
  }

  /// Reads what is there; nil at the present end of a file.
  private func readOnce() throws -> Event? {
    let size = buffer.count
    let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, size) }
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return nil }
      throw RawFile.Failure(description: "\(path): \(RawFile.reason(path))")
    }
    self.count += count
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    guard grows else { return .end }
    var info = stat()
    if fstat(file, &info) == 0, Int(info.st_size) < self.count {
      throw RawFile.Failure(description: "\(path): truncated while it was read")
    }
    return nil
  }
}
