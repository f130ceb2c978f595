#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension OptionEntry {
  /// Shows a page in the browser.
  static let open = OptionEntry(name: "--open", help: "Open the page in the system's browser.")
}

/// The browser of the system.
enum Browser {
  /// The program that opens a file or a URL in the program that is set for it.
  #if canImport(Darwin)
    private static let opener = "open"
  #else
    private static let opener = "xdg-open"
  #endif

  /// The reason why no browser opens, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Opens a new file, or a URL; returns when the browser has been asked to.
  ///
  /// - Throws: ``Failure`` if there is no such program, or if it fails.
  static func open(_ target: String) throws {
    // A name that begins with a dash would be an option.
    let word = target.hasPrefix("-") ? "./\(target)" : target
    let texts: [String] = [opener, word]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { text in strdup(text) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, opener, nil, nil, words, environ)
    var status: Int32 = 0
    if failure == 0 { while waitpid(process, &status, 0) < 0 && errno == EINTR {} }
    if failure == 0, status == 0 { return }
    let reason = failure == ENOENT ? "there is no program '\(opener)'" : "'\(opener)' failed"
    throw Failure(description: "cannot open a browser: \(reason); open \(target) yourself")
  }
}
