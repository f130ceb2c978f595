/// The rules of the catalogue; `all` is generated from their files.
public enum RuleBook {
  /// The rule of this id; nil where there is none.
  public static func rule(_ id: String) -> Rule? { all.first { $0.id == id } }
}
