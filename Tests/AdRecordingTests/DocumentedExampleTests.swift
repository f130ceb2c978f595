import TestJournals
import AdRecording
@testable import AdReplay
import AdSession
import Foundation
import Testing

/// Checks the example in the documentation of the module.
struct DocumentedExampleTests {
  private static let document = "Sources/AdRecording/AdRecording.docc/AdRecording.md"

  private func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `the documented example is the compiled example, line for line`() throws {
    let document = try text(Self.document)
    let start = try #require(document.range(of: "```swift\n"))
    let end = try #require(document.range(of: "```\n", range: start.upperBound..<document.endIndex))
    let compiled = try text("Tests/AdRecordingTests/DocumentedExample.swift")
      .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
    #expect(document[start.upperBound..<end.lowerBound] == compiled.joined(separator: "\n"))
  }

  @Test func `the documented example writes a complete journal`() async throws {
    let folder = try TemporaryFolder()
    let log = AdLog(folder: folder.path + "/journals")
    log.requested("r-1", unit: "unit")
    log.loaded("A1", for: "r-1", unit: "unit")
    await log.enteredBackground()
    #expect(await log.ended())
    let session = try #require(Recovered(folder: folder.path + "/journals").readings.first)
    #expect(
      session.trace.events.map(\.kind) == [
        .sessionBegan, .appLaunched, .adRequested, .adLoaded, .appEnteredBackground, .sessionEnded,
        .sessionSealed,
      ])
  }
}
