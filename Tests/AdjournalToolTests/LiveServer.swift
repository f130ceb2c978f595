import Foundation
import Testing

/// A run of `adjournal follow --serve`, in a folder with a copy of a journal.
final class LiveServer {
  let folder: Folder
  private let process = Process()
  /// The address that the tool printed.
  private(set) var address = ""
  private(set) var port: UInt16 = 0
  private(set) var token = ""

  /// Starts the tool and waits until it prints the address.
  init(_ options: String..., files: [String] = ["live.jsonl"]) throws {
    folder = try Folder()
    try folder.write("live.jsonl", try Sample.bytes(Sample.unlock))
    process.executableURL = URL(fileURLWithPath: Tool.path)
    process.arguments = ["follow", "--serve"] + options + files
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = try folder.handle("out")
    process.standardError = try folder.handle("err")
    try process.run()
    for _ in 0..<200 where address.isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
      address = output.firstMatch(of: /live page: (.*)\n/).map { String($0.1) } ?? ""
    }
    let parts = try #require(
      address.wholeMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/\?token=([0-9a-f]{32})/))
    port = try #require(UInt16(parts.1))
    token = String(parts.2)
  }

  deinit {
    process.terminate()
    folder.remove()
  }

  /// What the tool has printed so far.
  var output: String { (try? String(contentsOfFile: folder.path("out"), encoding: .utf8)) ?? "" }

  /// The exit status after Ctrl-C.
  func interrupted() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Opens a connection.
  func connect() throws -> Client { try Client(port: port) }

  /// The answer to a request with the right host and token, and other headers.
  func get(_ target: String, _ headers: String = "") throws -> Answer {
    let mark = target.contains("?") ? "&" : "?"
    return try answer(
      "GET \(target)\(mark)token=\(token) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n")
  }

  /// The answer to bytes.
  func answer(_ request: String) throws -> Answer {
    let client = try connect()
    client.send(request)
    return Answer(client.rest())
  }

  /// A response.
  struct Answer {
    let head: String
    let content: [UInt8]

    init(_ bytes: [UInt8]) {
      let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? bytes.count
      head = String(decoding: bytes[..<end], as: UTF8.self)
      content = Array(bytes[end...])
    }

    var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    var text: String { String(decoding: content, as: UTF8.self) }
  }

  /// A connection; reads fail after ten seconds.
  final class Client {
    private let socket: Int32

    init(port: UInt16) throws {
      #if canImport(Glibc)
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #else
        socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
      #endif
      var limit = timeval()
      limit.tv_sec = 10
      setsockopt(
        socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let failure = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(socket, $0, size)
        }
      }
      if failure != 0 { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(socket) }

    func send(_ text: String) {
      let bytes = Array(text.utf8)
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      _ = bytes.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
    }

    /// Some bytes; none at the end or after the limit.
    func read() -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(socket, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }

    /// Reads until a text comes; false if the server closes before.
    func reads(_ text: String) -> Bool {
      var found: [UInt8] = []
      while found.firstRange(of: Array(text.utf8)) == nil {
        let piece = read()
        if piece.isEmpty { return false }
        found += piece
      }
      return true
    }

    /// All bytes until the server closes.
    func rest() -> [UInt8] {
      var bytes: [UInt8] = []
      while true {
        let piece = read()
        if piece.isEmpty { return bytes }
        bytes += piece
      }
    }
  }
}
