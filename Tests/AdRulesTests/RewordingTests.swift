import AdReplay
import JournalInput
import AdRules
import AdSession
import Testing

/// Journals with other values in fields that no rule reads: the verdicts stay the same.
@Suite struct `A reworded journal` {
  private let judge = Judge()

  /// The journals of one session, by path.
  private static func journals(in folders: [String]) throws -> [(path: String, [Record])] {
    try folders.flatMap { try Journals.paths(in: $0) }.map { ($0, try [Record](journal: $0)) }
      .filter { Set($0.1.map(\.session)).count == 1 && $0.1[0].event == "session.began" }
  }

  /// For each rule, its verdict and the times of its violations and undecided activations.
  ///
  /// Neither `seq` nor witness, because a record at the same time can be equal evidence.
  private func verdicts(_ journal: [Record]) -> [String: String] {
    guard let trace = Journal.read(bytes: journal.bytes).first?.trace else { return [:] }
    var times: [Int64: Int64] = [:]
    for event in trace.events { times[event.seq] = event.t }
    return judge.results(trace).mapValues { result in
      let broken = result.violations.map { trace.events[$0.certainAt].t }
      let undecided = result.undecided.map { "\(times[$0.seq] ?? -1) \($0.why)" }
      return "\(result.verdict) \(result.activations) \(broken) \(undecided)"
    }
  }

  private func check(_ path: String, _ journal: [Record], _ other: [Record]) {
    let said = verdicts(other)
    for (rule, verdict) in verdicts(journal) {
      #expect(said[rule] == verdict, "\(path) \(rule)")
    }
  }

  @Test func `other names, and equal names of two sorts, do not change the verdicts`() throws {
    for (path, journal) in try Self.journals(in: ["counterexamples", "incidents"]) {
      check(path, journal, journal.withOtherNames)
    }
  }

  @Test func `records that no rule uses do not change the verdicts`() throws {
    for (path, journal) in try Self.journals(in: ["counterexamples", "incidents"]) {
      check(path, journal, journal.withUnknownRecords)
    }
  }

  @Test func `unknown records of classes that are not captured do not change the verdicts`() throws
  {
    for (path, journal) in try Self.journals(in: ["counterexamples", "rules"]) {
      guard let classes = journal[0]["captures"]?.split(whereSeparator: { "[\",]".contains($0) }),
        let dropped = classes.map(String.init).last(where: { !Self.always.contains($0) })
      else { continue }
      var less = journal
      less[0]["captures"] =
        "[\(classes.filter { $0 != dropped }.map { "\"\($0)\"" }.joined(separator: ","))]"
      // Reused names are found in the bytes, whatever is captured.
      if Journal.read(bytes: less.bytes).first?.trace.reusedNames.isEmpty != true { continue }
      check(path, less, less.map { $0.isOf(dropped) ? $0.ofUnknownKind : $0 })
    }
  }

  private static let always = ["session", "app", "load", "present"]
}

extension Record {
  /// Whether the vocabulary has its kind in a class.
  fileprivate func isOf(_ eventClass: String) -> Bool {
    EventKind.allCases.contains {
      $0.name == event && $0.eventClass.map { "\($0)" } == eventClass
    }
  }

  /// A record of a kind that no vocabulary has, at the same place and time.
  fileprivate var ofUnknownKind: Record {
    var record = Record(fields.filter { ["v", "session", "seq", "t", "wall"].contains($0.name) })
    record["event"] = "\"vendor.event\""
    return record
  }
}

extension [Record] {
  /// The journal with other ads, requests, adapter's loads, windows and scenes, called by numbers.
  fileprivate var withOtherNames: [Record] {
    var names: [String: [String: String]] = [:]
    return map { record in
      var copy = record
      for sort in ["ad", "request", "load", "window", "scene"] {
        guard let text = record.text(sort) else { continue }
        let number = names[sort, default: [:]].count
        let name = names[sort]?[text] ?? "\"\(9 - number)\""
        names[sort, default: [:]][text] = name
        copy[sort] = name
      }
      return copy
    }
  }

  /// The journal with a record of an unknown kind behind each but the last, at the same time.
  fileprivate var withUnknownRecords: [Record] {
    var records: [Record] = []
    for record in self {
      var copy = record
      copy.seq += records.count / 2
      records.append(copy)
      if record.event == "session.ended" { break }
      var more = copy.ofUnknownKind
      more["ad"] = record["ad"]
      more["scene"] = "\"elsewhere\""
      more.seq += 1
      records.append(more)
    }
    return records
  }
}
