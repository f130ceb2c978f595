import Foundation
import Testing

@testable import AdjournalTool

@Suite(.serialized) struct PageServerTests {
  @Test func `The live page has the address of its events, and may load nothing else`() throws {
    let server = try LiveServer("--policy", "daily_cap=3")
    let answer = try server.get("/")
    #expect(answer.status == 200)
    #expect(answer.text.contains(#"<meta name="live" content="events?token=\#(server.token)">"#))
    #expect(answer.text.contains(#""policy":{"daily_cap":3.0}"#))
    #expect(answer.text.hasSuffix("</html>\n"))
    #expect(answer.head.contains("Content-Length: \(answer.content.count)\r\n"))
    for header in [
      "Cache-Control: no-store", "Cross-Origin-Resource-Policy: same-origin",
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff", "Connection: close",
      "Content-Type: text/html; charset=utf-8",
    ] {
      #expect(answer.head.contains("\r\n\(header)\r\n"), "\(header)")
    }
    #expect(
      answer.head.contains("\r\nContent-Security-Policy: default-src 'none'; script-src 'sha256-"))
    #expect(answer.head.contains("; connect-src 'self'; "))
    #expect(answer.head.contains("; frame-ancestors 'none'\r\n"))
  }

  @Test func `The server has the followed journals as they are, and no other file`() throws {
    let server = try LiveServer()
    try server.folder.write("secret", "secret")
    #expect(try server.get("/files").text == #"["live.jsonl"]"#)
    let journal = try server.get("/file?name=live.jsonl")
    #expect(try journal.content == Sample.bytes(Sample.unlock))
    #expect(journal.head.contains("Content-Type: application/octet-stream\r\n"))
    for name in [
      "secret", "./live.jsonl", "../live.jsonl", "%2Fetc%2Fpasswd", "live.jsonl%00", "",
    ] {
      #expect(try server.get("/file?name=\(name)").status == 404, "\(name)")
    }
    #expect(try server.get("/file").status == 404)
    #expect(try server.get("/secret").status == 404)
    #expect(try server.get("/file?name=live.jsonl&name=live.jsonl").status == 404)
  }

  @Test func `Names with spaces and letters of any script are found`() throws {
    let server = try LiveServer(files: ["a folder"])
    #expect(try server.get("/files").text == "[]")
    try FileManager.default.createDirectory(
      atPath: server.folder.path("a folder"), withIntermediateDirectories: true)
    try server.folder.write("a folder/é&.jsonl", try Sample.bytes(Sample.gap))
    var names = ""
    for _ in 0..<100 where !names.contains("é") {
      Thread.sleep(forTimeInterval: 0.05)
      names = try server.get("/files").text
    }
    #expect(names == #"["a folder/é&.jsonl"]"#)
    let file = try server.get("/file?name=a%20folder%2F%C3%A9%26.jsonl")
    #expect(try file.content == Sample.bytes(Sample.gap))
  }

  @Test func `A change of a journal is an event on every stream`() throws {
    let server = try LiveServer()
    let clients = try (0..<3).map { _ in
      let client = try server.connect()
      client.send(
        "GET /events?token=\(server.token) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n"
          + "Origin: http://localhost:\(server.port)\r\n\r\n")
      #expect(client.reads("Content-Type: text/event-stream\r\n"))
      return client
    }
    try server.folder.write("live.jsonl", try Sample.bytes(Sample.gap))
    for client in clients { #expect(client.reads("data: {\"changed\":true}\n\n")) }
    #expect(try server.get("/file?name=live.jsonl").content == Sample.bytes(Sample.gap))
  }

  @Test func `Without the token there is nothing`() throws {
    let server = try LiveServer()
    let host = "Host: 127.0.0.1:\(server.port)\r\n\r\n"
    let near = String(server.token.dropLast()) + (server.token.hasSuffix("0") ? "1" : "0")
    for target in [
      "/", "/?token=", "/?token=\(near)", "/files", "/events", "/file?name=live.jsonl",
      "/?token=\(server.token)0", "/?token=\(server.token)&token=\(server.token)",
      "/?TOKEN=\(server.token)", "/missing",
    ] {
      let answer = try server.answer("GET \(target) HTTP/1.1\r\n\(host)")
      #expect(answer.status == 404 && answer.text == "404 Not Found\n", "\(target)")
    }
  }

  @Test func `A page of another site cannot ask`() throws {
    let server = try LiveServer()
    let target = "GET /files?token=\(server.token) HTTP/1.1\r\n"
    for host in [
      "evil.example:\(server.port)", "127.0.0.1", "127.0.0.1:1", "[::1]:\(server.port)",
      "127.0.0.1:\(server.port).evil.example",
    ] {
      #expect(try server.answer("\(target)Host: \(host)\r\n\r\n").status == 403, "\(host)")
    }
    #expect(try server.answer("\(target)\r\n").status == 403)
    let right = "Host: 127.0.0.1:\(server.port)\r\n"
    #expect(try server.answer("\(target)\(right)\(right)\r\n").status == 403)
    for origin in ["null", "http://evil.example", "https://127.0.0.1:\(server.port)", ""] {
      let answer = try server.answer("\(target)\(right)Origin: \(origin)\r\n\r\n")
      #expect(answer.status == 403, "\(origin)")
    }
    #expect(try server.get("/files", "Origin: http://127.0.0.1:\(server.port)\r\n").status == 200)
  }

  @Test func `Other methods, bad requests and large ones are refused`() throws {
    let server = try LiveServer()
    let end = "/?token=\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
    for method in ["POST", "PUT", "HEAD", "OPTIONS", "get"] {
      let answer = try server.answer("\(method) \(end)\r\n")
      #expect(answer.status == 405 && answer.head.contains("\r\nAllow: GET\r\n"), "\(method)")
    }
    #expect(try server.answer("GET / HTTP/9\r\n\r\n").status == 400)
    #expect(try server.answer("\u{16}\u{3}\u{1}\r\n\r\n").status == 400)
    #expect(try server.answer("POST \(end)Content-Length: 5\r\n\r\n12345").status == 400)
    let many = "A: " + String(repeating: "a", count: 9000) + "\r\n"
    #expect(try server.answer("GET \(end)\(many)\r\n").status == 431)
    #expect(try server.answer("GET \(end)\(String(repeating: "a", count: 20_000))").status == 431)
    #expect(try server.get("/files").status == 200)
  }

  @Test func `A request in pieces is answered, and clients that say nothing do not stop it`() throws
  {
    let server = try LiveServer()
    let silent = try (0..<5).map { _ in try server.connect() }
    let slow = try server.connect()
    let host = "Host: 127.0.0.1:\(server.port)\r\n"
    for scalar in "GET /files?token=\(server.token) HTTP/1.1\r\n\(host)\r\n".unicodeScalars {
      slow.send(String(scalar))
      Thread.sleep(forTimeInterval: 0.005)
    }
    #expect(LiveServer.Answer(slow.rest()).text == #"["live.jsonl"]"#)
    #expect(try server.get("/files").status == 200)
    #expect(silent.count == 5)
  }

  @Test func `Many clients at once get all bytes, also those that read slowly`() throws {
    let server = try LiveServer()
    let text = [UInt8](repeating: 0x0A, count: 3_000_000)
    try server.folder.write("live.jsonl", text)
    let clients = try (0..<10).map { _ in
      let client = try server.connect()
      client.send(
        "GET /file?name=live.jsonl&token=\(server.token) HTTP/1.1\r\n"
          + "Host: 127.0.0.1:\(server.port)\r\n\r\n")
      return client
    }
    // The first ones wait with their bytes in the buffers of the system.
    for client in clients.reversed() {
      let isWhole = LiveServer.Answer(client.rest()).content == text
      #expect(isWhole)
    }
  }

  @Test func `A client that leaves frees its connection`() throws {
    let server = try LiveServer()
    for round in 0..<3 {
      var clients = try (0..<PageServer.mostConnections).map { _ in
        let client = try server.connect()
        client.send(
          "GET /events?token=\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        #expect(client.reads("\r\n\r\n"), "round \(round)")
        return client
      }
      #expect(try server.get("/files").status == 503)
      clients.removeAll()
      var status = 503
      for _ in 0..<100 where status != 200 {
        Thread.sleep(forTimeInterval: 0.1)
        status = try server.get("/files").status
      }
      #expect(status == 200, "round \(round)")
      // All of them have been noticed by now.
      Thread.sleep(forTimeInterval: 0.5)
    }
  }

  @Test func `Ctrl-C ends the command and its streams`() throws {
    let server = try LiveServer()
    let client = try server.connect()
    client.send(
      "GET /events?token=\(server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    #expect(client.reads("\r\n\r\n"))
    #expect(server.interrupted() == 130)
    #expect(client.rest().isEmpty)
    #expect(throws: (any Error).self) { try server.connect() }
  }

  @Test func `The command follows as without a page, and ends with its status`() throws {
    let run = try Tool.run("follow", "--serve", "--until-end", Sample.unlock)
    #expect(run.exit == 1)
    #expect(run.lines[0].hasPrefix("live page: http://127.0.0.1:"))
    #expect(run.text.contains("  error lock-is-not-background\n"))
  }

  @Test func `A port can be chosen if it is free`() throws {
    let first = try LiveServer()
    let run = try Tool.run(
      "follow", "--serve", "--until-end", "--port", String(first.port), Sample.unlock)
    #expect(run.exit == 4)
    #expect(
      run.errors == "adjournal: cannot listen on port \(first.port): the port is in use\n")
    let port = first.port
    #expect(first.interrupted() == 130)
    #expect(try LiveServer("--port", String(port)).port == port)
  }

  @Test func `The options of the page need --serve`() throws {
    for option in [["--port", "8080"], ["--open"]] {
      let run = try Tool.run(Tool.path, ["follow", "--until-end"] + option + [Sample.unlock])
      #expect(run.exit == 2)
      #expect(run.errors == "adjournal: '\(option[0])' needs '--serve'\n")
    }
    let port = try Tool.run("follow", "--serve", "--port", "0", Sample.unlock)
    #expect(port.errors.contains("invalid value '0' for '--port' (an integer from 1 to 65535)"))
  }
}
