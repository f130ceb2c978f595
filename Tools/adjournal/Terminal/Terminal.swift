import AdReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where results and everything else go.
struct Terminal {
  /// The colours of standard output.
  var style: ANSIStyle
  /// Whether a person reads standard output.
  let isRead = isatty(1) == 1
  private var pending: [UInt8] = []

  /// Standard output and standard error of the process.
  init(noColor: Bool) {
    let isPlain = noColor || !Self.variable("NO_COLOR").isEmpty
    style = ANSIStyle(
      isOn: !isPlain && isRead && Self.variable("TERM") != "dumb")
    pending.reserveCapacity(1 << 16)
  }

  private static func variable(_ name: String) -> String {
    guard let value = getenv(name) else { return "" }
    return String(cString: value)
  }

  /// Whether a person watches standard error; asked of the system once, not for every session.
  static let isWatched = isatty(2) == 1

  /// Writes a result.
  mutating func write(_ text: String) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 1 << 16 { flush() }
  }

  /// Writes a result of bytes; many go to the system from where they lie.
  mutating func write(_ bytes: [UInt8]) {
    if bytes.count >= 1 << 16 {
      flush()
      return put(bytes)
    }
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { flush() }
  }

  /// Writes a result in JSON; a terminal gets control characters as escapes.
  mutating func write(json: [UInt8]) {
    write(isRead ? TerminalEscaping.json(json) : json)
  }

  /// Writes a line of a journal and its line feed.
  mutating func write(line: UnsafeRawBufferPointer) {
    if isRead { write(json: Array(line)) } else { pending.append(contentsOf: line) }
    write("\n")
  }

  /// Hands over what is written to the system; a closed pipe ends the program quietly.
  mutating func flush() {
    put(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private func put(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        Terminal.put(1, UnsafeRawBufferPointer(rebasing: $0[done...]))
      }
      if written < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        if errno == EPIPE { exit(0) }
        Terminal.complain("standard output cannot be written: \(String(cString: strerror(errno)))")
        exit(ExitCode.unreadable.rawValue)
      }
      done += written
    }
  }

  private static func put(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Says something that is no result, on standard error.
  static func complain(_ sentence: String) {
    say("adjournal: \(TerminalEscaping.text(sentence))\n")
  }

  static func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { put(2, $0) }
  }

  /// Takes the places of standard files that are closed.
  ///
  /// A file that is opened there would get what is said on standard error. To read or write them
  /// stays an error.
  static func keepStandardFiles() {
    for file in Int32(0)...2 where fcntl(file, F_GETFD) < 0 {
      _ = open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ctrl-C ends with 130, and other signals end as always, even where the parent process blocks them;
  /// a closed pipe is an error of write, not a signal.
  static func handleSignals() {
    signal(SIGPIPE, SIG_IGN)
    Draft.prepare()
    handleTermination()
    var ends = sigset_t()
    sigemptyset(&ends)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, number) }
    sigprocmask(SIG_UNBLOCK, &ends, nil)
    signal(SIGINT) { _ in
      let eraseLine: StaticString = "\r\u{1B}[K"
      if isatty(2) == 1 {
        _ = Terminal.put(
          2, UnsafeRawBufferPointer(start: eraseLine.utf8Start, count: eraseLine.utf8CodeUnitCount))
      }
      Draft.removeAll()
      _exit(130)
    }
  }

  /// Whoever ends the program otherwise ends it as always, but no half file is left.
  private static func handleTermination() {
    for number in [SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        Draft.removeAll()
        signal(number, SIG_DFL)
        raise(number)
      }
      // Under nohup it goes on.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }
}
