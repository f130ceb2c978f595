internal import AdRules
public import AdSession
internal import JournalEncoding
internal import JournalFormat

/// One change to the records of the app, with the records that follow from it.
public struct HistoryChange: Sendable {
  /// What was done with the record.
  public enum Action: String, Sendable {
    /// The record did not happen.
    case remove
    /// The record happened, too.
    case add
    /// The record happened at another time.
    case move
    /// The record had another field: it is removed, and added at the same place.
    case replace
  }

  /// The action.
  public let action: Action
  /// The record before a removal, else as it is in the changed journal.
  public let event: Event
  /// The `seq` of the changed record in the explained session; for an added one, of the record
  /// before it.
  public let seq: Int64?
  /// The line of the changed record in the explained journal; 0 for an added one.
  public let line: UInt32
  /// The number of other records that were removed, added or moved with it.
  public let consequences: Int
  /// For a move, the time before it.
  public let formerT: Int64?

  /// Whether the record is then there that a violation misses, in the time in which it is due.
  func brings(_ missing: Violation.Missing) -> Bool {
    guard action != .remove, event.kind == missing.kind else { return false }
    return missing.fromT <= event.t && event.t <= missing.toT
  }
}

/// The smallest change to the records of the app that was found, with which a violation is gone and
/// no new one appears, as the judge has verified.
public struct CorrectHistory: Sendable {
  /// The changes, at most three.
  public let changes: [HistoryChange]
  private let draft: SessionDraft

  init(_ changes: [HistoryChange], _ draft: SessionDraft) {
    self.changes = changes
    self.draft = draft
  }

  /// The changed session as a journal, undamaged and without gaps.
  public var journal: [UInt8] { draft.bytes }

  /// The texts of the records.
  public var symbols: SymbolTable { draft.symbols }

  /// The record of a change as a line of a journal; empty for a kind without a name.
  public func line(of change: HistoryChange) -> [UInt8] {
    var encoder = RecordEncoder()
    return encoder.line(change.event, of: draft.id, draft.symbols) ?? []
  }
}
