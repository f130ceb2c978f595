#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Platform

/// The program that shows output screen by screen: `PAGER`, else `less`.
struct Pager {
  private let command: String

  /// The pager of the user; nil where there is none, or where the user wants none.
  init?() {
    let wish = getenv("PAGER") == nil ? nil : Screen.variable("PAGER")
    command = wish ?? "less"
    let word = command.split(separator: " ").first.map { String($0) } ?? "cat"
    if word == "cat" || Screen.isDumb { return nil }
    guard Self.exists(word) else {
      if wish != nil {
        Terminal.printError("there is no pager '\(word)' ('PAGER'); printing without one")
      }
      return nil
    }
  }

  /// Whether the shell can find a program; what is not a plain name is left to the shell.
  private static func exists(_ word: String) -> Bool {
    let plain = word.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "="), UInt8(ascii: "$"), UInt8(ascii: "'"), UInt8(ascii: "\""): false
      default: true
      }
    }
    if !plain { return true }
    if word.contains("/") { return access(word, X_OK) == 0 }
    return Screen.variable("PATH").split(separator: ":").contains {
      access("\($0)/\(word)", X_OK) == 0
    }
  }

  /// The process of the pager that runs, and the file that its input is written to; 0 without one.
  ///
  /// The main thread writes them; the signal handler and other threads only read them.
  nonisolated(unsafe) private static var process: pid_t = 0
  nonisolated(unsafe) private static var input: Int32 = 0
  /// Messages that wait until the pager has left the screen.
  private static let messages = Lock([String]())

  static var isRunning: Bool { process != 0 }

  /// Keeps a message for later if a pager has the screen.
  static func keeps(_ message: String) -> Bool {
    guard isRunning else { return false }
    messages.locked { $0.append(message) }
    return true
  }

  /// Starts the pager and returns the file of its input; nil if that fails.
  ///
  /// `less` shows colors, and ends by itself if the text fits the screen.
  func start() -> Int32? {
    setenv("LESS", "FRX", 0)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    let texts: [String] = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { text in strdup(text) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, "/bin/sh", &actions, nil, words, environ)
    close(ends[0])
    guard status == 0 else {
      close(ends[1])
      return nil
    }
    Self.input = ends[1]
    Self.process = process
    return ends[1]
  }

  /// Ends the input of the pager that runs, waits until its user has left it, and prints the
  /// messages that were kept.
  static func end() {
    guard isRunning else { return }
    let status = leave()
    process = 0
    let code = status >> 8 & 0xFF
    if status & 0x7F == 0 && code != 0 {
      Terminal.printError(
        "the pager failed (exit status \(code)); '--no-pager' prints without one")
    }
    for message in messages.locked({ $0 }) { Terminal.printStatus(message) }
    messages.locked { $0 = [] }
  }

  /// Ends the input of the pager, if one runs, and returns its status; safe in a signal handler.
  @discardableResult
  static func leave() -> Int32 {
    var status: Int32 = 0
    if isRunning {
      close(input)
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }
    return status
  }
}
