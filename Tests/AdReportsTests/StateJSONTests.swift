import AdAudit
import AdReplay
import AdReports
import AdSession
import Foundation
import JSONLines
import TestReports
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
        return String(decoding: StateJSON.bytes(session, trace, after: index), as: UTF8.self)
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

  @Test func `A state contains the same values for another JSON parser`() throws {
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

  @Test func `A state contains the record after which it was computed`() throws {
    let state = try Samples.object(Array(try states(Samples.unlock)[11].utf8))
    #expect(state.number("seq") == 12)
    #expect(state.text("event") == "app.became_active")
    #expect(state.object("app").text("phase") == "active")
    #expect(state.objects("ads").first?.text("phase") == "ready")
    #expect(state.object("policy").number("app_open_max_age_s") == 14400)
  }

  @Test func `A show counts for its local day in the state`() throws {
    let states = try states(Samples.unlock)
    let last = try Samples.object(Array(try #require(states.last).utf8))
    #expect(last.object("app_open_shows_by_day") as? [String: Int] == ["2026-10-29": 2])
  }

  @Test func `A state contains ad names of any length and characters unchanged`()
    throws
  {
    let trace = Trace()
    var names: [String] = []
    let letters = (0..<0x80).map { Character(Unicode.Scalar(UInt8($0))) } + ["é", "€", "😀"]
    for letter in letters {
      for count in 0..<19 {
        let text = String(repeating: "a", count: count)
        for index in Set([0, count / 2, count]).sorted() {
          names.append("\(text.prefix(index))\(letter)\(text.dropFirst(index))")
        }
      }
    }
    names = Set(names).sorted() + [String(repeating: "long ", count: 9000)]
    var seq: Int64 = 0
    for name in names {
      var event = Event(.adLoaded)
      // One to nineteen digits.
      seq = seq > .max / 3 ? 7 : seq * 3 + 1
      event.seq = seq
      event.ad = trace.symbols.intern(name)
      trace.events.append(event)
    }
    let last = trace.events.count - 1
    let state = try Samples.object(TraceReplay(trace).state(after: last))
    #expect(state.objects("ads").map { $0.text("ad") } == names)
    let seqs = state.objects("ads").map { ($0["loaded_seq"] as? NSNumber)?.int64Value }
    #expect(seqs == trace.events.map { $0.seq })
  }

  @Test func `A state with thousands of ads contains names that need escapes unchanged`() throws {
    let trace = Trace()
    let names = (0..<20_000).map { "\"\($0)" }
    for name in names {
      var event = Event(.adLoaded)
      event.seq = Int64(trace.events.count + 1)
      event.ad = trace.symbols.intern(name)
      trace.events.append(event)
    }
    let state = try Samples.object(TraceReplay(trace).state(after: names.count - 1))
    #expect(state.objects("ads").map { $0.text("ad") } == names)
  }

  @Test func `A state contains every field of ads that share a unit, scene or request`() throws {
    // With a text that needs an escape no table takes for granted that none does.
    for more in ["", "é\""] {
      let trace = Trace()
      for number in 0..<2000 {
        var event = Event(.adLoaded)
        event.seq = Int64(number + 1)
        event.ad = trace.symbols.intern("a\(number)")
        let unit = number % 90
        // Some names are short, some are longer than 256 bytes.
        let length = unit % 9 == 8 ? 150 + unit * 2 : unit % 30
        let name = String(repeating: "u", count: length) + "\(unit)" + more
        if unit > 0 { event.unit = trace.symbols.intern(name) }
        if unit % 4 > 0 { event.scene = trace.symbols.intern("s\(unit % 4)") }
        event.format = [.banner, .rewardedInterstitial, .absent][number % 3]
        event.request = trace.symbols.intern("r\(number / 2)")
        trace.events.append(event)
      }
      let last = trace.events.count - 1
      let state = try Samples.object(TraceReplay(trace).state(after: last))
      let ads = state.objects("ads")
      #expect(ads.count == trace.events.count)
      func text(_ symbol: Symbol) -> String? {
        symbol.isPresent ? trace.symbols.text(symbol) : nil
      }
      for (ad, event) in zip(ads, trace.events) {
        #expect(ad.text("ad") == text(event.ad))
        #expect(ad.text("unit") == text(event.unit))
        #expect(ad.text("scene") == text(event.scene))
        #expect(ad.text("format") == event.format.text)
        #expect(ad.text("request") == text(event.request))
        #expect(ad.text("phase") == "ready")
        #expect(ad.number("loaded_seq") == Int(event.seq))
      }
    }
  }

  @Test func `A state contains numbers of any number of digits unchanged`() throws {
    let trace = Trace()
    var seqs = [1]
    for digits in 1...17 {
      var power = 1
      for _ in 0..<digits { power *= 10 }
      seqs += [power - 1, power, power + 1, power * 9 + power / 3]
    }
    for seq in Set(seqs).sorted() + [.max] {
      var event = Event(.adLoaded)
      event.seq = Int64(seq)
      event.ad = trace.symbols.intern("a\(seq)")
      trace.events.append(event)
    }
    let last = trace.events.count - 1
    let state = try Samples.object(TraceReplay(trace).state(after: last))
    let found = state.objects("ads").map { ($0["loaded_seq"] as? NSNumber)?.int64Value }
    #expect(found == trace.events.map { $0.seq })
  }
}
