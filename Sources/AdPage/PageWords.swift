internal import AdReports
internal import JSONLines

/// The words of an audit that the page explains where they stand.
enum PageWords {
  private static let all: [(word: String, meaning: String)] = [
    ("violated", "The journal proves that the rule was broken; the witness shows how."),
    ("holds", "The rule applied at least once, and the journal proves that it was kept."),
    (
      "inconclusive",
      "The journal cannot tell: lost records, an early end or a missing fact hide the answer."
    ),
    ("vacuous", "Nothing happened in the session to which the rule applies."),
    ("not-captured", "The app does not record what the rule looks at."),
    ("witness", "The records that together prove a violation."),
    ("certain", "The record that completes the proof: from here on the violation is certain."),
    ("violation", "One occasion on which a rule was broken."),
    ("record", "One line of a journal: an event of the app, an ad or a window."),
    ("variant", "One of the ways in which a problem occurs: its format and its records."),
    ("impact", "The order of problems: by severity, then by installs, sessions and violations."),
    ("moment", "An occasion to show an ad: a decision, a call, or a request of a banner."),
    ("wasted", "Ads that were loaded and never shown."),
    ("p50", "Half of the loads took no longer; p95: 95 of 100 took no longer."),
    ("problem", "All violations that have the same cause: the same rule and missing event."),
    (
      "per 1,000",
      "Sessions with the problem for each 1,000 sessions in which the rule applied."
    ),
    ("install", "One copy of the app on one phone, by the identifier in the journal."),
    ("slot", "An ad unit; in an app with several windows, an ad unit in one of them."),
    (
      "follows from", "The violation shares records with the one that it names: fix that one first."
    ),
    (
      "nearest correct history", "The smallest change of the app's records that avoids a violation."
    ),
    ("completion", "The fewest lost or unrecorded records that would decide the rule."),
    ("due", "What the app, the SDK or the user must still do, with the time that is left."),
    ("gap", "Records are lost here: anything can have happened."),
  ]

  /// Writes the member `words`.
  static func write(to writer: inout JSONWriter) {
    writer.array("words") { writer in
      for (word, meaning) in all {
        writer.object {
          $0.field("word", word)
          $0.field("meaning", meaning)
        }
      }
    }
  }
}
