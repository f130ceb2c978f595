public import AdExporting
public import AdRedaction
public import AdSession
public import JournalFormat

extension ExportRedaction {
  /// Removes names, texts and dates as `adjournal redact` does: every rule has the same verdict
  /// before and after.
  ///
  /// It links the reader of journals, which an app that only records does not need.
  ///
  /// - Parameters:
  ///   - key: The key of the pseudonyms; nil for a random one, which nobody keeps. Exports under
  ///     one key can be compared.
  ///   - kept: The text fields that stay, such as `.adapter`.
  ///   - shift: How wall clocks move back.
  public static func pseudonyms(
    key: SealKey? = nil, keeping kept: Set<FieldName> = [], shift: ClockShift = ClockShift()
  ) -> ExportRedaction {
    ExportRedaction { path, write in
      var redaction = Redaction(key: try key ?? Redaction.randomKey(), keeping: kept, shift: shift)
      try redaction.prepare([path], jobs: 1)
      _ = try redaction.redact(path, write: write)
    }
  }
}
