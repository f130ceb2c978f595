import Testing

@testable import AdjournalTool

struct HTTPRequestTests {
  private func request(_ text: String) -> HTTPRequest? { HTTPRequest(Array(text.utf8)) }

  @Test func `A request has a method, a path, parameters and headers`() throws {
    let request = try #require(
      self.request(
        "GET /file?token=12&name=a%2Fb%20%C3%A9%26&x HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"
          + "Accept:text/html \r\n\r\n"))
    #expect(request.method == "GET" && request.path == "/file")
    #expect(request.parameter("name") == Array("a/b é&".utf8))
    #expect(request.parameter("token") == Array("12".utf8))
    #expect(request.parameter("x") == [] && request.parameter("y") == nil)
    #expect(request.values(of: "host") == ["127.0.0.1:80"])
  }

  @Test func `A parameter that is given twice has no value`() throws {
    let request = try #require(self.request("GET /?token=1&token=2 HTTP/1.1\r\n\r\n"))
    #expect(request.parameter("token") == nil)
  }

  @Test(arguments: [
    "", "\r\n\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/2\r\n\r\n", "GET /\r\n\r\n",
    "GET http://a/ HTTP/1.1\r\n\r\n", "GET * HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost\r\n\r\n", "GET / HTTP/1.1\r\n: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHo st: a\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
    "GET /?a=%2 HTTP/1.1\r\n\r\n", "GET /?a=%zz HTTP/1.1\r\n\r\n", "GET /é HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: 3\r\n\r\n",
    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\n\n",
  ]) func `Bytes that are no request are refused`(text: String) {
    #expect(request(text) == nil)
  }

  @Test func `A request ends with a blank line`() {
    #expect(HTTPRequest.end(of: Array("GET / HTTP/1.1\r\n\r\nmore".utf8)) == 18)
    #expect(HTTPRequest.end(of: Array("GET / HTTP/1.1\r\n\r".utf8)) == nil)
  }
}
