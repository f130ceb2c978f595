/// The pauses after failed loads.
public enum Backoff {
  /// min(base · 2^(failures − 1), most), in milliseconds.
  public static func pause(failures: Int, base: Int64, most: Int64) -> Int64 {
    guard failures > 0, base < most else { return failures > 0 ? most : 0 }
    let doublings = min(failures - 1, 62)
    let (pause, overflow) = base.multipliedReportingOverflow(by: 1 << Int64(doublings))
    return overflow ? most : min(pause, most)
  }
}
