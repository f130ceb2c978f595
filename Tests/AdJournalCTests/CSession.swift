import AdJournalCHeader
import Foundation

/// Calls of the C functions with texts.
struct CSession {
  let number: Int64

  static func open(_ configuration: String) -> Int64 {
    adjournal_open(configuration, configuration.utf8.count)
  }

  /// A configuration with all required keys, and others.
  static func configuration(_ folder: String, _ more: String = "") -> String {
    #"{"folder":"\#(folder)","app":"com.example.app","app_version":"1.0","build":"debug","#
      + #""os":"Linux","os_version":"6.1","sdk":"google-mobile-ads","sdk_version":"12.9.0"\#(more)}"#
  }

  /// The path of a folder that does not exist yet.
  static func folder() -> String {
    NSTemporaryDirectory() + "c-" + UUID().uuidString
  }

  static var error: String {
    var text = [CChar](repeating: 0, count: 1024)
    let count = adjournal_error(&text, text.count)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  init(_ folder: String = Self.folder(), _ more: String = "") {
    number = Self.open(Self.configuration(folder, more))
  }

  func record(_ line: String) -> Int64 { adjournal_record(number, line, line.utf8.count) }

  func record(bytes: [UInt8]) -> Int64 {
    bytes.withUnsafeBytes {
      adjournal_record(number, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  func flush() -> Int64 { adjournal_flush(number) }
  func close() -> Int64 { adjournal_close(number) }
  func export(_ path: String) -> Int64 { adjournal_export(number, path, path.utf8.count) }

  func verdicts() -> String {
    var text = [CChar](repeating: 0, count: Int(max(0, adjournal_verdicts(number, nil, 0))))
    let count = adjournal_verdicts(number, &text, text.count)
    return String(decoding: text.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The journals of a folder.
struct CJournals {
  let lines: [String]

  init(_ folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    lines = names.filter { $0.hasSuffix(".jsonl") }.sorted().flatMap { name in
      let data = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// The lines of a kind.
  func lines(_ kind: String) -> [String] {
    lines.filter { $0.contains("\"event\":\"\(kind)\"") }
  }

  /// The number of lines that all gaps count, of all reasons or of one.
  func dropped(_ reason: String? = nil) -> Int64 {
    lines("recorder.gap").reduce(0) { sum, line in
      guard let found = line.firstMatch(of: /"dropped":(\d+),"reason":"(\w+)"/),
        reason == nil || found.2 == reason!
      else { return sum }
      return sum + (Int64(found.1) ?? 0)
    }
  }
}
