import TestJournals
@testable import AdRecording
@testable import AdReplay
@testable import JournalInput
@testable import JournalFormat
import AdSession
import Foundation

/// The files of a recorder in a folder.
struct RecordedFile {
  let bytes: [UInt8]

  /// The contents of all files of a folder, in the order of their names.
  init(folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    bytes = try names.filter { $0.hasSuffix(".jsonl") }.flatMap {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
  }

  /// Each line as text.
  var lines: [String] {
    bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Each line as an object, read by Foundation.
  var objects: [[String: Any]] {
    lines.map {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] ?? [:]
    }
  }

  /// The first record of a kind.
  func object(_ kind: EventKind) -> [String: Any] {
    objects.first { $0["event"] as? String == kind.name } ?? [:]
  }

  /// The only session, as the reader reads it.
  var session: SessionReading? { Journal.read(bytes: bytes).first }
}

extension SessionFacts {
  /// The facts of an app for tests.
  static var sample: SessionFacts {
    SessionFacts(
      app: "com.example.app", appVersion: "4.2.0", build: .release, os: "iOS", osVersion: "26.1",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
  }
}

/// A session that a test records in a temporary folder.
struct RecordedSession {
  let folder: TemporaryFolder
  let recorder: SessionRecorder

  init(
    _ facts: SessionFacts = .sample, key: SealKey? = nil,
    configure: (inout Recorder.Options) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    recorder = SessionRecorder(
      folder: folder.path + "/ads", facts: facts, key: key, configure: configure)
  }

  var path: String { folder.path + "/ads" }

  func file() throws -> RecordedFile { try RecordedFile(folder: path) }

  /// Ends the session and reads its files.
  func end() throws -> RecordedFile {
    recorder.endAndWait()
    return try file()
  }
}
