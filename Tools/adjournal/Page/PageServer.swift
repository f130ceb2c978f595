import JSONLines
import JournalFormat
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Serves a live page and the journals that it shows, to browsers of this computer only.
///
/// Every request needs a random token, which only the printed address has. A page of another site
/// cannot ask: the host must be that of the server, and an origin, if there is one, too. A request
/// names a journal of the server's own list, never a path.
final class PageServer: Sendable {
  /// The address of the page, with the token.
  let address: String
  private let socket: LoopbackSocket
  private let token: [UInt8]
  private let page: [UInt8]
  private let policy: String
  private let state = Lock(State())

  private struct State {
    var files: [String] = []
    /// The number of changes.
    var changes = 0
    var connections = 0
  }

  /// The maximum number of connections at the same time.
  static let mostConnections = 16
  /// Seconds between two signs of life on a stream of events.
  private static let heartbeat = 15.0
  /// Seconds between two looks for changes.
  private static let pause = 0.1

  /// Begins to listen on a port; 0 chooses a free one.
  init(port: Int, settings: SettingsBlock) throws {
    socket = try LoopbackSocket(port: port)
    let random = (0..<16).map { _ in UInt8.random(in: 0...255) }
    let token = Hex.text(random)
    self.token = Array(token.utf8)
    address = "http://127.0.0.1:\(socket.port)/?token=\(token)"
    var file = PageFile()
    file.events = "events?token=\(token)"
    policy = file.securityPolicy + "; frame-ancestors 'none'"
    var page: [UInt8] = []
    try file.write(to: { page += $0 }, blocks: { page += settings.bytes(unread: []) })
    self.page = page
  }

  /// Answers requests on other threads, as long as the program runs.
  ///
  /// - Throws: An error if the system has no thread for that.
  func start() throws {
    guard let thread = WorkerThread({ self.acceptAll() }) else {
      throw LoopbackSocket.Failure(description: "cannot serve the page: no thread is left")
    }
    thread.detach()
  }

  /// Tells all open pages that the journals have changed; only these are served from now on.
  func publish(_ files: [String]) {
    state.locked {
      $0.files = files
      $0.changes += 1
    }
  }

  private func acceptAll() {
    while true {
      let connection = socket.accept()
      let isFree = state.locked { state in
        let isFree = state.connections < Self.mostConnections
        if isFree { state.connections += 1 }
        return isFree
      }
      let thread = isFree ? WorkerThread { self.serve(connection) } : nil
      if let thread { thread.detach() } else { refuse(connection, isFree) }
    }
  }

  private func refuse(_ connection: Int32, _ isCounted: Bool) {
    _ = HTTPConnection(connection).send(HTTPResponse(.busy).bytes)
    if isCounted { state.locked { $0.connections -= 1 } }
  }

  private func serve(_ socket: Int32) {
    let connection = HTTPConnection(socket)
    switch connection.receive() {
    case .nothing: break
    case .invalid: _ = connection.send(HTTPResponse(.invalid).bytes)
    case .tooLarge: _ = connection.send(HTTPResponse(.tooLarge).bytes)
    case .request(let request): answer(request, connection)
    }
    connection.end()
    state.locked { $0.connections -= 1 }
  }

  // MARK: Answers

  private func answer(_ request: HTTPRequest, _ connection: borrowing HTTPConnection) {
    if let status = objection(to: request) {
      _ = connection.send(HTTPResponse(status).bytes)
      return
    }
    switch request.path {
    case "/":
      let head = HTTPResponse(type: "text/html; charset=utf-8", count: page.count, policy: policy)
      if connection.send(head.bytes) { _ = connection.send(page) }
    case "/files":
      var json = JSONWriter()
      json.beginArray()
      for file in state.locked({ $0.files }) { json.string(file) }
      json.endArray()
      let head = HTTPResponse(type: "application/json", count: json.bytes.count)
      _ = connection.send(head.bytes + json.bytes)
    case "/file": sendFile(request.parameter("name") ?? [], connection)
    case "/events": sendEvents(connection)
    default: _ = connection.send(HTTPResponse(.missing).bytes)
    }
  }

  /// Why a request gets no answer; nil if it gets one.
  private func objection(to request: HTTPRequest) -> HTTPResponse.Status? {
    let names = ["127.0.0.1", "localhost"].map { "\($0):\(socket.port)" }
    let (hosts, origins) = (request.values(of: "host"), request.values(of: "origin"))
    if hosts.count != 1 || !names.contains(hosts[0]) { return .forbidden }
    if !origins.allSatisfy({ origin in names.contains { origin == "http://\($0)" } }) {
      return .forbidden
    }
    if !Self.areEqual(request.parameter("token") ?? [], token) { return .missing }
    return request.method == "GET" ? nil : .otherMethod
  }

  /// Compares in a time that does not depend on where the bytes differ.
  private static func areEqual(_ found: [UInt8], _ token: [UInt8]) -> Bool {
    if found.count != token.count { return false }
    return zip(found, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Sends the bytes that a journal of the list has now.
  private func sendFile(_ name: [UInt8], _ connection: borrowing HTTPConnection) {
    // Texts are also equal if they look the same.
    let path = state.locked { $0.files.first { $0.utf8.elementsEqual(name) } }
    guard let file = path.flatMap(System.open) else {
      _ = connection.send(HTTPResponse(.missing).bytes)
      return
    }
    defer { System.close(file) }
    guard let status = System.status(descriptor: file), status.type == .regular else {
      _ = connection.send(HTTPResponse(.missing).bytes)
      return
    }
    let head = HTTPResponse(type: "application/octet-stream", count: status.size)
    var isTaken = connection.send(head.bytes)
    var offset = 0
    while isTaken, offset < status.size {
      let bytes = System.bytes(of: file, at: offset, count: min(1 << 18, status.size - offset))
      // A file that has become shorter ends the response early: the client sees that it failed.
      if bytes.isEmpty { return }
      isTaken = connection.send(bytes)
      offset += bytes.count
    }
  }

  /// Sends an event for each change, until the client leaves.
  private func sendEvents(_ connection: borrowing HTTPConnection) {
    var known = state.locked { $0.changes }
    var last = Stopwatch.now()
    guard connection.send(HTTPResponse(type: "text/event-stream").bytes) else { return }
    while connection.wait(Self.pause) {
      let changes = state.locked { $0.changes }
      let isOld = Stopwatch.now() - last > Self.heartbeat
      if changes == known, !isOld { continue }
      let text = changes == known ? ":\n\n" : "data: {\"changed\":true}\n\n"
      if !connection.send(Array(text.utf8)) { return }
      known = changes
      last = Stopwatch.now()
    }
  }
}
