package import AdRecording
package import AppJournal
import Foundation

/// A recorded session of a test, in a temporary folder.
package final class TestJournal: @unchecked Sendable {
  package let session: SessionRecorder
  package let recorder: AdRecorder
  private let folder: String

  package init(sdk: String, configure: (inout SessionFacts) -> Void = { _ in }) throws {
    folder = NSTemporaryDirectory() + "adjournal-" + UUID().uuidString
    var facts = SessionFacts(
      app: "com.example.app", appVersion: "4.2.0", build: .debug, os: "iOS", osVersion: "26.1",
      sdk: sdk, sdkVersion: "13.1.0")
    configure(&facts)
    session = SessionRecorder(folder: folder, facts: facts)
    recorder = AdRecorder(session)
  }

  deinit {
    // A writer with pending records would create the folder again.
    session.endAndWait(.other)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the session and reads its journal.
  package func read() throws -> Recording {
    session.endAndWait(.other)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let bytes = try names.filter { $0.hasSuffix(".jsonl") }.flatMap {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
    return Recording(bytes: bytes)
  }

  /// Releases the recorders of released ads, as the Objective-C runtime does.
  package static func releaseOrphans() {
    #if !canImport(ObjectiveC)
      Lifetime.releaseOrphans()
    #endif
  }
}

/// The factor for the number of random cases: `ADJOURNAL_ROUNDS`, 1 by default.
package let rounds = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1
