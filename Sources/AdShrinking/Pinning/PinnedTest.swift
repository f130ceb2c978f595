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
  ///   - name: The name of the test file, which makes the name of the suite unique in its target.
  public static func text(rule: Rule, source: String, because: String, name: String) -> String {
    """
    import AdShrinking
    import AdTesting
    import Testing

    /// Pinned from \(line(source)):
    /// \(line(because)).
    @Suite struct `Pinned \(rule.id), \(identifier(name))` {
      /// Runs the ad manager under test in the captured situation.
      ///
      /// Replace the recorded app of the incident by your `TestedAdManager`, the one that
      /// `AdManagerTest` tests:
      ///
      ///     try incident.reenact { MyAdManager($0) }
      ///
      /// The test fails before the fix and passes after it.
      private func reenact(_ incident: PinnedIncident) throws -> Reenactment {
        incident.reenact(RecordedApp(incident))
      }

      @Test func `the captured journal violates \(rule.id)`() throws {
        let incident = try PinnedIncident(rule: "\(rule.id)")
        #expect(incident.isViolated)
      }

      @Test func `the app keeps \(rule.id) in the captured situation`() throws {
        let incident = try PinnedIncident(rule: "\(rule.id)")
        let reenactment = try reenact(incident)
        #expect(reenactment.isKept, "\\(reenactment.because)")
      }
    }

    """
  }

  /// Replaces what a raw identifier cannot contain.
  private static func identifier(_ text: String) -> String {
    String(line(text).map { "`\\".contains($0) ? "_" : $0 })
  }

  /// Replaces line breaks, which would end the comment, and characters that a reader does not see,
  /// some of which change how a terminal or an editor shows the others.
  private static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
