import AdReports
import Foundation
import TestReports
import Testing

/// The records, states and lanes of an opened session.
struct PageSessionTests {
  private static let key = "daily-03c8be"
  private let page = Page(["\(Samples.root)/\(Samples.unlock)"])

  private func records(_ more: [String: Any] = [:]) throws -> [String: Any] {
    var request: [String: Any] = ["ask": "records", "key": Self.key, "from": 0, "count": 1000]
    request.merge(more) { $1 }
    return try page.ask(request)
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: "\(Samples.root)/\(Samples.unlock)", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test func `The list has every record, and a part of it is the same`() throws {
    let all = try records()
    let count = try lines().count
    #expect(all.number("total") == count)
    #expect(all.objects("rows").map { $0.number("i") } == Array(0..<count))
    let part = try records(["from": 5, "count": 3])
    #expect(part.number("total") == count)
    #expect(part.objects("rows").map { $0.number("seq") } == [6, 7, 8])
    #expect(try records(["from": 1000]).objects("rows").isEmpty)
  }

  @Test func `Filters choose records, and the row of a record is found`() throws {
    let all = try records().objects("rows")
    let ads = try records(["event": "ad.*", "near": 20])
    let wanted = all.filter { $0.text("event")?.hasPrefix("ad.") == true }
    #expect(ads.objects("rows").map { $0.number("i") } == wanted.map { $0.number("i") })
    let near = wanted.firstIndex { $0.number("i") ?? 0 >= 20 }
    #expect(ads.number("near") == near)
    #expect(try records(["event": "ad.nothing"]).number("total") == 0)
    let part = try records(["event": "Present"]).objects("rows")
    #expect(!part.isEmpty && part.allSatisfy { $0.text("event")?.contains("present") == true })
    let signs = try records(["only_violations": true]).objects("rows")
    #expect(!signs.isEmpty && signs.allSatisfy { $0.text("sign") != nil })
    #expect(
      signs.map { $0.number("i") }
        == all.filter { $0.text("sign") != nil }.map { $0.number("i") })
    let text = try records(["text": "A-2"]).objects("rows")
    #expect(!text.isEmpty)
    #expect(text.allSatisfy { $0.text("details")?.contains("a-2") == true })
  }

  @Test func `The record is the line of the file, and its changes lead from state to state`() throws
  {
    let lines = try lines()
    for (index, line) in lines.enumerated() {
      let state = try page.ask(["ask": "state", "key": Self.key, "i": index])
      #expect(state.text("record") == line)
      #expect(state.number("line") == index + 1)
      let rows = try #require(state["rows"] as? [[String]])
      #expect(rows[0][0] == "time" && rows.contains { $0[0] == "app" })
    }
    let left = try #require(lines.firstIndex { $0.contains("app.entered_background") })
    let changed = try page.ask(["ask": "state", "key": Self.key, "i": left]).objects("changed")
    #expect(
      changed.contains { $0.text("path") == "app.phase" && $0.text("to") == #""background""# })
  }

  @Test func `Open deadlines come with the time that is left`() throws {
    let due = try lines().indices.map { index in
      try #require(
        page.ask(["ask": "due", "key": Self.key, "i": index])["rows"] as? [[String]])
    }
    #expect(due.contains { $0.contains { $0[0] == "due" && $0[1].contains("within") } })
  }

  @Test func `Lives of a row do not overlap, and each record has a lane`() throws {
    let incidents = Page(in: "incidents")
    for row in try incidents.sessions() {
      let session = try incidents.ask(["ask": "session", "key": row.text("key") ?? ""])
      let count = try #require(session.number("count"))
      let lanes = session.objects("lanes")
      let ofRecord = try #require(session["laneOf"] as? [Int])
      #expect(ofRecord.count == count && ofRecord.allSatisfy { lanes.indices.contains($0) })
      #expect((session["t"] as? [Int])?.count == count)
      for lane in lanes {
        for lives in lane["rows"] as? [[[String: Any]]] ?? [] {
          var end = 0
          for life in lives {
            let parts = life.objects("parts")
            let begin = try #require(parts.first?.number("b"))
            #expect(begin >= end, "\(row.text("key") ?? "") \(lane.text("title") ?? "")")
            end = try #require(parts.last?.number("e"))
            #expect(end < count)
          }
        }
      }
    }
  }
}

/// Differences of two states.
struct StateDiffTests {
  private func changes(_ one: String, _ other: String) -> [String] {
    StateDiff.lines(Array(one.utf8), Array(other.utf8))
  }

  @Test func `Only what differs is listed, with its path`() {
    #expect(
      changes(#"{"a":{"b":1,"c":"x"}}"#, #"{"a":{"b":2,"c":"x"}}"#) == ["- a.b: 1", "+ a.b: 2"])
    #expect(changes(#"{"a":1,"b":2}"#, #"{"b":2,"c":3}"#) == ["- a: 1", "+ c: 3"])
    #expect(changes(#"{"a":1}"#, #"{"a":1}"#).isEmpty)
  }

  @Test func `Elements with a name are compared by name, others by place`() {
    let one = #"{"ads":[{"ad":"a-1","x":1},{"ad":"a-2","x":2}]}"#
    let other = #"{"ads":[{"ad":"a-2","x":2},{"ad":"a-3","x":3}]}"#
    #expect(
      changes(one, other) == [
        #"- ads[a-1].ad: "a-1""#, "- ads[a-1].x: 1", #"+ ads[a-3].ad: "a-3""#, "+ ads[a-3].x: 3",
      ])
    #expect(
      changes(#"{"l":[1,2,3]}"#, #"{"l":[1,4,3,5]}"#)
        == ["- l[1]: 2", "+ l[1]: 4", "+ l[3]: 5"])
  }

  @Test func `A value can become an object, and an object a value`() {
    #expect(changes(#"{"a":1}"#, #"{"a":{"b":2}}"#) == ["- a: 1", "+ a.b: 2"])
    #expect(changes(#"{"a":[1]}"#, #"{"a":2}"#) == ["- a[0]: 1", "+ a: 2"])
    #expect(changes(#"{"a":{"b":1}}"#, #"{"a":[1]}"#) == ["- a.b: 1", "+ a[0]: 1"])
  }
}
