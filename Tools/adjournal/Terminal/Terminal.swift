import AdReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output for results, standard error for messages.
struct Terminal {
  /// The colors of standard output.
  var style: TextStyle
  /// Whether standard output is a terminal.
  let isRead = isatty(1) == 1
  private var pending: [UInt8] = []

  /// Standard output and standard error of the process.
  init(noColor: Bool) {
    let isPlain = noColor || !Self.variable("NO_COLOR").isEmpty
    style = .plain
    style.hasColors = !isPlain && isRead && Self.variable("TERM") != "dumb"
    pending.reserveCapacity(1 << 16)
  }

  private static func variable(_ name: String) -> String {
    guard let value = getenv(name) else { return "" }
    return String(cString: value)
  }

  /// Whether standard error is a terminal; a constant, because the check is a system call.
  static let isWatched = isatty(2) == 1

  /// Writes text to standard output.
  mutating func write(_ text: String) {
    pending.append(contentsOf: text.utf8)
    if pending.count >= 1 << 16 { flush() }
  }

  /// Writes bytes to standard output; 64 KiB and more are not copied into the buffer.
  mutating func write(_ bytes: [UInt8]) {
    if bytes.count >= 1 << 16 {
      flush()
      return put(bytes)
    }
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { flush() }
  }

  /// Writes JSON to standard output; control characters are escaped on a terminal.
  mutating func write(json: [UInt8]) {
    write(isRead ? TerminalEscaping.json(json) : json)
  }

  /// Writes a line of a journal, followed by a line feed.
  mutating func write(line: UnsafeRawBufferPointer) {
    if isRead { write(json: Array(line)) } else { pending.append(contentsOf: line) }
    write("\n")
  }

  /// Writes the buffer; the program exits silently with 0 if the pipe is closed.
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
        Terminal.printError("cannot write to standard output: \(String(cString: strerror(errno)))")
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

  /// Prints an error, a warning or a note on standard error.
  static func printError(_ message: String) {
    printStatus("adjournal: \(TerminalEscaping.text(message))\n")
  }

  /// Prints text on standard error as it is.
  static func printStatus(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { put(2, $0) }
  }

  /// Opens `/dev/null` for each standard file that is closed.
  ///
  /// Otherwise the next file that is opened would get the messages for standard error. Reading or
  /// writing such a standard file is still an error.
  static func keepStandardFiles() {
    for file in Int32(0)...2 where fcntl(file, F_GETFD) < 0 {
      _ = open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Installs the signal handlers: Ctrl-C exits with 130, other signals keep their effect.
  ///
  /// All of them work even if the parent process blocked them. A closed pipe is an error of
  /// `write`, not a signal.
  static func handleSignals() {
    signal(SIGPIPE, SIG_IGN)
    PartialFile.prepare()
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
      PartialFile.removeAll()
      _exit(130)
    }
  }

  /// Deletes temporary files on SIGTERM and SIGHUP, then lets the signal end the program.
  private static func handleTermination() {
    for number in [SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        PartialFile.removeAll()
        signal(number, SIG_DFL)
        raise(number)
      }
      // Keep ignoring a signal that nohup ignores.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }
}
