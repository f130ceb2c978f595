import TestJournals
@testable import AdRecording
@testable import AdReplay
@testable import JournalInput
@testable import JournalFormat
import AdSession
import Foundation
import Testing

/// Sessions, from the header to the end.
struct SessionRecorderTests {
  @Test func `record 1 is the header with the facts of the app`() throws {
    var facts = SessionFacts.sample
    facts.device = "phone"
    facts.timezone = "Europe/Zurich"
    facts.utcOffsetMinutes = 60
    facts.launchCount = 4
    facts.supportsSeveralWindows = true
    facts.isTestDevice = false
    facts.captures = [.revenue, .load, .reward]
    facts.policy = [PolicySetting(.dailyCap, 5), PolicySetting(.splashMaxSeconds, 2.5)]
    let session = try RecordedSession(facts)
    let file = try session.end()
    let header = try #require(file.objects.first)
    #expect(header["seq"] as? Int == 1)
    #expect(header["session"] as? String == session.recorder.session)
    #expect(session.recorder.session.wholeMatch(of: #/[0-9a-f]{32}/#) != nil)
    #expect(header["install"] as? String == session.recorder.install)
    #expect(
      header["captures"] as? [String] == ["session", "app", "load", "present", "revenue", "reward"])
    #expect(header["policy"] as? [String: Double] == ["daily_cap": 5, "splash_max_s": 2.5])
    #expect(header["launch_count"] as? Int == 4)
    #expect(header["timezone"] as? String == "Europe/Zurich")
    #expect(header["utc_offset_min"] as? Int == 60)
    #expect(header["multi_scene"] as? Bool == true)
    #expect(header["test_device"] as? Bool == false)
    #expect(header["device"] as? String == "phone")
    #expect(header["checksums"] as? Bool == true)
    #expect(file.session?.damage.isEmpty == true)
  }

  @Test func `a header without captures has no field for them`() throws {
    let header = try RecordedSession().end().object(.sessionBegan)
    #expect(header["captures"] == nil && header["policy"] == nil && header["device"] == nil)
  }

  @Test func `the UTC offset is that of the system's calendar`() {
    #expect(SessionFacts.systemOffsetMinutes == TimeZone.current.secondsFromGMT() / 60)
  }

  @Test func `a session ends with its reason and a seal`() async throws {
    for reason in [Recorded.SessionEnded.Reason.terminated, .other] {
      let session = try RecordedSession()
      #expect(session.recorder.record(.appLaunched(cold: true)) == 2)
      let end = await session.recorder.end(reason)
      #expect(end.isComplete && end.through >= 3)
      let file = try session.file()
      let reading = try #require(file.session)
      #expect(
        reading.trace.events.map(\.kind) == [
          .sessionBegan, .appLaunched, .sessionEnded, .sessionSealed,
        ])
      #expect(file.object(.sessionEnded)["reason"] as? String == reason.word.text)
      #expect(reading.seals == Seals(count: 1, verified: 0, coverTheEnd: true))
      #expect(session.recorder.record(.appLaunched(cold: true)) == 0)
    }
  }

  @Test func `events between the end of the session and the closing are dropped`() throws {
    let session = try RecordedSession()
    session.recorder.recordEnd(.terminated)
    #expect(session.recorder.record(.appMemoryWarning) == 0)
    session.recorder.recordEnd(.other)
    let reading = try #require(try session.end().session)
    #expect(reading.trace.events.map(\.kind) == [.sessionBegan, .sessionEnded, .sessionSealed])
  }

  @Test func `a threshold that is set twice is written once with its last value`() throws {
    var facts = SessionFacts.sample
    facts.policy = [
      PolicySetting(.dailyCap, 5), PolicySetting(.splashMaxSeconds, 2.5),
      PolicySetting(.dailyCap, 7),
    ]
    let session = try RecordedSession(facts)
    session.recorder.record(.configChanged(policy: facts.policy.reversed()))
    let file = try session.end()
    #expect(file.session?.damage.isEmpty == true)
    let header = file.object(.sessionBegan)["policy"] as? [String: Double]
    #expect(header == ["daily_cap": 7, "splash_max_s": 2.5])
    let change = file.object(.configChanged)["policy"] as? [String: Double]
    #expect(change == ["daily_cap": 5, "splash_max_s": 2.5])
  }

  @Test func `the sessions of an install share its id and salt`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/ads"
    var installs: Set<String?> = []
    for _ in 0..<3 {
      let recorder = SessionRecorder(folder: path, facts: .sample)
      installs.insert(recorder.install)
      recorder.record(
        .adLoaded(unit: "u", format: .banner, request: "r", ad: "a", response: "one"))
      recorder.endAndWait()
    }
    #expect(installs.count == 1 && !installs.contains(nil))
    let hashes = Set(
      try RecordedFile(folder: path).objects.compactMap { $0["response"] as? String })
    #expect(hashes.count == 1)
    #expect(try RecordedSession().recorder.install != installs.first)
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/install")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 4)
  }

  @Test func `the folder and its missing parents are created for the owner only`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/Application Support/ads"
    for end in ["", "/"] {
      let recorder = SessionRecorder(folder: path + end, facts: .sample)
      #expect(recorder.install != nil)
      #expect(recorder.endAndWait().isComplete)
    }
    #expect(try RecordedFile(folder: path).lines.count == 6)
    for made in [path, folder.path + "/Application Support"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: made)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }
  }

  @Test(arguments: ["", "abc", "\n\n", "00\n11\n"])
  func `an incomplete install file is replaced`(text: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("install", Array(text.utf8))
    let first = SessionRecorder(folder: folder.path, facts: .sample)
    let second = SessionRecorder(folder: folder.path, facts: .sample)
    #expect(first.install != nil && first.install == second.install)
    first.endAndWait()
    second.endAndWait()
  }

  @Test func `an install file that cannot be opened is kept, and the session has no install`()
    throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/install", withDestinationPath: folder.path + "/elsewhere")
    let recorder = SessionRecorder(folder: folder.path, facts: .sample)
    #expect(recorder.install == nil)
    recorder.record(.adLoaded(unit: "u", format: .banner, request: "r", ad: "a", response: "one"))
    recorder.endAndWait()
    let file = try RecordedFile(folder: folder.path)
    #expect(file.object(.sessionBegan)["install"] == nil)
    #expect((file.object(.adLoaded)["response"] as? String)?.count == 32)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/elsewhere"))
  }

  @Test func `recording to a folder that is a file reports a degradation`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("file", [1, 2, 3])
    let recorder = SessionRecorder(folder: path, facts: .sample)
    recorder.record(.appLaunched(cold: true))
    let acknowledgement = await recorder.flush()
    #expect(acknowledgement.through == 0)
    #expect(acknowledgement.degradation?.cause == .folder)
    #expect(acknowledgement.degradation?.first == 1)
    await recorder.end()
    #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
  }

  @Test func `after the seal of the background the session continues with the next key`()
    async throws
  {
    let key = try SealKey([UInt8](repeating: 9, count: 32))
    let session = try RecordedSession(key: key)
    for _ in 0..<3 {
      session.recorder.record(.appEnteredBackground)
      let drained = await session.recorder.drain()
      #expect(drained.isComplete)
      session.recorder.record(.appEnteringForeground)
    }
    await session.recorder.end()
    var reader = JournalReader()
    reader.sealKey = key
    var readings: [SessionReading] = []
    for case .session(let reading) in reader.read([session.path], judge: { $0 }) {
      readings.append(reading)
    }
    #expect(readings.count == 1)
    #expect(readings.first?.damage == [])
    #expect(readings.first?.seals == Seals(count: 4, verified: 4, coverTheEnd: true))
  }

  @Test func `without a key the file stays open in the background`() async throws {
    let session = try RecordedSession()
    session.recorder.record(.appEnteredBackground)
    let drained = await session.recorder.drain()
    #expect(drained.through == 2)
    #expect(try session.file().lines.count == 2)
    await session.recorder.end()
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.path).count == 2)
  }

  @Test func `erasing deletes the recorder's files and no others`() async throws {
    let session = try RecordedSession()
    let other = SessionRecorder(folder: session.path, facts: .sample)
    await other.end()
    try Data("x".utf8).write(to: URL(fileURLWithPath: session.path + "/notes.txt"))
    session.recorder.record(.appLaunched(cold: true))
    #expect(await session.recorder.erase())
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.path) == ["notes.txt"])
    #expect(session.recorder.record(.appLaunched(cold: true)) == 0)
    #expect(SessionRecorder.erase(folder: session.path))
    #expect(SessionRecorder.erase(folder: session.path + "/nothing"))
    let next = SessionRecorder(folder: session.path, facts: .sample)
    #expect(next.install != nil && next.install != session.recorder.install)
    await next.end()
  }

  @Test func `erasing does not follow links`() async throws {
    let folder = try TemporaryFolder()
    let kept = try folder.write("kept/a.jsonl", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/ads", withDestinationPath: folder.path + "/kept")
    #expect(!SessionRecorder.erase(folder: folder.path + "/ads"))
    #expect(FileManager.default.fileExists(atPath: kept))
  }

  @Test func `two recorders in one folder write to separate files`() async throws {
    let folder = try TemporaryFolder()
    let recorders = (0..<4).map { _ in SessionRecorder(folder: folder.path, facts: .sample) }
    await withTaskGroup(of: Void.self) { group in
      for recorder in recorders {
        group.addTask {
          for number in 0..<200 {
            recorder.record(.adRequested(unit: "u", format: .banner, request: "r-\(number)"))
          }
          await recorder.end()
        }
      }
    }
    #expect(Set(recorders.map(\.install)).count == 1)
    let sessions = Journal.read(bytes: try RecordedFile(folder: folder.path).bytes)
    #expect(Set(sessions.map(\.id)) == Set(recorders.map(\.session)))
    for session in sessions {
      #expect(session.damage.isEmpty && session.recordCount == 203)
    }
  }
}
