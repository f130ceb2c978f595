/// The limits of a line; a line beyond them is damaged.
public enum Limits {
  /// The maximum length of a line in bytes, without its line feed: 1 MiB.
  public static let lineBytes = 1 << 20
  /// The maximum nesting of objects and arrays, including the outermost.
  public static let levels = 32
  /// The number of bytes after a line that must be readable; their content does not matter.
  public static let padding = 64
}
