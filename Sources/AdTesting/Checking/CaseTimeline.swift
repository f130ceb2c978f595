internal import AdSession
internal import AdSimulator

/// What happened in a case, one line for each call: those of the manager, and those by it.
final class CaseTimeline {
  /// The processes, each with its heading and its lines.
  private var processes: [(heading: String, lines: [RepeatedLines.Line])] = []
  /// The current time in milliseconds since the process began.
  private var now: () -> Int64 = { 0 }

  /// Adds a line, indented by the number of calls of the manager around it.
  func add(_ text: String, depth: Int) {
    guard !processes.isEmpty else { return }
    processes[processes.count - 1].lines.append(.init(time: now(), depth: depth, text: text))
  }

  /// The lines up to a time of a process, counted from 1; by default all lines.
  func text(upTo end: (process: Int, time: Int64)? = nil) -> String {
    processes.prefix(end?.process ?? .max).enumerated().flatMap { number, process in
      let isLast = number + 1 == end?.process
      let lines = process.lines.filter { line in
        !isLast || end.map { line.time <= $0.time } ?? true
      }
      return [process.heading] + RepeatedLines(lines).text
    }.joined(separator: "\n")
  }

  /// Begins a process of the app; the times start again.
  func beginProcess(_ world: World) {
    let launch = world.storage.launches
    let number = processes.count + 1
    processes.append(
      ("process \(number), launch \(launch), wall clock \(CaseClock.wall(world))", []))
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
    "\(timeOfDay(world)) (\(zone(world.utcOffsetMinutes)))"
  }

  /// The local time of day of the simulated phone, such as `22:59:58`.
  static func timeOfDay(_ world: World) -> Substring {
    let day: Int64 = 86_400_000
    let ofDay = ((world.wall + world.utcOffsetMinutes * 60_000) % day + day) % day
    return time(ofDay).dropLast(4)
  }

  /// A time zone, such as `UTC+5:30`.
  static func zone(_ minutes: Int64) -> String {
    "UTC" + (minutes < 0 ? "-" : "+") + time(abs(minutes) * 60_000).dropLast(7)
  }

  private static func padded(_ value: Int64, _ count: Int) -> String {
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}
