#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A socket that accepts connections from this computer only.
struct LoopbackSocket {
  private let socket: Int32
  /// The port.
  let port: Int

  /// The reason why there is no such socket, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The number of connections that wait to be accepted.
  private static let backlog: Int32 = 16

  /// Listens on a port of 127.0.0.1; 0 chooses a free one.
  ///
  /// The socket stays open as long as the program runs.
  init(port wanted: Int) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let socket = makeSocket(AF_INET, stream, 0)
    guard socket >= 0 else { throw Self.failure(wanted) }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    // A port that was used a moment ago can be used again.
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(wanted).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bindSocket(socket, address, size) == 0 && listen(socket, Self.backlog) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    guard isBound else {
      defer { close(socket) }
      throw Self.failure(wanted)
    }
    self.socket = socket
    port = Int(in_port_t(bigEndian: address.sin_port))
  }

  private static func failure(_ port: Int) -> Failure {
    let reason = errno == EADDRINUSE ? "the port is in use" : String(cString: strerror(errno))
    return Failure(
      description: "cannot listen on \(port == 0 ? "any port" : "port \(port)"): \(reason)")
  }

  /// Waits for the next connection.
  func accept() -> Int32 {
    while true {
      let connection = acceptConnection(socket)
      if connection >= 0 { return connection }
      // The system has no more files: one is free when another connection ends.
      if errno != EINTR && errno != ECONNABORTED { Stopwatch.sleep(0.1) }
    }
  }
}

private func makeSocket(_ family: Int32, _ type: Int32, _ flags: Int32) -> Int32 {
  socket(family, type, flags)
}

private func bindSocket(
  _ file: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ size: socklen_t
) -> Int32 {
  bind(file, address, size)
}

private func acceptConnection(_ file: Int32) -> Int32 { accept(file, nil, nil) }
