public import AdSession
internal import JournalEncoding
internal import JournalFormat

/// A session that was completed so that it decides an activation, as the judge has verified.
public struct Completion: Sendable {
  /// One record of the completion.
  public struct Record: Sendable {
    /// Why the journal does not have the record.
    public enum Reason: String, Sendable {
      /// It lies in a gap.
      case lost
      /// It comes after the last record.
      case later
      /// The app did not write it.
      case unrecorded
    }

    /// The reason.
    public let reason: Reason
    /// The record; its `seq` is that in the completed journal.
    public let event: Event
    /// The line in the completed journal, with a line feed.
    public let line: [UInt8]
    /// The `seq` of the record before it in the explained session; nil before the first one.
    public let afterSeq: Int64?
  }

  /// Facts of the completion that are no records, in words.
  public let facts: [String]
  /// The records of the completion, in order, without neutral ones.
  public let records: [Record]
  /// The number of neutral records (`note`) that fill the rest of the gaps.
  public let neutral: Int
  private let draft: SessionDraft

  /// The completed session as a journal, undamaged and without gaps.
  public var journal: [UInt8] { draft.bytes }

  /// The texts of the records.
  public var symbols: SymbolTable { draft.symbols }

  init(_ facts: [String], _ filled: FilledSession, _ draft: SessionDraft) {
    self.facts = facts
    self.draft = draft
    var encoder = RecordEncoder()
    var records: [Record] = []
    var before: Int64?
    for (index, origin) in draft.origins.enumerated() {
      var event = draft.events[index]
      let reason: Record.Reason
      switch origin {
      case .session:
        before = event.seq
        continue
      case .neutral: continue
      case .header: reason = .lost
      case .added(let place): reason = filled.places[place].reason.published
      }
      event.seq = Int64(index) + 1
      records.append(
        Record(
          reason: reason, event: event, line: draft.line(index, &encoder), afterSeq: before))
    }
    self.records = records
    neutral = draft.origins.count { $0 == .neutral }
  }
}

extension Place.Reason {
  fileprivate var published: Completion.Record.Reason {
    switch self {
    case .lost: .lost
    case .later: .later
    case .unrecorded: .unrecorded
    }
  }
}

/// The two completions of an activation that a journal leaves undecided.
public struct Completions: Sendable {
  /// The records with which the activation would be violated; nil if none were found.
  public let violating: Completion?
  /// The records with which it would be kept; nil if none were found.
  public let holding: Completion?
  /// The number of completed sessions that were judged.
  public let judged: Int
  /// Whether the effort ended the search for a completion.
  public let isCutOff: Bool

  /// Which of the two completions were found.
  public enum Class: String, CaseIterable, Sendable {
    /// Both: the journal cannot decide the activation.
    case both
    /// Only records that violate the rule were found.
    case onlyViolating = "only-violating"
    /// Only records that keep the rule were found: the verdict may be needlessly careful.
    case onlyHolding = "only-holding"
    /// None were found.
    case none
  }

  /// Which of the two completions were found.
  public var found: Class {
    switch (violating, holding) {
    case (.some, .some): .both
    case (.some, nil): .onlyViolating
    case (nil, .some): .onlyHolding
    case (nil, nil): .none
    }
  }
}
