/// In which scene an ad is, for the events of its presentation.
public enum PresentedScene {
  /// The scene that the journal names; nil for that of the load.
  ///
  /// An app with one window need not name it when it loads, and then must not when it presents:
  /// unit and scene together are the slot, and the two would be slots of their own.
  ///
  /// - Parameters:
  ///   - request: The scene that the load named.
  ///   - presenter: The scene in which the app presents, as far as it is known.
  ///   - isOneOfSeveral: Whether the app can have several windows.
  public static func name(
    request: String?, presenter: String?, isOneOfSeveral: Bool
  ) -> String? {
    request == nil && !isOneOfSeveral ? nil : presenter ?? request
  }
}
