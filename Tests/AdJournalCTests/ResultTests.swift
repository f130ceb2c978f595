import AdJournalCHeader
import Foundation
import Testing

/// What leaves a session: verdicts and the exported file.
@Suite struct ResultTests {
  /// Loads an ad that is presented, and dismissed only natively.
  private static func play(_ session: CSession, lost: Bool) {
    let unit = #""unit":"u-1","format":"interstitial""#
    for line in [
      #"{"event":"ad.requested",\#(unit),"request":"r-1"}"#,
      #"{"event":"ad.loaded",\#(unit),"request":"r-1","ad":"a-1"}"#,
      #"{"event":"callback.received","layer":"app","what":"loaded","ad":"a-1"}"#,
      #"{"event":"ad.present_requested","ad":"a-1",\#(unit)}"#,
      #"{"event":"ad.will_present","ad":"a-1",\#(unit)}"#,
      #"{"event":"ad.dismissed","ad":"a-1",\#(unit)}"#,
      #"{"event":"callback.received","layer":"sdk","what":"dismissed","ad":"a-1"}"#,
    ] { #expect(session.record(line) > 0) }
    if !lost {
      #expect(
        session.record(
          #"{"event":"callback.received","layer":"app","what":"dismissed","ad":"a-1"}"#)
          > 0)
    }
    Thread.sleep(forTimeInterval: 0.03)
    #expect(session.record(#"{"event":"app.resigned_active"}"#) > 0)
  }

  @Test(arguments: [true, false])
  func `a callback that never reached the app is found in the running session`(lost: Bool) {
    let limit = lost ? 0.02 : 60
    let session = CSession(
      CSession.folder(),
      #","captures":["load","present","callback"],"policy":{"callback_s":\#(limit)}"#)
    Self.play(session, lost: lost)
    let verdicts = session.verdicts()
    let rule = verdicts.firstMatch(
      of: /"rule":"callback-reaches-app","verdict":"([a-z-]+)"/)
    #expect(rule?.1 == (lost ? "violated" : "holds"), "\(verdicts.prefix(300))")
    #expect(session.close() == 0)
  }

  @Test func `verdicts that do not fit are kept for the next call`() {
    let session = CSession()
    let length = adjournal_verdicts(session.number, nil, 0)
    #expect(length > 1000)
    #expect(session.record(CallTests.launched) == 2)
    var text = [CChar](repeating: 1, count: Int(length) + 10)
    #expect(adjournal_verdicts(session.number, &text, Int(length) - 1) == length)
    #expect(text.allSatisfy { $0 == 1 })
    #expect(adjournal_verdicts(session.number, &text, text.count) == length)
    let bytes = text.prefix(Int(length)).map(UInt8.init(bitPattern:))
    #expect((try? JSONSerialization.jsonObject(with: Data(bytes))) != nil)
    #expect(text.suffix(10).allSatisfy { $0 == 1 })
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""records":1,"#))
    #expect(session.verdicts().contains(#""records":2,"#))
    #expect(adjournal_verdicts(session.number, nil, 5) == Int64(ADJOURNAL_INVALID))
    #expect(CSession.error == "the buffer is NULL, but its capacity is not 0")
    #expect(session.close() == 0)
  }

  @Test(arguments: ["process", "memory"])
  func `an export has all records of all files, and replaces an earlier one`(durability: String) {
    let folder = CSession.folder()
    let session = CSession(
      folder, #","segment_bytes":4096,"total_bytes":0,"durability":"\#(durability)""#)
    for index in 0..<100 {
      #expect(session.record(#"{"event":"note","text":"m-\#(index)"}"#) > 0)
      // The writer begins a new file between two passes.
      if index % 20 == 19 { #expect(session.flush() > 0) }
    }
    let path = folder + "-export.txt"
    let count = session.export(path)
    let text = FileManager.default.contents(atPath: path) ?? Data()
    #expect(count == text.count && count > 0)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.contains(#""event":"note""#) } == 100)
    #expect(lines.count { $0.contains(#""event":"session.continued""#) } >= 2)
    #expect(session.export(path) == count)
    #expect(FileManager.default.contents(atPath: path) == text)
    #expect(session.export(folder + "/export.txt") == Int64(ADJOURNAL_FILE))
    #expect(
      CSession.error == "\(folder)/export.txt: an export cannot be in the folder of the journals; "
        + "use another folder")
    #expect(session.export(folder + "/none/export") == Int64(ADJOURNAL_FILE))
    #expect(session.export("") == Int64(ADJOURNAL_INVALID))
    #expect(CSession.error == "the path is NULL, empty or not UTF-8, or contains NUL")
    #expect(session.close() == 0)
    #expect(CJournals(folder).lines("note").count == 100)
  }
}
