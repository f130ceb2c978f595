import AdReplay
import JournalInput
import AdReports
import JSONLines
import TestReports
import Testing

struct CloudEventsTests {
  private func lines(_ records: String...) throws -> [String] {
    var events = CloudEvents()
    var lines: [String] = []
    Journal.forEachLine(of: Array(records.map { $0 + "\n" }.joined().utf8)) { line in
      guard case .record(let record) = line.content else { return }
      lines.append(
        String(
          decoding: events.line(of: JSONValue(objectOfLine: line.bytes.view.raw), record),
          as: UTF8.self))
    }
    return lines
  }

  private func record(_ event: String) -> String {
    #"{"v":1,"session":"s-1","seq":7,"t":5,"wall":"2026-11-20T09:15:02.123Z","event":\#(event)}"#
  }

  @Test func `An event contains its record as data and the event name in its type`() throws {
    let record = record(#""ad.expired","ad":"a-1","unit":"u""#)
    #expect(
      try lines(record) == [
        #"{"specversion":"1.0","id":"s-1/7","source":"adjournal:s-1","type":"adjournal.ad.expired","#
          + #""subject":"a-1","time":"2026-11-20T09:15:02.123Z","datacontenttype":"application/json","#
          + #""data":\#(record)}"# + "\n"
      ])
  }

  @Test(arguments: [
    (#""ad.requested","unit":"u","format":"banner","request":"r","scene":"w""#, "r"),
    (#""view.hidden","unit":"u","ad":"a""#, "a"), (#""splash.began","scene":"w""#, "w"),
    (#""window.closed","window":"o""#, "o"), (#""x.y","load":"l","request":"r""#, "l"),
    (#""x.y","ad":"","unit":"u""#, "u"),
  ])
  func `The subject of an event is its most specific name`(event: String, subject: String) throws {
    let object = try Samples.object(Array(try lines(record(event))[0].utf8))
    #expect(object.text("subject") == subject)
  }

  @Test func `A record without names has no subject`() throws {
    let object = try Samples.object(Array(try lines(record(#""sdk.started""#))[0].utf8))
    #expect(
      Set(object.keys)
        == ["specversion", "id", "source", "type", "time", "datacontenttype", "data"])
  }

  @Test func `Control characters are replaced in attributes and kept in data`() throws {
    let event = #""a\u0007b","ad":"\u0085\uffff\n""#
    let line = try lines(record(event))[0]
    let object = try Samples.object(Array(line.utf8))
    #expect(object.text("type") == "adjournal.a\u{FFFD}b")
    #expect(object.text("subject") == "\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(line.contains(event))
  }

  @Test func `Carriage returns and white space around a record are omitted`() throws {
    let record = record(#""sdk.started""#)
    #expect(try lines(" \(record)\t\r") == lines(record))
  }
}
