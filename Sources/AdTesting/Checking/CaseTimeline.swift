internal import AdSession
internal import AdSimulator

/// What happened in a case, one line for each call: those of the manager, and those by it.
final class CaseTimeline {
  private var lines: [(text: String, process: Int, time: Int64)] = []
  /// The current time in milliseconds since the process began.
  private var now: () -> Int64 = { 0 }
  private var processes = 0

  /// Adds a line, indented by the number of calls of the manager around it.
  func add(_ text: String, depth: Int) {
    let now = now()
    let time = CaseClock.time(now)
    let padding = String(repeating: " ", count: max(0, 13 - time.count))
    let line = padding + time + "  " + String(repeating: "  ", count: depth) + text
    lines.append((line, processes, now))
  }

  /// The lines up to a time of a process, counted from 1; by default all lines.
  func text(upTo end: (process: Int, time: Int64)? = nil) -> String {
    lines.filter { line in end.map { (line.process, line.time) <= $0 } ?? true }
      .map(\.text).joined(separator: "\n")
  }

  /// Begins a process of the app; the times start again.
  func beginProcess(_ world: World) {
    processes += 1
    let launch = world.storage.launches
    let heading = "process \(processes), launch \(launch), wall clock \(CaseClock.wall(world))"
    lines.append((heading, processes, 0))
    now = { [weak world] in world?.now ?? 0 }
  }
}

/// Times and durations for people.
enum CaseClock {
  /// A time as `h:mm:ss.mmm`.
  static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    return "\(seconds / 3_600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))."
      + padded(milliseconds % 1_000, 3)
  }

  /// A duration such as `12.5 s`, `3 min 20 s` or `20 h 1 min`.
  static func duration(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if seconds < 60 {
      let tenths = milliseconds % 1_000 / 100
      return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }

  /// The local wall clock of the simulated phone, such as `22:59:58 (UTC+1)`.
  static func wall(_ world: World) -> String {
    let minutes = world.utcOffsetMinutes
    let day: Int64 = 86_400_000
    let ofDay = ((world.wall + minutes * 60_000) % day + day) % day
    let zone = "UTC" + (minutes < 0 ? "-" : "+") + time(abs(minutes) * 60_000).dropLast(7)
    return time(ofDay).dropLast(4) + " (\(zone))"
  }

  private static func padded(_ value: Int64, _ count: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
