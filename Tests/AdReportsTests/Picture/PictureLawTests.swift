@testable import AdReplay
@testable import AdAudit
@testable import AdReports
import AdRules
import AdSession
import AdSimulator
import PropertyTesting
import Testing

/// What holds of the picture of every session.
struct PictureLawTests {
  /// Drawn once; nobody changes them.
  private struct Sketches: @unchecked Sendable {
    var all: [PictureSketch] = []
  }

  /// Sessions of simulated apps with every bug and every fault: violations and gaps are among them.
  private static let sketches: Sketches = {
    let judge = Judge()
    var sketches = Sketches()
    for (seed, mutant) in Mutant.allCases.prefix(60).enumerated() {
      var simulation = Simulation(faults: .all, mutant: mutant)
      simulation.manager = .handwritten
      for trace in simulation.sessions(Choices(seed: UInt64(seed))) where !trace.events.isEmpty {
        let reading = SessionReading(trace: trace, path: "s.jsonl", ordinal: 1)
        let results = judge.judge(trace)
        sketches.all.append(
          PictureSketch(AuditedSession(reading, rules: judge.rules, results: results)))
      }
    }
    return sketches
  }()

  @Test func `Every violation has exactly one pin, at the record at which it became certain`() {
    var count = 0
    for sketch in Self.sketches.all {
      let pins = sketch.picture.lanes.flatMap(\.pins).sorted { $0.number < $1.number }
      #expect(
        pins.map(\.number) == sketch.found.indices.map { $0 + 1 })
      #expect(pins.map(\.index) == sketch.found.map(\.violation.certainAt))
      count += pins.count
    }
    #expect(count > 100)
  }

  @Test func `Every other witness record has a ring with the number of its violation`() {
    for sketch in Self.sketches.all {
      let rings = sketch.picture.lanes.flatMap(\.rings)
      for (number, found) in sketch.found.enumerated() {
        let expected = found.violation.witness.filter { $0 != found.violation.certainAt }
        let ringed = rings.filter { $0.numbers.contains(number + 1) }.map(\.index).sorted()
        #expect(ringed == expected)
      }
    }
  }

  @Test func `Bands of one ad are consecutive, and bands of one row never overlap`() {
    var count = 0
    for sketch in Self.sketches.all {
      for row in sketch.picture.lanes.flatMap(\.rows) {
        for life in row {
          #expect(life.bands.allSatisfy { $0.begin.t <= $0.end.t })
          for (one, next) in zip(life.bands, life.bands.dropFirst()) {
            #expect(one.end.t <= next.begin.t)
          }
          count += life.bands.count
        }
        for (one, next) in zip(row, row.dropFirst()) {
          let (end, begin) = (one.bands[one.bands.count - 1].end, next.bands[0].begin)
          #expect(sketch.picture.x(of: end) <= sketch.picture.x(of: begin))
        }
      }
    }
    #expect(count > 2_000)
  }

  @Test func `No ad is drawn twice, and omitted ads are counted`() {
    for sketch in Self.sketches.all {
      let lives = sketch.picture.lanes.flatMap { lane in lane.rows.flatMap { $0 } }
      let ads = lives.filter { $0.lane.isSlot && $0.name.isPresent }
      #expect(Set(ads.map(\.name)).count == ads.count)
      let loaded = Set(
        sketch.picture.trace.events.filter { $0.kind == .adLoaded }.map(\.ad))
      let drawn = Set(ads.map(\.name)).intersection(loaded)
      if sketch.picture.leftOut.records == 0 {
        #expect(drawn.count + sketch.picture.leftOut.ads >= loaded.count)
      }
    }
  }

  @Test func `A later record has a greater x coordinate, and all are within the picture`() {
    for sketch in Self.sketches.all {
      let picture = sketch.picture
      let positions = picture.trace.events.indices.map { picture.x(ofRecord: $0) }
      #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(positions.allSatisfy { $0 >= 0 && $0 <= picture.scale.width })
      #expect(zip(picture.scale.ticks, picture.scale.ticks.dropFirst()).allSatisfy { $0.x < $1.x })
      #expect(picture.scale.folds.allSatisfy { $0.begin < $0.end && $0.milliseconds >= 0 })
    }
  }
}
