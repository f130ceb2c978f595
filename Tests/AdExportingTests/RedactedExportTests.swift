import AdExporting
import AdExportRedaction
import AdRecording
import AdReplay
import AdRules
import AdSession
import Foundation
import TestJournals
import Testing

/// Redacted exports.
struct RedactedExportTests {
  private static let journals = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Journals")

  /// The verdicts of the sessions of a file, and the records that decide.
  private static func judgement(_ path: String) throws -> [String] {
    try SessionExportTests.read(path).map { reading in
      let results = Judge().judge(reading.trace)
      let texts = zip(RuleBook.all, results).map { rule, result in
        let witnesses = result.violations.map { "\($0.certainAt) \($0.witness)" }
        return "\(rule.id) \(result.verdict) \(result.activations) \(witnesses)"
      }
      let damage = reading.damage.map(\.line)
      return "\(reading.trace.end) \(reading.trace.events.map(\.seq)) \(damage)\n"
        + texts.joined(separator: "\n")
    }
  }

  @Test(arguments: ["incidents", "damaged", "sessions"])
  func `a redacted export has the verdicts of the export`(folder: String) throws {
    let trial = try ExportTrial(app: "com.secret.game")
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.journals.appendingPathComponent(folder), includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "jsonl" {
      try trial.add(file.lastPathComponent, [UInt8](Data(contentsOf: file)))
    }
    trial.record(0..<3)
    var options = ExportOptions()
    options.notesFreeSpace = false
    let plain = try trial.session.exportAndWait(options, to: trial.exports + "/plain.gz")
    options.redaction = .pseudonyms()
    let redacted = try trial.session.exportAndWait(options, to: trial.exports + "/redacted.gz")
    let (before, after) = (
      try Self.judgement(plain.path), try Self.judgement(redacted.path)
    )
    #expect(before.count > 3 && before.count == after.count)
    for (one, other) in zip(before, after) { #expect(one == other) }
    #expect(redacted.sessions == plain.sessions)
    #expect(try trial.exported() == ["plain.gz", "redacted.gz"])
  }

  @Test func `nothing in a redacted export identifies the app, the session or the install`()
    async throws
  {
    let trial = try ExportTrial(app: "com.secret.game")
    trial.record(0..<3)
    var options = ExportOptions()
    options.redaction = .pseudonyms()
    let exported = try await trial.session.export(options, to: trial.exports)
    let name = exported.path.dropFirst(trial.exports.count + 1)
    #expect(name.contains(#/^redacted-[0-9a-f]{8}\.jsonl\.gz$/#))
    let text = String(decoding: try ExportTrial.lines(exported.path).joined(), as: UTF8.self)
    let install = try #require(trial.session.install)
    for secret in ["secret", "note 1", trial.session.session, install] {
      #expect(!text.contains(secret), "\(secret)")
    }
    options.compresses = false
    let plain = try await trial.session.export(options, to: trial.exports)
    #expect(plain.path.hasSuffix(".jsonl") && plain.bytes > exported.bytes)
  }

  @Test func `a redaction that fails leaves no file`() throws {
    struct Refusal: Error {}
    let trial = try ExportTrial()
    var options = ExportOptions()
    options.redaction = ExportRedaction { _, write in
      try write([0x0A])
      throw Refusal()
    }
    let path = trial.exports + "/export.jsonl.gz"
    #expect(throws: ExportFailure(.redaction, path: path)) { try trial.export(options) }
    #expect(try trial.exported() == [])
  }
}
