#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension OptionEntry {
  /// The options of ``ScreenOptions``; every command has them, and they can also come before it.
  static let ofScreen = [
    OptionEntry(
      name: "--color", value: .one("WHEN"),
      help: "Colors: always, never or auto, on a terminal (default: auto).",
      choices: ["auto", "always", "never"]),
    OptionEntry(
      name: "--no-pager", help: "On a terminal, do not show long output with PAGER (or less)."),
  ]
}

/// How output looks, from options that are valid for every command.
struct ScreenOptions {
  /// Whether long output on a terminal goes through a pager.
  private(set) var pages = true
  private var color = "auto"

  /// Takes the options out of the words of a command line; all behind `--` are no options.
  ///
  /// - Throws: A ``UsageError`` for a value that is missing or unknown.
  init(removingFrom words: inout [String]) throws {
    var others: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        others.append(word)
        others += rest
        break
      }
      if word == "--no-pager" {
        pages = false
      } else if word == "--color" {
        guard let value = rest.popFirst() else {
          throw UsageError("missing value for '--color': --color WHEN")
        }
        try take(value)
      } else if word.hasPrefix("--color=") {
        try take(String(word.dropFirst("--color=".count)))
      } else {
        others.append(word)
      }
    }
    words = others
  }

  private mutating func take(_ value: String) throws {
    let option = OptionEntry.ofScreen[0]
    guard option.choices.contains(value) else { throw UsageError.invalid(value, for: option) }
    color = value
  }

  /// Whether output has colors: the option counts before `NO_COLOR`, and that before
  /// `CLICOLOR_FORCE`.
  func hasColors(onTerminal isTerminal: Bool) -> Bool {
    if color != "auto" { return color == "always" }
    if !Screen.variable("NO_COLOR").isEmpty { return false }
    if !["", "0"].contains(Screen.variable("CLICOLOR_FORCE")) { return true }
    return isTerminal && !Screen.isDumb
  }
}
