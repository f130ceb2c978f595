@testable import AdSession
import Testing

/// A session of app-open ads, each shown on a day of its own, of as many units.
private func shows(_ count: Int, days: (Int) -> Int) -> Trace {
  let trace = Trace()
  trace.header = Header()
  trace.header?.captures = ClassSet.always.union(ClassSet(.decision))
  trace.events.append(Event(.sessionBegan))
  for number in 0..<count {
    for kind in [EventKind.adRequested, .adLoaded, .adShowDecided, .adWillPresent, .adDismissed] {
      var event = Event(kind)
      event.seq = Int64(trace.events.count + 1)
      event.t = Int64(trace.events.count)
      event.wall = Int64(days(number)) * 86_400_000
      event.format = .appOpen
      event.unit = trace.symbols.intern("unit \(number)")
      event.request = trace.symbols.intern("request \(number)")
      event.ad = kind == .adRequested ? .absent : trace.symbols.intern("ad \(number)")
      trace.events.append(event)
    }
  }
  return trace
}

/// Computes the state after all records.
private func fold(_ trace: Trace, _ session: inout Session) {
  session.begin(trace)
  for index in trace.events.indices {
    let facts = session.facts(of: trace.events[index], at: index)
    session.evolve(trace.events[index], at: index, facts, trace)
  }
}

@Suite struct `The tables of the state` {
  @Test(arguments: [1, 8, 9, 40])
  func `shows are counted by day and by unit, few or many`(_ count: Int) {
    let trace = shows(count) { $0 * $0 % 13 }
    var session = Session()
    fold(trace, &session)
    var days: [Int64: Int64] = [:]
    for day in session.shows.appOpenDays { days[day, default: 0] += 1 }
    #expect(session.shows.appOpenDays.count == count)
    for day in Int64(-1)...13 { #expect(session.shows.appOpenByDay[day] == days[day]) }
    for number in 0..<count {
      let unit = trace.symbols.symbol(of: "unit \(number)").flatMap { session.unitNumber($0) }
      #expect(unit.flatMap { session.shows.unitUses[$0] } == number * 5 + 3)
    }
    #expect(session.shows.unitUses[count] == nil)
  }

  @Test func `the tables of the state are empty at the start of a session`() {
    var session = Session()
    fold(shows(20) { $0 }, &session)
    let small = shows(1) { $0 }
    fold(small, &session)
    #expect(session.ads.count == 1 && session.slots.count == 1 && session.units.count == 1)
    #expect(session.shows.appOpenByDay[0] == 1 && session.shows.appOpenByDay[3] == nil)
    #expect(session.facts.count(.shown, of: 0) == 1)
    #expect(session.facts.first(.expired, of: 0) == nil)
  }

  @Test func `a copy of a table keeps its rows when another session begins`() {
    var session = Session()
    fold(shows(20) { $0 }, &session)
    let names = session.ads.map(\.ad)
    let (copy, slots) = (session.ads, session.slots)
    fold(shows(40) { $0 }, &session)
    #expect(session.ads.count == 40)
    #expect(copy.map(\.ad) == names)
    #expect(slots.count == 20 && slots.allSatisfy { $0.lastLoaded.isPresent })
  }
}

@Suite struct `The facts of ads` {
  @Test func `an ad takes room for the facts that it has`() {
    var facts = AdFacts()
    for ad in 0..<1000 {
      facts.addAd()
      facts.see(.presentRequested, of: ad, at: ad)
    }
    #expect(facts.blocks.count == 1000 * AdFacts.width)
    #expect(facts.entries.count == 1001 * AdFacts.blockSize)
  }

  @Test func `every fact of an ad has its own first, last and number`() {
    var facts = AdFacts()
    for ad in 0..<3 {
      facts.addAd()
      for fact in AdFact.allCases {
        #expect(facts.first(fact, of: ad) == nil && facts.last(fact, of: ad) == nil)
        #expect(facts.count(fact, of: ad) == 0 && facts.lastIndex(fact, of: ad) == EventIndex.none)
      }
    }
    for round in 0..<4 {
      for ad in 0..<3 {
        for fact in AdFact.allCases where (fact.rawValue + ad) % 2 == 0 {
          facts.see(fact, of: ad, at: round * 1000 + ad * 100 + fact.rawValue)
        }
      }
    }
    for ad in 0..<3 {
      for fact in AdFact.allCases {
        let isSeen = (fact.rawValue + ad) % 2 == 0
        let index = ad * 100 + fact.rawValue
        #expect(facts.first(fact, of: ad) == (isSeen ? index : nil))
        #expect(facts.last(fact, of: ad) == (isSeen ? 3000 + index : nil))
        #expect(facts.count(fact, of: ad) == (isSeen ? 4 : 0))
      }
    }
    facts.removeAll()
    facts.addAd()
    #expect(AdFact.allCases.allSatisfy { facts.count($0, of: 0) == 0 })
  }
}

@Suite struct `The clock of a session without gaps` {
  private static let kinds: [EventKind] = [
    .note, .note, .note, .appEnteredBackground, .appEnteringForeground, .appBecameActive,
    .appResignedActive, .deviceLocked,
  ]

  /// What a recording session counts record by record is what an audit counts in one go.
  @Test(arguments: 0..<200)
  func `the clock after a session equals the clock during its recording`(_ seed: Int) {
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func draw(_ count: UInt64) -> Int64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int64((random >> 33) % count)
    }
    let trace = Trace()
    trace.header = Header()
    var t = draw(3) * 1000
    for _ in 0..<draw(40) {
      var event = Event(Self.kinds[Int(draw(UInt64(Self.kinds.count)))])
      (event.seq, event.t) = (Int64(trace.events.count + 1), t)
      trace.events.append(event)
      t += draw(4) * 500
    }
    var whole = ActiveTime()
    whole.measure(trace)
    var live = LiveSession(trace)
    while live.foldNext() != nil {}
    #expect(whole.count == live.state.time.count, "seed \(seed)")
    for index in trace.events.indices {
      let (least, greatest) = (whole.least(from: 0, to: index), whole.greatest(from: 0, to: index))
      #expect(least == live.state.time.least(from: 0, to: index), "seed \(seed), record \(index)")
      #expect(greatest == least, "seed \(seed), record \(index)")
      #expect(whole.active(from: index, until: t) == live.active(from: index, until: t))
      #expect(!whole.hasGap(after: .none, before: index))
    }
    #expect(whole.firstGap(after: .none) == nil)
  }
}
