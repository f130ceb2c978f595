internal import Platform

/// The folder into which an app records for a UI test that launched it.
public enum TestFolder {
  /// The environment variable with the path: `ADJOURNAL_FOLDER`.
  public static let variable = "ADJOURNAL_FOLDER"

  /// The path that the UI test set; nil if no test launched the app.
  ///
  /// ```swift
  /// #if DEBUG
  ///   let folder = TestFolder.path ?? folder
  /// #endif
  /// ```
  public static var path: String? { Environment.text(variable) }
}
