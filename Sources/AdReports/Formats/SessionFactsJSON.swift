internal import AdSession
internal import JSONLines
internal import Platform

/// What a line of a session says about its install, its app and its ads.
///
/// | member | content |
/// |---|---|
/// | `install` | 12 hexadecimal digits of the SHA-256 of the install's identifier |
/// | `app_version`, `sdk`, `sdk_version`, `os`, `os_version`, `build` | as in the header |
/// | `day` | the local day on which the session began |
/// | `figures` | see ``writeFigures(to:)`` |
///
/// What the header does not say is left out.
struct SessionFactsJSON {
  private let trace: Trace

  init(_ trace: Trace) { self.trace = trace }

  func writeInstall(to writer: inout JSONWriter) {
    guard let install = trace.header?.install, !install.isEmpty else { return }
    writer.field("install", Hex.text(SHA256.digest(of: Array(install.utf8)).prefix(6)))
  }

  func write(to writer: inout JSONWriter) {
    guard let header = trace.header else { return }
    for (name, text) in [
      ("app_version", header.appVersion), ("sdk", header.sdk), ("sdk_version", header.sdkVersion),
      ("os", header.os), ("os_version", header.osVersion), ("build", header.build.text ?? ""),
      ("day", Self.day(trace) ?? ""),
    ] as [(StaticString, String)] where !text.isEmpty {
      writer.field(name, text)
    }
  }

  private static func day(_ trace: Trace) -> String? {
    guard let header = trace.header, let first = trace.events.first else { return nil }
    let day = WallClock.localDay(first.wall, utcOffsetMinutes: header.utcOffsetMinutes)
    return String(WallClock.text(day * 86_400_000).prefix(10))
  }

  /// Writes the counts of requests and ads, the load durations with the number of times each occurs, and
  /// the revenue by currency in millionths.
  func writeFigures(to writer: inout JSONWriter) {
    let figures = AdStatistics(of: trace, by: []).total
    writer.object("figures") { writer in
      writer.field("filled", figures.filled)
      writer.field("failed", figures.failed)
      writer.field("ads", figures.ads)
      writer.field("shown", figures.shown)
      writer.array("latencies") { writer in
        for (milliseconds, times) in figures.latencies.entries {
          writer.integer(milliseconds)
          writer.integer(Int64(times))
        }
      }
      var sums = SortedTable<String, Int>()
      for (kind, micros) in figures.revenue.entries { sums.add(micros, to: kind.currency) }
      writer.object("revenue") { writer in
        for (currency, micros) in sums.entries {
          writer.key(currency)
          writer.integer(Int64(micros))
        }
      }
    }
  }
}
