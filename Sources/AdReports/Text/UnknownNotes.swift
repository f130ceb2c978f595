public import AdReplay
internal import AdSession

/// The kinds and values of a journal that are not in the vocabulary, as lines of text.
///
/// They are of a later version, or damage that no checksum reveals: a kind that differs from a
/// known one in one letter is named.
public struct UnknownNotes {
  private let summary: JournalSummary
  private let style: TextStyle

  /// The unknown kinds and values of a journal.
  public init(of summary: JournalSummary, style: TextStyle) {
    self.summary = summary
    self.style = style
  }

  /// Two lines for each kind and for each field, sorted by their names.
  public var lines: [String] {
    let kinds = summary.unknownKinds.sorted { $0.key < $1.key }.flatMap { kind, count in
      let records = AuditText.count(count, "record")
      return [
        head("unknown-kind", TerminalEscaping.text(kind)),
        "    \(records) of this kind; kept, but ignored by the rules\(doubt(kind))",
      ]
    }
    let values = summary.unknownValues.sorted { $0.key < $1.key }.flatMap { field, count in
      [
        head("unknown-value", field),
        "    \(AuditText.count(count, "value")) not allowed by the vocabulary; kept, but unknown to the rules",
      ]
    }
    return kinds + values
  }

  private func head(_ code: String, _ name: String) -> String {
    "  \(style.faint("note")) \(style.bold(code))  \(name)"
  }

  private func doubt(_ kind: String) -> String {
    guard summary.hasUncheckedRecords, let near = Self.knownKind(near: kind) else { return "" }
    return "\n    one letter differs from \(near); without checksums it may be damage"
  }

  /// The known kind from which a name differs in one letter; nil for none.
  static func knownKind(near name: String) -> String? {
    let bytes = Array(name.utf8)
    return Vocabulary.entries.map { $0.name }.first { known in
      let other = Array(known.utf8)
      return other.count == bytes.count && zip(other, bytes).count { $0 != $1 } == 1
    }
  }
}
