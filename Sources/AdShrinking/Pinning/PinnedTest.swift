public import AdRules

/// The source of a test that acts an incident again.
public enum PinnedTest {
  /// A Swift Testing file: red as it is written, since the app in it is the one of the incident.
  ///
  /// - Parameters:
  ///   - source: Where the journal came from, for the comment.
  ///   - because: The sentence of the violation.
  public static func text(rule: Rule, source: String, because: String) -> String {
    """
    import AdShrinking
    import Testing

    /// Pinned from \(line(source)), where
    /// \(line(because)).
    @Suite struct `Pinned \(rule.id)` {
      /// The app that acts the incident again: as it was then, until your ad manager stands here.
      ///
      /// Wrap it in a `ReenactedApp`: what `receive` tells goes to the manager, and what the manager
      /// asks of the SDK goes to `stage.record`. Red before the fix, green after it.
      private func app(_ incident: PinnedIncident) -> any ReenactedApp {
        RecordedApp(incident)
      }

      @Test func `the journal shows the mistake`() throws {
        let incident = try PinnedIncident(rule: "\(rule.id)")
        #expect(incident.isBroken)
      }

      @Test func `in the same situation the rule is kept`() throws {
        let incident = try PinnedIncident(rule: "\(rule.id)")
        let again = incident.reenact(app(incident))
        #expect(!again.isBroken, "\\(again.because)")
      }
    }

    """
  }

  /// Text that ends no comment and no line.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
