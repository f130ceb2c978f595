import AdExporting
import AdRecording
import AdSession
import Foundation
@testable import JournalInput
import Platform
import TestJournals

/// A running session in a folder for journals, and a folder for exports.
struct ExportTrial {
  let root: TemporaryFolder
  let session: SessionRecorder

  var journals: String { root.path + "/journals" }
  var exports: String { root.path + "/exports" }

  init(
    app: String = "com.example.app", _ configure: (inout Recorder.Options) -> Void = { _ in }
  ) throws {
    root = try TemporaryFolder()
    for folder in ["journals", "exports"] {
      try FileManager.default.createDirectory(
        atPath: root.path + "/" + folder, withIntermediateDirectories: true)
    }
    var facts = SessionFacts(
      app: app, appVersion: "4.2.0", build: .release, os: "iOS", osVersion: "26.1",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    facts.utcOffsetMinutes = 60
    session = SessionRecorder(folder: root.path + "/journals", facts: facts, configure: configure)
  }

  /// Records notes with these numbers.
  func record(_ numbers: Range<Int>) {
    for number in numbers { session.record(.note(text: "note \(number)")) }
  }

  /// Adds the journal of another session to the folder, changed so many days ago.
  func add(_ name: String, _ bytes: [UInt8], daysAgo: Double = 0) throws {
    let path = try root.write("journals/" + name, bytes)
    let date = Date(timeIntervalSinceNow: -daysAgo * 86_400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
  }

  func export(
    _ options: ExportOptions = ExportOptions(), system: SystemCalls = .live
  ) throws -> ExportedJournal {
    try session.exportAndWait(options, to: exports + "/export.jsonl.gz", system: system)
  }

  /// The names of the files in the folder of the exports.
  func exported() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: exports).sorted()
  }

  /// The contents of all files in the folder of the journals.
  func content() throws -> [String: Data] {
    var content: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: journals) {
      content[name] = try Data(contentsOf: URL(fileURLWithPath: journals + "/" + name))
    }
    return content
  }

  /// The lines of a file, whatever its form.
  static func lines(_ path: String) throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    _ = try Journal.forEachLine(of: path) { lines.append(Array($0.bytes)) }
    return lines
  }

  /// The texts of the notes in a file that a test recorded, in order.
  static func notes(_ path: String) throws -> [String] {
    try lines(path).compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      let text = object?["text"] as? String
      return text?.hasPrefix("note ") == true ? text : nil
    }
  }
}
