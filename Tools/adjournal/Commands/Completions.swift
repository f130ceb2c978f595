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

  /// The choices of each option, combined from all commands that have the option.
  private static var choices: [(option: String, words: [String])] {
    var found: [(option: String, words: [String])] = []
    for option in CommandTable.all.flatMap(\.options) where !option.choices.isEmpty {
      let index = found.firstIndex { $0.option == option.name } ?? found.count
      if index == found.count { found.append((option.name, [])) }
      found[index].words += option.choices.filter { !found[index].words.contains($0) }
    }
    return found
  }

  static var bash: String {
    let values = choices.map {
      "    \($0.option)) COMPREPLY=($(compgen -W \"\($0.words.joined(separator: " "))\""
        + " -- \"$cur\")); return;;"
    }
    let commands = CommandTable.all.map { "    \($0.name)) words=\"\(options($0))\";;" }
    return """
      _adjournal() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" words=""
        case "$prev" in
          rules) COMPREPLY=($(compgen -W "\(rules)" -- "$cur")); return;;
          completions) COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur")); return;;
      \(values.joined(separator: "\n"))
        esac
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names) --help --version" -- "$cur")); return
        fi
        case "${COMP_WORDS[1]}" in
      \(commands.joined(separator: "\n"))
        esac
        case "$cur" in
          -*) COMPREPLY=($(compgen -W "$words" -- "$cur"));;
          *) COMPREPLY=($(compgen -f -- "$cur"));;
        esac
      }
      complete -o filenames -F _adjournal adjournal

      """
  }

  private static var rules: String { RuleBook.all.map(\.id).joined(separator: " ") }

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
    switch command.name {
    case "rules": "'1:rule:(\(rules))'"
    case "completions": "'1:shell:(bash zsh fish)'"
    default: "'*:file:_files'"
    }
  }

  private static func zshSpec(_ option: OptionEntry) -> String {
    let star = option.isRepeatable ? "*" : ""
    let start = "'\(star)\(option.name)[\(quoted(option.help))]"
    let values = option.choices.isEmpty ? "_files" : "(\(option.choices.joined(separator: " ")))"
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
    let of = "complete -c adjournal -f -n '__fish_seen_subcommand_from"
    lines.append("\(of) rules' -a '\(rules)'")
    lines.append("\(of) completions' -a 'bash zsh fish'")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishLine(_ option: OptionEntry, of command: CommandEntry) -> String {
    let name = option.name.dropFirst(2)
    let needs = option.placeholder == nil ? "" : " -r"
    let values = option.choices.isEmpty ? "" : " -f -a '\(option.choices.joined(separator: " "))'"
    return "complete -c adjournal -n '__fish_seen_subcommand_from \(command.name)' -l \(name)"
      + "\(needs)\(values) -d '\(quoted(option.help))'"
  }

  private static func quoted(_ text: String) -> String {
    String(text.map { "'[]:".contains($0) ? " " : $0 })
  }
}
