import TestJournals
@testable import AdRecording
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation
import Testing

/// The typed events agree with the vocabulary.
struct RecordedEventTests {
  /// Returns the records of events after a header, as objects and as the reader reads them.
  private static func record(_ events: [any RecordedEvent]) throws -> RecordedFile {
    let folder = try TemporaryFolder()
    let recorder = Recorder(folder: folder.path, session: "s-1")
    recorder.record(SessionFacts.sample.header(install: nil, checksums: true, seals: true))
    for event in events { #expect(recorder.record(event) > 0) }
    #expect(recorder.closeAndWait().isComplete)
    return try RecordedFile(folder: folder.path)
  }

  @Test func `every kind has a typed event except those that the recorder writes itself`() {
    let own: Set<EventKind> = [.recorderGap, .sessionContinued, .sessionSealed, .unknown]
    for samples in [RecordedSamples.full, RecordedSamples.short] {
      #expect(Set(samples.map(\.kind)) == Set(EventKind.allCases).subtracting(own))
      #expect(samples.count == Set(samples.map(\.kind)).count)
    }
  }

  @Test func `every field is written with its name, in the order of the vocabulary`() throws {
    for (samples, isFull) in [(RecordedSamples.full, true), (RecordedSamples.short, false)] {
      let samples = samples.filter { $0.kind != .sessionBegan && $0.kind != .sessionEnded }
      let file = try Self.record(samples)
      #expect(file.lines.count == samples.count + 2)
      for (sample, line) in zip(samples, file.lines.dropFirst()) {
        let fields = Vocabulary.entry(of: sample.kind)?.fields ?? []
        let expected = fields.filter { isFull || $0.isRequired }.map(\.name.name)
        #expect(Self.keys(line) == expected, "\(sample.kind)")
      }
    }
  }

  @Test func `every typed event is read back with all its values`() throws {
    for samples in [RecordedSamples.full, RecordedSamples.short] {
      let events = samples.filter { $0.kind != .sessionBegan }
      let file = try Self.record(events)
      let (sessions, summary) = Journal.readAll(bytes: file.bytes)
      #expect(sessions.first?.damage.filter { $0.code != .nameReused } == [])
      #expect(sessions.first?.trace.events.dropFirst().dropLast().map(\.kind) == events.map(\.kind))
      #expect(summary.unknownValues.isEmpty && summary.unknownKinds.isEmpty)
    }
  }

  @Test func `a header with all fields is complete`() throws {
    for samples in [RecordedSamples.full, RecordedSamples.short] {
      let folder = try TemporaryFolder()
      // The shortest header announces no seals.
      var options = Recorder.Options(session: "s-1")
      options.seals = false
      let recorder = Recorder(folder: folder.path, session: "s-1", options: options)
      let header = try #require(samples.first { $0.kind == .sessionBegan })
      recorder.record(header)
      recorder.closeAndWait()
      let file = try RecordedFile(folder: folder.path)
      let fields = Vocabulary.entry(of: .sessionBegan)?.fields ?? []
      let isFull = Self.keys(file.lines[0]).count == fields.count
      #expect(isFull || Self.keys(file.lines[0]) == fields.filter(\.isRequired).map(\.name.name))
      #expect(file.session?.damage.isEmpty == true)
    }
  }

  /// The keys of a line in their order, without those of the envelope.
  private static func keys(_ line: String) -> [String] {
    let found = line.matches(of: #/[{,]"([a-z0-9_]+)":/#).map { String($0.1) }
    let envelope = ["v", "session", "seq", "t", "wall", "event", "crc"]
    var nested = 0
    var keys: [String] = []
    // Keys in lists and objects are not fields.
    for (key, match) in zip(found, line.matches(of: #/[{,]"([a-z0-9_]+)":/#)) {
      let before = line[..<match.range.lowerBound]
      nested = before.count { $0 == "{" || $0 == "[" } - before.count { $0 == "}" || $0 == "]" }
      if nested <= 1 && !(nested == 1 && line[match.range].first == "{") && !envelope.contains(key)
      {
        keys.append(key)
      }
    }
    return keys
  }
}
