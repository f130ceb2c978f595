import JournalEncoding
import JournalFormat
import AdSession
import Foundation

/// One `write` a line, of a line that this package's encoder makes.
final class WriteWay: Way, @unchecked Sendable {
  private let file: Int32
  private var encoder = RecordEncoder()
  private let lock = NSLock()

  init(file: String) { self.file = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600) }

  func append(_ number: Int) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let now = Int64(Clock.now) / 1_000_000
    let line = encoder.line(
      .adLoaded, Envelope(session: Texts.response, seq: Int64(number), t: now, wall: now),
      [
        (.unit, .string(Texts.unit)), (.format, .string("interstitial")),
        (.request, .string(Texts.requests[number & 4095])),
        (.ad, .string(Texts.ads[number & 4095])), (.adapter, .string(Texts.adapter)),
        (.response, .string(Texts.response)), (.latencyMs, .integer(Int64(number & 2047))),
      ])
    return line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == line.count
  }

  func finish() { close(file) }
}

/// Foundation's encoder and file handle, as apps log.
final class FoundationWay: Way, @unchecked Sendable {
  private struct Line: Encodable {
    let v: Int
    let session: String
    let seq: Int
    let t: Int
    let wall: String
    let event: String
    let unit: String
    let format: String
    let request: String
    let ad: String
    let adapter: String
    let response: String
    let latency_ms: Int
  }

  private let handle: FileHandle?
  private let encoder = JSONEncoder()
  private let clock: ISO8601DateFormatter?
  private let lock = NSLock()

  /// - Parameter tellsTime: Whether each line has the wall clock at that moment, as the recorder's
  ///   have; else the same text, so that no time is made into text.
  init(file: String, tellsTime: Bool) {
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    handle = FileHandle(forWritingAtPath: file)
    clock = tellsTime ? ISO8601DateFormatter() : nil
    clock?.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
  }

  func append(_ number: Int) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    let line = Line(
      v: 1, session: Texts.response, seq: number, t: Clock.now / 1_000_000,
      wall: clock?.string(from: Date()) ?? "2026-11-20T09:15:02.123Z", event: "ad.loaded",
      unit: Texts.unit, format: "interstitial", request: Texts.requests[number & 4095],
      ad: Texts.ads[number & 4095], adapter: Texts.adapter, response: Texts.response,
      latency_ms: number & 2047)
    guard var data = try? encoder.encode(line) else { return false }
    data.append(0x0A)
    return (try? handle?.write(contentsOf: data)) != nil
  }

  func finish() { try? handle?.close() }
}
