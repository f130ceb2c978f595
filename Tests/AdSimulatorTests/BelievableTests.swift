import AdSession
import AdSimulator
import PropertyTesting
import Testing

struct BelievableTests {
  /// Simulated once; nobody changes them.
  private struct Sessions: @unchecked Sendable {
    let traces: [Trace]

    init(_ faults: FaultSet) {
      traces = (UInt64(4_000)..<4_150).flatMap { seed in
        Simulation(faults: faults).sessions(Choices(seed: seed))
      }
    }
  }

  private static let sessions = Sessions(.all)
  /// Sessions without stray records and without losses.
  private static let truthful = Sessions(.all.subtracting(.untrue))

  @Test func `a simulated session begins with its header and ends at most once`() {
    for trace in Self.sessions.traces {
      #expect(trace.events.first?.kind == .sessionBegan)
      #expect(trace.events.count { $0.kind == .sessionBegan } == 1)
      let last = trace.events.last { $0.kind != .sessionSealed }
      let ends = trace.events.count { $0.kind == .sessionEnded }
      #expect(ends == (trace.end == .clean ? 1 : 0), "\(trace.id)")
      #expect((last?.kind == .sessionEnded) == (trace.end == .clean), "\(trace.id)")
    }
  }

  @Test func `a simulated app states each limit without a default exactly once`() {
    let limits = PolicyKey.allCases.filter { $0.defaultValue == nil }
    for trace in Self.sessions.traces {
      guard let policy = trace.header?.policy else { continue }
      for limit in limits { #expect(policy.count { $0.key == limit } == 1, "\(trace.id)") }
    }
  }

  @Test func `the clock and the sequence numbers of a simulated session never go back`() {
    for trace in Self.sessions.traces {
      for (one, next) in zip(trace.events, trace.events.dropFirst()) {
        let dropped = next.kind == .recorderGap ? next.dropped ?? 0 : 0
        #expect(one.t <= next.t && one.seq + 1 + dropped == next.seq, "\(trace.id) \(next.seq)")
      }
    }
  }

  @Test func `every simulated record has the required fields of its kind`() {
    for trace in Self.sessions.traces {
      for event in trace.events where event.kind != .sessionBegan {
        for field in Vocabulary.entry(of: event.kind)?.fields ?? [] where field.isRequired {
          #expect(event.has(field.name), "\(trace.id) seq \(event.seq) \(field.name.name)")
        }
      }
    }
  }

  @Test func `the life cycle of a simulated app has only transitions of a real one`() {
    for trace in Self.truthful.traces {
      var stage = EventKind.appResignedActive
      for event in trace.events {
        switch event.kind {
        case .appBecameActive:
          #expect([.appResignedActive, .appEnteringForeground].contains(stage))
          stage = .appBecameActive
        case .appResignedActive:
          #expect(stage == .appBecameActive, "\(trace.id) seq \(event.seq)")
          stage = .appResignedActive
        case .appEnteredBackground:
          #expect(stage == .appResignedActive || stage == .appEnteringForeground)
          stage = .appEnteredBackground
        case .appEnteringForeground:
          #expect(stage == .appEnteredBackground, "\(trace.id) seq \(event.seq)")
          stage = .appEnteringForeground
        default: break
        }
      }
    }
  }

  @Test func `a suspended process records only the events that wake it and their consequences`() {
    for trace in Self.truthful.traces {
      var since: Int64?
      var woken: Int64?
      for event in trace.events {
        if event.kind == .appEnteredBackground { since = event.t }
        if event.kind == .appEnteringForeground { since = nil }
        guard let since, event.t > since + 30_000 else { continue }
        let allowed: [EventKind] = [
          .deviceLocked, .deviceUnlocked, .appTimeChanged, .suppressionEnded, .sessionContinued,
          .sessionSealed,
        ]
        if allowed.contains(event.kind) { woken = event.t }
        #expect(woken == event.t, "\(trace.id) seq \(event.seq)")
      }
    }
  }

  @Test func `every kind of the vocabulary occurs in simulated sessions`() {
    let seen = Set(Self.sessions.traces.flatMap { $0.events.map(\.kind) })
    let missing = EventKind.allCases.filter { !seen.contains($0) && $0 != .unknown }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func `every phase of an ad and of the app occurs in simulated sessions`() {
    var phases: Set<AdPhase> = []
    var stages: Set<AppState.Phase> = []
    for trace in Self.sessions.traces {
      var session = Session()
      session.begin(trace)
      for (index, event) in trace.events.enumerated() {
        let facts = session.facts(of: event, at: index)
        session.evolve(event, at: index, facts, trace)
        stages.insert(session.app.phase)
        if facts.ad.isPresent { phases.insert(session.ads[facts.ad].phase) }
      }
    }
    #expect(phases == Set(AdPhase.allCases), "\(phases)")
    #expect(stages.count == 5, "\(stages)")
  }
}

extension FaultSet {
  /// The faults that record events that did not happen, or lose records.
  fileprivate static let untrue = FaultSet([.strayCallbacks, .strayNotifications, .lostRecords])
}

extension Event {
  /// Whether the record has a value for a field.
  fileprivate func has(_ field: FieldName) -> Bool {
    switch field.storage {
    case .symbol(let slot): self[slot].isPresent
    case .word(let slot): self[slot] != .absent
    case .number(let slot): self[slot] != nil
    case .amount: amount != nil
    case .flag(let bit): flag(bit) != nil
    case .header, .line: true
    }
  }
}
