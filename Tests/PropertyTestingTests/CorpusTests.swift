import Foundation
import PropertyTesting
import PropertyTestingHosts
import Testing

@Suite struct `A corpus` {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("corpus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func property(limit: Int) -> (Trial) -> Void {
    { trial in
      let numbers =
        trial.saved.map { $0.map(Int.init) }
        ?? trial.choices.array { trial.choices.int(0...255) }
      trial.attach(numbers.map(UInt8.init))
      trial.expect((numbers.max() ?? 0) < limit, "small")
    }
  }

  @Test func `keeps what was found, and runs it first the next time`() throws {
    try inFolder { folder in
      var settings = CheckSettings(cases: 500, seed: 1)
      settings.corpus = FolderCorpus(folder, attachments: "bytes")
      let found = try broken(search("numbers are small", settings, property(limit: 200)))
      let place = folder.appendingPathComponent("numbers-are-small")
      let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      #expect(names.map { $0.split(separator: ".").last } == ["bytes", "choices"])
      settings.cases = 1
      settings.seed = 99
      let again = try broken(search("numbers are small", settings, property(limit: 200)))
      #expect(again.caseNumber == 0 && again.indexes == found.indexes)
      guard case .kept = search("numbers are small", settings, property(limit: 256)) else {
        Issue.record("the kept case fails after the mistake is gone")
        return
      }
    }
  }

  @Test func `of attachments outlives a change of what is drawn`() throws {
    try inFolder { folder in
      let corpus = FolderCorpus(folder, attachments: "bytes")
      corpus.keep(
        CorpusEntry(name: "field", content: .attachment, bytes: [3, 250]), of: "numbers are small")
      var settings = CheckSettings(cases: 1, seed: 4)
      settings.corpus = corpus
      settings.replaysAttachments = true
      let found = try broken(search("numbers are small", settings, property(limit: 200)))
      #expect(found.attachment == [3, 250])
      settings.replaysAttachments = false
      guard case .kept = search("numbers are small", settings, property(limit: 251)) else {
        Issue.record("an attachment was run that was not asked for")
        return
      }
    }
  }
}
