#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection of a client to a server of this computer; it is for one request.
struct HTTPConnection: ~Copyable {
  private let socket: Int32

  /// Seconds in which a request must be complete, and in which a client must take each piece of the
  /// response.
  private static let patience = 10.0

  /// Takes charge of an open socket.
  init(_ socket: Int32) {
    self.socket = socket
    // A write that the client does not take returns, so that the time can be limited.
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL, 0) | O_NONBLOCK)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(socket) }

  /// What a client sent.
  enum Received {
    case request(HTTPRequest)
    /// Bytes that are no request.
    case invalid
    /// More than ``HTTPRequest/mostBytes``.
    case tooLarge
    /// Nothing complete until the client left or the time was up.
    case nothing
  }

  /// Waits for the request.
  func receive() -> Received {
    let end = Stopwatch.now() + Self.patience
    var bytes: [UInt8] = []
    while true {
      guard isReady(POLLIN, until: end) else { return .nothing }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = take(&piece)
      if count == 0 || count < 0 && !isLater { return .nothing }
      bytes += piece.prefix(max(0, count))
      if let end = HTTPRequest.end(of: bytes) {
        if end > HTTPRequest.mostBytes { return .tooLarge }
        return HTTPRequest(bytes[..<end]).map { .request($0) } ?? .invalid
      }
      if bytes.count > HTTPRequest.mostBytes { return .tooLarge }
    }
  }

  /// Sends bytes; false if the client left, or took too long.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = Stopwatch.now() + Self.patience
      var piece = rest.prefix(1 << 16)
      rest = rest.dropFirst(piece.count)
      while !piece.isEmpty {
        guard isReady(POLLOUT, until: end) else { return false }
        let count = piece.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
        if count < 0 && !isLater { return false }
        piece = piece.dropFirst(max(0, count))
      }
    }
    return true
  }

  /// Waits some seconds; false if the client has left in the meantime.
  func wait(_ seconds: Double) -> Bool {
    guard isReady(POLLIN, until: Stopwatch.now() + seconds) else { return true }
    var piece = [UInt8](repeating: 0, count: 64)
    let count = take(&piece)
    // A client of a stream sends nothing more.
    return count < 0 && isLater
  }

  /// Ends the response, and waits a second for the client to take it.
  ///
  /// A socket that is closed with unread bytes in it can lose the response.
  func end() {
    shutdown(socket, Int32(SHUT_WR))
    let end = Stopwatch.now() + 1
    var piece = [UInt8](repeating: 0, count: 4096)
    while isReady(POLLIN, until: end), take(&piece) > 0 {}
  }

  private var isLater: Bool { [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) }

  private func take(_ bytes: inout [UInt8]) -> Int {
    bytes.withUnsafeMutableBytes { read(socket, $0.baseAddress, $0.count) }
  }

  /// Waits for an event of the socket; false if there is none until a time.
  private func isReady(_ event: Int32, until end: Double) -> Bool {
    var waiting = pollfd(fd: socket, events: Int16(event), revents: 0)
    while true {
      let left = max(0, end - Stopwatch.now())
      let found = poll(&waiting, 1, Int32(left * 1000))
      if found > 0 { return true }
      if found == 0 || errno != EINTR { return false }
    }
  }
}
