import AdJournalCHeader
import Foundation
import Testing

/// Every call has a defined result, whatever its arguments and its time.
@Suite struct CallTests {
  static let launched = #"{"event":"app.launched","cold":true}"#

  @Test func `lines become records, and others are counted in gaps with the reason`() {
    let folder = CSession.folder()
    let session = CSession(folder)
    let malformed = Int64(ADJOURNAL_MALFORMED)
    #expect(session.record(Self.launched) == 2)
    #expect(session.record("") == malformed)
    #expect(session.record("event") == malformed)
    #expect(CSession.error.hasPrefix("`event` is not a JSON object"))
    #expect(session.record(bytes: [0x7B, 0xFF, 0x7D]) == malformed)
    #expect(session.record(#"{"event":"ad.exploded"}"#) == malformed)
    #expect(CSession.error == #"unknown event "ad.exploded""#)
    #expect(session.record(#"{"event":"app.launched"}"#) == malformed)
    #expect(CSession.error == "the event has no `cold`, which every `app.launched` must have")
    #expect(session.record(#"{"event":"recorder.gap","dropped":1,"reason":"x"}"#) == malformed)
    #expect(adjournal_record(session.number, nil, 5) == malformed)
    #expect(CSession.error == "the line is NULL, or longer than 1048576 bytes")
    #expect(session.record(bytes: [UInt8](repeating: 0x20, count: 10_000_000)) == malformed)
    // The writer may have reported some of them in a gap of their own.
    #expect(session.record(#"{"event":"app.became_active"}"#) >= 12)
    #expect(session.close() == 8)
    let journals = CJournals(folder)
    #expect(journals.dropped("malformed") == 8 && journals.dropped() == 8)
    #expect(journals.lines("app.became_active").count == 1)
  }

  @Test func `a second header is malformed`() {
    let session = CSession()
    let header =
      #"{"event":"session.began","app":"a","app_version":"1","build":"debug","os":"o","#
      + #""os_version":"1","sdk":"s","sdk_version":"1","utc_offset_min":0}"#
    #expect(session.record(header) == Int64(ADJOURNAL_MALFORMED))
    #expect(CSession.error == "`session.began` was recorded by adjournal_open")
    #expect(session.close() == 1)
  }

  @Test func `a session that is not open has no effect`() {
    let session = CSession()
    #expect(session.close() == 0)
    for number in [session.number, 0, -1, 63, .min, .max] {
      let none = Int64(ADJOURNAL_NO_SESSION)
      #expect(adjournal_record(number, Self.launched, Self.launched.utf8.count) == none)
      #expect(CSession.error == "session \(number) is not open")
      #expect(adjournal_record(number, nil, 0) == none)
      #expect(adjournal_flush(number) == none)
      #expect(adjournal_export(number, "/tmp/x", 6) == none)
      #expect(adjournal_verdicts(number, nil, 0) == none)
      #expect(adjournal_close(number) == none)
    }
  }

  @Test func `no event follows the end of a session`() {
    let folder = CSession.folder()
    let session = CSession(folder)
    #expect(session.record(#"{"event":"session.ended","reason":"other"}"#) == 2)
    let ended = Int64(ADJOURNAL_ENDED)
    #expect(session.record(Self.launched) == ended)
    #expect(session.record("malformed") == ended)
    #expect(session.record(#"{"event":"session.ended","reason":"other"}"#) == ended)
    #expect(CSession.error == "the session has ended; no event can follow `session.ended`")
    #expect(session.close() == 0)
    let journals = CJournals(folder)
    #expect(journals.lines("session.ended").map { $0.contains(#""reason":"other""#) } == [true])
    #expect(journals.lines("session.sealed").count == 1)
  }

  @Test func `a full queue drops events and counts them`() {
    let folder = CSession.folder()
    let session = CSession(folder, #","queue_bytes":4096,"total_bytes":0"#)
    let line = #"{"event":"note","text":"\#(String(repeating: "x", count: 400))"}"#
    var kept = 0
    var dropped = 0
    for _ in 0..<3000 {
      let result = session.record(line)
      if result > 0 { kept += 1 } else if result == Int64(ADJOURNAL_DROPPED) { dropped += 1 }
    }
    #expect(kept + dropped == 3000)
    #expect(session.close() == dropped)
    let journals = CJournals(folder)
    #expect(journals.lines("note").count == kept)
    #expect(journals.dropped("buffer_full") == dropped)
  }

  @Test func `a folder that cannot be made is reported, and records wait`() {
    let session = CSession("/dev/null/journals")
    #expect(session.number > 0)
    #expect(session.record(Self.launched) == 2)
    let file = Int64(ADJOURNAL_FILE)
    #expect(session.flush() == file)
    #expect(CSession.error.contains("the folder cannot be opened"))
    #expect(session.export("/tmp/never") == file)
    #expect(adjournal_verdicts(session.number, nil, 0) == file)
    #expect(session.close() == file)
    #expect(session.close() == Int64(ADJOURNAL_NO_SESSION))
  }

  @Test func `sessions in several threads have their own records`() async {
    let folders = (0..<4).map { _ in CSession.folder() }
    let sessions = folders.map { CSession($0, #","queue_bytes":1048576"#) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for index in 0..<2000 {
            let line = #"{"event":"note","text":"m-\#(index)"}"#
            for session in sessions { _ = session.record(line) }
          }
        }
      }
    }
    for (session, folder) in zip(sessions, folders) {
      let lost = session.close()
      let journals = CJournals(folder)
      #expect(journals.lines("note").count + Int(lost) == 8000)
      #expect(journals.dropped() == lost)
    }
  }

  @Test func `the reason of a failure belongs to its thread, and is cut between characters`() async
  {
    #expect(adjournal_flush(9) == Int64(ADJOURNAL_NO_SESSION))
    let other = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: adjournal_error(nil, 0)) }
    }
    #expect(other == 0)
    let key = String(repeating: "é", count: 2000)
    #expect(CSession.open(#"{"folder":"/tmp/x","\#(key)":1}"#) == Int64(ADJOURNAL_INVALID))
    #expect(!CSession.error.isEmpty && !CSession.error.contains("\u{FFFD}\u{FFFD}"))
    var two: [CChar] = [0, 0]
    #expect(adjournal_error(&two, 2) > 2)
    #expect(two == [0x74, 0x68])
  }
}
