import AdRules
import AdSession

extension CommandEntry {
  static let completions = CommandEntry(
    name: "completions", summary: "Print the completion script for a shell.",
    operands: "bash|zsh|fish", fewest: 1, most: 1,
    examples: [
      Example(
        "source <(adjournal completions bash)", "enable completion in the current bash session"),
      Example(
        "adjournal completions fish > adjournal.fish",
        "for fish: move the file to ~/.config/fish/completions"),
      Example(
        "adjournal completions zsh > _adjournal", "for zsh: move the file to a folder in $fpath"),
    ]
  ) { arguments, terminal in
    switch arguments.operands[0] {
    case "bash": terminal.write(plain: Completions.bash)
    case "zsh": terminal.write(plain: Completions.zsh)
    case "fish": terminal.write(plain: Completions.fish)
    case let other:
      throw UsageError.invalid(other, for: "SHELL", ["bash", "zsh", "fish"])
    }
    return .fine
  }
}

/// Completion scripts, made from the table of commands.
enum Completions {
  private static var names: String { CommandTable.names.joined(separator: " ") }

  private static func options(_ command: CommandEntry) -> String {
    (command.options + CommandTable.commonOptions).map(\.name).joined(separator: " ")
  }

  /// The words that commands take instead of files, by command.
  private static var operands: [(command: String, noun: String, words: [String])] {
    [
      ("rules", "rule", RuleBook.all.map(\.id)),
      ("events", "event", Vocabulary.entries.map(\.name)),
      ("fields", "field", FieldName.allCases.map(\.name)),
      ("policy", "key", PolicyKey.allCases.map(\.name)),
      ("completions", "shell", ["bash", "zsh", "fish"]),
    ]
  }

  /// The choices of options, as patterns of bash for a command and an option.
  ///
  /// The pattern of an option with equal choices in all commands fits every command.
  private static var choices: [(pattern: String, option: OptionEntry)] {
    let all = CommandTable.all.flatMap { command in command.options.map { (command.name, $0) } }
      .filter { !$0.1.choices.isEmpty }
    return all.enumerated().compactMap { index, entry in
      let (command, option) = entry
      let others = all.filter { $0.1.name == option.name }
      guard others.allSatisfy({ $0.1.choices == option.choices }) else {
        return ("\"\(command) \(option.name)\"", option)
      }
      let isFirst = all[..<index].allSatisfy { $0.1.name != option.name }
      return isFirst ? ("*\" \(option.name)\"", option) : nil
    }
  }

  static var bash: String {
    let values = choices.map { pattern, option in
      let function = option.isRepeatable ? "_adjournal_list" : "_adjournal_words"
      return "    \(pattern)) \(function) \"\(option.choices.joined(separator: " "))\"; return;;"
    }
    let words = operands.map {
      "    \"\($0.command) \($0.command)\") _adjournal_words \"\($0.words.joined(separator: " "))\"; return;;"
    }
    let commands = CommandTable.all.map { "    \($0.name)) words=\"\(options($0))\";;" }
    return """
      _adjournal_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
      _adjournal_list() {
        local before=""
        case "$cur" in *,*) before="${cur%,*},";; esac
        COMPREPLY=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
      }
      _adjournal() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          _adjournal_words "\(names) --help --version"; return
        fi
        case "${COMP_WORDS[1]} $prev" in
      \((words + values).joined(separator: "\n"))
        esac
        case "${COMP_WORDS[1]}" in
      \(commands.joined(separator: "\n"))
        esac
        case "$cur" in
          -*) _adjournal_words "$words";;
          *) COMPREPLY=($(compgen -f -- "$cur"));;
        esac
      }
      complete -o filenames -F _adjournal adjournal

      """
  }

  static var zsh: String {
    let commands = CommandTable.all.map { "    '\($0.name):\(quoted($0.summary))'" }
    let cases = CommandTable.all.map { command in
      let specs = (command.options + CommandTable.commonOptions).map(zshSpec)
      return "    \(command.name)) _arguments \(specs.joined(separator: " ")) \(zshRest(command));;"
    }
    return """
      #compdef adjournal
      _adjournal() {
        local -a commands=(
      \(commands.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then _describe 'command' commands; return; fi
        local command="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(cases.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = "_adjournal" ]; then _adjournal "$@"; else compdef _adjournal adjournal; fi

      """
  }

  private static func zshRest(_ command: CommandEntry) -> String {
    operands.first { $0.command == command.name }.map {
      "'1:\($0.noun):(\($0.words.joined(separator: " ")))'"
    } ?? "'*:file:_files'"
  }

  private static func zshSpec(_ option: OptionEntry) -> String {
    let star = option.isRepeatable ? "*" : ""
    let start = "'\(star)\(option.name)[\(quoted(option.help))]"
    let words = option.choices.joined(separator: " ")
    let list = option.isRepeatable ? "_values -s , value \(words)" : "(\(words))"
    let values = option.choices.isEmpty ? "_files" : list
    switch option.value {
    case .none: return start + "'"
    case .one(let name): return "\(start):\(name):\(values)'"
    case .two(let first, let second): return "\(start):\(first): :\(second): '"
    }
  }

  static var fish: String {
    let start = "complete -c adjournal -n __fish_use_subcommand -f"
    var lines = [
      "\(start) -l help -d 'Print help.'", "\(start) -l version -d 'Print the version.'",
    ]
    for command in CommandTable.all {
      lines.append("\(start) -a \(command.name) -d '\(quoted(command.summary))'")
      for option in command.options + CommandTable.commonOptions {
        lines.append(fishLine(option, of: command))
      }
    }
    for (command, _, words) in operands {
      lines.append(
        "complete -c adjournal -f -n '__fish_seen_subcommand_from \(command)' "
          + "-a '\(words.joined(separator: " "))'")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishLine(_ option: OptionEntry, of command: CommandEntry) -> String {
    let name = option.name.dropFirst(2)
    let needs = option.placeholder == nil ? "" : " -r"
    let words = option.choices.joined(separator: " ")
    let list = option.isRepeatable ? "(__fish_append , \(words))" : words
    let values = option.choices.isEmpty ? "" : " -f -a '\(list)'"
    return "complete -c adjournal -n '__fish_seen_subcommand_from \(command.name)' -l \(name)"
      + "\(needs)\(values) -d '\(quoted(option.help))'"
  }

  private static func quoted(_ text: String) -> String {
    String(text.map { "'[]:".contains($0) ? " " : $0 })
  }
}
