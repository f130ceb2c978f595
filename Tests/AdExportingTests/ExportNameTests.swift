@testable import AdExporting
import AdRecording
import Foundation
import TestJournals
import Testing

/// The names of exported files.
struct ExportNameTests {
  @Test func `a file is named after the app, the local start and the session`() async throws {
    let trial = try ExportTrial()
    let exported = try await trial.session.export(to: trial.exports)
    let name = String(exported.path.dropFirst(trial.exports.count + 1))
    let id = trial.session.session.prefix(8)
    #expect(
      name.contains(#/^com\.example\.app-\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}\.jsonl\.gz$/#))
    #expect(name.hasSuffix("-\(id).jsonl.gz"))
    #expect(try await trial.session.export(to: trial.exports + "/").path.hasSuffix(name))
    var options = ExportOptions()
    options.compresses = false
    let plain = try await trial.session.export(options, to: trial.exports).path
    #expect(plain.hasSuffix("-\(id).jsonl"))
  }

  @Test func `the temporary folder is the default`() async throws {
    let trial = try ExportTrial()
    let exported = try await trial.session.export()
    #expect(FileManager.default.fileExists(atPath: exported.path))
    #expect(!exported.path.hasPrefix(trial.root.path))
    try FileManager.default.removeItem(atPath: exported.path)
  }

  @Test func `a name of an app is a part of a path that harms nothing`() {
    #expect(ExportName.app("com.example.app") == "com.example.app")
    #expect(ExportName.app("../Käse app") == "app..-K--se-app")
    #expect(ExportName.app("") == "app")
    #expect(ExportName.app(String(repeating: "x", count: 99)).count == 64)
  }

  @Test func `the time is that of the session's zone`() {
    #expect(ExportName.time(1_793_183_040_000, offset: 0) == "2026-10-28-1024")
    #expect(ExportName.time(1_793_183_040_000, offset: -660) == "2026-10-27-2324")
  }
}
