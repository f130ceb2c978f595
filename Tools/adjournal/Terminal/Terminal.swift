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
  /// The colors and the width of standard output.
  private(set) var style = TextStyle.plain
  /// Whether standard output is a terminal.
  let isRead = isatty(1) == 1
  private var pending: [UInt8] = []
  /// The begin of a line that has no end yet; on a terminal only.
  private var line = ""
  /// The lines that the screen still has room for; nil where output is not paged.
  private var room: Int?
  /// The file that gets the output: standard output or a pager.
  private var output: Int32 = 1

  /// Standard output and standard error of the process.
  init(_ options: ScreenOptions) {
    style.hasColors = options.hasColors(onTerminal: isRead)
    pending.reserveCapacity(1 << 16)
    let size = Screen.size(of: 1)
    if isRead || Screen.columns != nil { style.width = size.columns }
    guard isRead else { return }
    if !Screen.isDumb { style.linkBase = Screen.folder }
    if options.pages { room = size.rows }
  }

  /// Whether standard error is a terminal; a constant, because the check is a system call.
  static let isWatched = isatty(2) == 1

  /// Writes text for people: a terminal gets lines that fit, with short units.
  mutating func write(_ text: String) {
    guard style.width != nil else { return write(Array(text.utf8)) }
    line += text
    guard let end = line.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let whole = String(line[...end])
    line.removeSubrange(...end)
    write(Array(fitted(whole).utf8))
  }

  private func fitted(_ text: String) -> String {
    guard let width = style.width else { return text }
    guard isRead else { return FittedText(width: width).text(text) }
    let short = FittedText.shorteningUnits(text)
    return FittedText(width: width).text(Screen.isUTF8 ? short : FittedText.ascii(short))
  }

  /// Moves the begin of a line to the buffer.
  private mutating func endLine() {
    pending.append(contentsOf: fitted(line).utf8)
    line = ""
  }

  /// Writes text for programs as it is.
  mutating func write(plain text: String) { write(Array(text.utf8)) }

  /// Writes bytes to standard output; 64 KiB and more are not copied into the buffer.
  mutating func write(_ bytes: [UInt8]) {
    if !line.isEmpty { endLine() }
    if bytes.count >= 1 << 16 {
      flush()
      return put(bytes)
    }
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { offer() }
  }

  /// Writes JSON to standard output; control characters are escaped on a terminal.
  mutating func write(json: [UInt8]) {
    write(isRead ? TerminalEscaping.json(json) : json)
  }

  /// Writes a line of a journal, followed by a line feed.
  mutating func write(line: UnsafeRawBufferPointer) {
    if isRead { write(json: Array(line)) } else { pending.append(contentsOf: line) }
    write([0x0A])
  }

  /// Writes the buffer; a closed pipe ends the program silently, by SIGPIPE.
  ///
  /// On a terminal, more than a screen goes to the pager, and so does what comes after it.
  mutating func flush() {
    if !line.isEmpty { endLine() }
    if isLongerThanScreen, let run = Pager()?.start() { output = run }
    room = nil
    put(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the buffer before the output is complete; what may need a pager waits for more.
  mutating func offer() {
    if room == nil || isLongerThanScreen { flush() }
  }

  /// Shows all output at once from here on: it comes as things happen.
  mutating func stopPaging() { room = nil }

  private var isLongerThanScreen: Bool {
    room.map { Self.rows(pending, width: style.width ?? 80) >= $0 } ?? false
  }

  /// The rows of a screen that a text takes.
  private static func rows(_ text: [UInt8], width: Int) -> Int {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).reduce(0) { sum, line in
      let columns = FittedText.columns(String(decoding: line, as: UTF8.self))
      return sum + max(1, (columns + width - 1) / width)
    }
  }

  /// Writes what is left, and waits until the user has left the pager.
  mutating func end() {
    Progress.clear()
    flush()
    Pager.end()
  }

  private func put(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    if isRead { Progress.clear() }
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        Terminal.put(output, UnsafeRawBufferPointer(rebasing: $0[done...]))
      }
      if written < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        if errno == EPIPE { Self.endByClosedPipe() }
        Terminal.printError("cannot write to standard output: \(String(cString: strerror(errno)))")
        exit(ExitCode.unreadable.rawValue)
      }
      done += written
    }
  }

  /// Ends the program as the system ends others that write to a closed pipe.
  private static func endByClosedPipe() -> Never {
    Pager.end()
    PartialFile.removeAll()
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
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
    var text = "adjournal: \(TerminalEscaping.text(message))\n"
    if isWatched {
      let short = Screen.isUTF8 ? text : FittedText.ascii(text)
      text = FittedText(width: Screen.size(of: 2).columns).text(short)
    }
    if Pager.keeps(text) { return }
    Progress.clear()
    printStatus(text)
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
      Pager.leave()
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
