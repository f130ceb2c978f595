import AdJournal
import AdReport
import AdSession
import Foundation
import JSONLines
import Testing

struct StateJSONTests {
  private func states(_ path: String) throws -> [String] {
    try Samples.audited(path).flatMap { audited in
      let trace = audited.reading.trace
      var session = Session()
      session.begin(trace)
      return trace.events.indices.map { index in
        let facts = session.facts(of: trace.events[index], at: index)
        session.evolve(trace.events[index], at: index, facts, trace)
        return StateJSON.text(session, trace, after: index)
      }
    }
  }

  @Test func `Every state of every session is valid JSON without duplicate keys`() throws {
    var scanner = LineScanner()
    for path in try Samples.paths(in: "sessions") + Samples.paths(in: "damaged") {
      for state in try states(path) {
        #expect(scanner.scan(bytes: Array(state.utf8)) == nil, "\(path): \(state)")
      }
    }
  }

  @Test func `Another reader of JSON finds the same values`() throws {
    for state in try states("sessions/two-windows-interstitials.jsonl") {
      let object = try Samples.object(Array(state.utf8))
      Array(state.utf8).withUnsafeBytes { bytes in
        JSONValue(bytes, type: .object).forEachMember { member in
          if let text = member.value.string { #expect(object.text(member.name) == text) }
          if let number = member.value.integer {
            #expect(object.number(member.name) == Int(number))
          }
        }
      }
    }
  }

  @Test func `A state names the record after which it holds`() throws {
    let state = try Samples.object(Array(try states(Samples.unlock)[11].utf8))
    #expect(state.number("seq") == 12)
    #expect(state.text("event") == "app.became_active")
    #expect(state.object("app").text("phase") == "active")
    #expect(state.objects("ads").first?.text("phase") == "ready")
    #expect(state.object("policy").number("app_open_max_age_s") == 14400)
  }

  @Test func `The show of an ad counts for its local day`() throws {
    let states = try states(Samples.unlock)
    let last = try Samples.object(Array(try #require(states.last).utf8))
    #expect(last.object("app_open_shows_by_day") as? [String: Int] == ["2026-10-29": 2])
  }
}
