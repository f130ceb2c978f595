/// What a line may be at most; more is damage.
public enum Limits {
  /// Bytes of a line, without its line feed: 1 MiB.
  public static let lineBytes = 1 << 20
  /// Levels of objects and arrays, the outermost counted.
  public static let levels = 32
  /// Bytes after a line that the caller must keep readable, whatever they hold.
  public static let padding = 64
}
