/// Durations as people read them.
public enum ReadableDuration {
  /// `4 h 12 min 3 s`, `1.5 s`, `250 ms`; parts that are zero are left out.
  public static func text(_ milliseconds: Int64) -> String {
    if milliseconds < 0 { return "-" + text(-milliseconds) }
    if milliseconds < 1000 { return milliseconds == 0 ? "0 s" : "\(milliseconds) ms" }
    let hours = milliseconds / 3_600_000
    let minutes = milliseconds / 60_000 % 60
    let parts = [
      hours > 0 ? "\(hours) h" : "", minutes > 0 ? "\(minutes) min" : "",
      seconds(milliseconds % 60_000),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    if milliseconds == 0 { return "" }
    if milliseconds % 1000 == 0 { return "\(milliseconds / 1000) s" }
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    let trimmed = String(fraction).trimmingTrailingZeros
    return "\(milliseconds / 1000).\(trimmed) s"
  }
}

extension String {
  var trimmingTrailingZeros: String {
    var copy = self
    while copy.hasSuffix("0") { copy.removeLast() }
    return copy
  }
}
