import AdReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is known about the terminal and the wishes of its user, from the environment.
enum Screen {
  /// The value of an environment variable; empty if it is not set.
  static func variable(_ name: String) -> String {
    guard let value = getenv(name) else { return "" }
    return String(cString: value)
  }

  /// Whether the terminal shows text only: no colors, links or pager.
  static var isDumb: Bool { variable("TERM") == "dumb" }

  /// Whether the locale has all characters.
  static let isUTF8: Bool = {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map(variable).first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
  }()

  /// The columns and rows of the terminal of a file: `COLUMNS` and `LINES`, else what the system
  /// says now; 80 and 24 where neither is known.
  static func size(of file: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    if ioctl(file, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
    func measured(_ number: UInt16) -> Int? { number > 0 ? Int(number) : nil }
    return (
      columns ?? measured(size.ws_col) ?? 80,
      number("LINES") ?? measured(size.ws_row) ?? 24
    )
  }

  /// The value of `COLUMNS`, which also gives pipes and files a width; nil if it is no such number.
  static var columns: Int? { number("COLUMNS") }

  private static func number(_ name: String) -> Int? {
    Int(variable(name)).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// The URL of the working folder on this computer, which ends with `/`.
  static var folder: String? {
    guard let path = realpath(".", nil) else { return nil }
    defer { free(path) }
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    let folder = String(cString: path)
    return "file://\(host)\(TextStyle.encoded(folder))\(folder == "/" ? "" : "/")"
  }
}
