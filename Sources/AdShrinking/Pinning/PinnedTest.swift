public import AdRules

/// Generates the source code of a regression test for an incident.
public enum PinnedTest {
  /// Returns the source of a Swift Testing file.
  ///
  /// The test fails until the recorded app in it is replaced by an ad manager that keeps the rule.
  ///
  /// - Parameters:
  ///   - rule: The rule that the journal violates.
  ///   - source: The path of the original journal, for the comment.
  ///   - because: The message of the violation, for the comment.
  public static func text(rule: Rule, source: String, because: String) -> String {
    """
    import AdShrinking
    import Testing

    /// Pinned from \(line(source)):
    /// \(line(because)).
    @Suite struct `Pinned \(rule.id)` {
      /// The app under test. Replace the recorded app of the incident by your ad manager.
      ///
      /// Write a `ReenactedApp` that passes the events of `receive` to the manager, and the calls
      /// of the manager to `host.record`. The test fails before the fix and passes after it.
      private func app(_ incident: PinnedIncident) -> any ReenactedApp {
        RecordedApp(incident)
      }

      @Test func `the captured journal violates \(rule.id)`() throws {
        let incident = try PinnedIncident(rule: "\(rule.id)")
        #expect(incident.isViolated)
      }

      @Test func `the app keeps \(rule.id) in the captured situation`() throws {
        let incident = try PinnedIncident(rule: "\(rule.id)")
        let reenactment = incident.reenact(app(incident))
        #expect(!reenactment.isViolated, "\\(reenactment.because)")
      }
    }

    """
  }

  /// Replaces line breaks, which would end the comment.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
