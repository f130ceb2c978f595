import Foundation
import Testing

@testable import AdjournalTool

struct HelpTests {
  private static let examples: [(line: String, exits: Int32)] = CommandTable.all.flatMap {
    $0.examples.map { ($0.line, $0.exits.rawValue) }
  }

  @Test(arguments: examples)
  func `Every example in the help exits with the documented status`(line: String, exits: Int32)
    throws
  {
    let run = try Tool.shell(line)
    #expect(run.exit == exits, "\(run.errors)")
    // The counts of an imported console log are no error.
    let errors = run.errors.split(separator: "\n").filter {
      !$0.contains(#/^adjournal: (.*imported: )?\d+ lines, \d+ events in /#)
    }
    if exits == 0 { #expect(errors.isEmpty) }
  }

  /// The blocks of the README and of the tool's guide that begin with a command line and show its
  /// output.
  private static let shown: [(line: String, prints: [String])] = {
    let documents = ["README.md", "Tools/adjournal/README.md"]
    let text = documents.map {
      (try? String(contentsOfFile: "\(Tool.root)/\($0)", encoding: .utf8)) ?? ""
    }.joined(separator: "\n")
    let blocks = text.components(separatedBy: "```\n").filter { $0.hasPrefix("$ adjournal ") }
    return blocks.map { block in
      let parts = block.components(separatedBy: "\n")
      let printed = parts.dropFirst().joined(separator: "\n")
      return (String(parts[0].dropFirst(2)), printed.components(separatedBy: "…\n"))
    }
  }()

  @Test func `The README contains at least three command lines with output`() {
    #expect(Self.shown.count >= 3)
  }

  @Test(arguments: shown)
  func `A command line in the README prints the output shown there`(
    line: String, prints: [String]
  ) throws {
    let run = try Tool.shell("export COLUMNS=80; \(line)")
    var rest = run.text[...]
    for part in prints {
      let found = try #require(rest.range(of: part), "\(part)")
      rest = rest[found.upperBound...]
    }
    #expect(run.text.hasPrefix(prints[0]))
    #expect(rest.isEmpty)
  }

  /// The blocks of the guide with command lines and without their output, each as a script that
  /// ends with an error where a line does.
  private static let scripts: [String] = {
    let path = "\(Tool.root)/Tools/adjournal/README.md"
    let guide = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
      .replacing("\\\n", with: " ")
    let code = guide.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }
    return code.map(\.element).compactMap { block in
      let lines = block.split(separator: "\n").filter(canRun)
      guard block.hasPrefix("\n"), lines.contains(where: { $0.contains("adjournal ") })
      else { return nil }
      return lines.map { "\($0)\nended\n" }.joined()
    }
  }()

  /// Whether a line of a block is a command that ends, of a program that is installed.
  private static func canRun(_ line: Substring) -> Bool {
    if line.hasPrefix("adjournal follow ") || line.contains("| jq ") && !hasJQ { return false }
    return line.contains(#/^(adjournal|find|cd|echo|head) /#)
  }

  private static let hasJQ = Tool.has("jq")

  /// Makes the files that the blocks name, and the function that checks a line: it may find
  /// violations or damage.
  private static let preparation = """
    set -o pipefail; export TMPDIR=$PWD GITHUB_STEP_SUMMARY=summary.md
    cp \(Sample.unlock) session.jsonl; cp \(Sample.unlock) incident.jsonl
    cp Journals/damaged/torn-tail.jsonl torn.jsonl
    for folder in journals fleet part-1 part-7 last-week this-week; do
      mkdir $folder; cp Journals/incidents/app-open-shown-*.jsonl $folder
    done
    gzip part-7/*; mkdir -p Tests/AppTests; head -c 32 /dev/urandom > key.bin; cp key.bin secret.key
    adjournal audit --format jsonl --figures journals > part-1.lines
    ended() {
      local status=$?
      [[ $status == [013] ]] || { echo "exit status $status" >&2; exit 9; }
    }

    """

  @Test func `The guide has blocks with command lines and without output`() {
    #expect(Self.scripts.count > 10)
  }

  @Test(arguments: scripts)
  func `The command lines of a block of the guide run`(script: String) throws {
    let run = try Tool.shell(Self.preparation + script)
    #expect(run.exit == 0, "\(run.errors)")
  }

  /// The command lines of the tool in the code of all documents, up to a pipe or a comment.
  private static func documentedLines() throws -> [(page: String, words: [String])] {
    let pages = try FileManager.default.subpathsOfDirectory(atPath: Tool.root).filter {
      $0.hasSuffix(".md") && !$0.contains(".build/")
    }
    return try pages.flatMap { page in
      let text = try String(contentsOfFile: "\(Tool.root)/\(page)", encoding: .utf8)
      let commands = code(in: text.replacing("\\\n", with: " ")).matches(
        of: /(?:^|\| |\$ | release )adjournal ([a-z][^|#>\n]*)/.anchorsMatchLineEndings())
      return commands.map { (page, $0.1.split(separator: " ").map(String.init)) }
    }
  }

  /// The lines of Markdown that are code: fenced, indented or in backquotes.
  private static func code(in text: String) -> String {
    let parts = text.components(separatedBy: "```").enumerated()
    let fenced = parts.filter { $0.offset % 2 == 1 }.map(\.element)
    let prose = parts.filter { $0.offset % 2 == 0 }.map(\.element).joined()
    let indented = prose.matches(of: /\n    (.*)/).map { String($0.1) }
    let quoted = prose.matches(of: /`([^`\n]+)`/).map { String($0.1) }
    return (fenced + indented + quoted).joined(separator: "\n")
  }

  @Test func `Every command line in a document has a known command and known options`() throws {
    let lines = try Self.documentedLines()
    #expect(lines.count > 100)
    // FORMAT.md has a constant that looks like a command.
    for (page, words) in lines where words != ["key", "name"] {
      let entry = CommandTable.all.first { $0.name == words[0] }
      let command = try #require(entry, "\(page): adjournal \(words.joined(separator: " "))")
      for word in words where word.hasPrefix("--") {
        let name = String(word.prefix { $0 != "=" })
        #expect(command.option(name) != nil, "\(page): adjournal \(command.name) \(name)")
      }
    }
  }

  @Test(arguments: CommandTable.names)
  func `Every command has help with its options and an example`(name: String) throws {
    let run = try Tool.run(name, "--help")
    #expect(run.exit == 0)
    #expect(run.errors.isEmpty)
    #expect(run.text.contains("usage: adjournal \(name) "))
    let parts = run.text.components(separatedBy: "\nexample")
    #expect(parts.count == 2)
    #expect(parts[0].split(separator: "\n").allSatisfy { $0.count <= 80 })
    let command = try #require(CommandTable.all.first { $0.name == name })
    for option in command.options { #expect(run.text.contains("  \(option.usage)  ")) }
    #expect(try Tool.run("help", name).text == run.text)
  }

  @Test func `Help and the documents name the default of --severity`() throws {
    #expect(
      try Tool.run("--help").text.contains(
        """
          0  no violation at the chosen severity (--severity, default: error)
          1  at least one violation at the chosen severity, whatever else happened

        """))
    #expect(try Tool.run("man").text.contains("severity (default: error), or higher"))
    #expect(try document("README.md").contains("(the default is `error`)"))
    #expect(try document("Tools/adjournal/README.md").contains("`error`, the default"))
  }

  @Test func `The first command of the README needs no second build`() throws {
    #expect(
      try document("README.md").contains(
        "\nswift run adjournal audit Journals/incidents\nswift test\n"))
  }

  private func document(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Tool.root)/\(path)", encoding: .utf8)
  }

  @Test func `The overview names every command`() throws {
    let run = try Tool.run("--help")
    #expect(run.exit == 0)
    for command in CommandTable.all { #expect(run.text.contains("  \(command.name) ")) }
    #expect(run.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `Every spelling of a request for help prints the same help`() throws {
    let overview = try Tool.run("--help")
    let asked = [["help"], ["-h"], ["help", "help"], ["help", "--help"], ["--no-pager", "help"]]
    for words in asked {
      let run = try Tool.run(Tool.path, words)
      #expect(run.text == overview.text, "\(words)")
      #expect(run.exit == 0)
    }
    let audit = try Tool.run("audit", "--help")
    for words in [["--help", "audit"], ["help", "--color", "never", "audit"], ["audit", "-h"]] {
      #expect(try Tool.run(Tool.path, words).text == audit.text, "\(words)")
    }
  }

  @Test func `The option --version prints the name and the version`() throws {
    let run = try Tool.run("--version")
    #expect(run.text == "adjournal \(Tool.version)\n")
    #expect(run.exit == 0)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `A completion script has no syntax errors in its shell`(shell: String) throws {
    let script = try Tool.run("completions", shell)
    #expect(script.exit == 0)
    #expect(script.text.contains("app-open-max-age"))
    guard Tool.has(shell) else { return }
    let folder = try Folder()
    defer { folder.remove() }
    let file = try folder.write("script", script.output)
    let check = try Tool.run("/usr/bin/env", [shell, "-n", file])
    #expect(check.exit == 0)
    #expect(check.errors.isEmpty)
  }

  @Test func `Bash completes commands, options and rules`() throws {
    let line = """
      source <(adjournal completions bash)
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _adjournal; echo "${COMPREPLY[*]}"; }
      try adjournal au
      try adjournal audit --sev
      try adjournal audit --rule app-open-max
      try adjournal audit --policy daily
      try adjournal rules single
      try adjournal export --format perf
      """
    let run = try Tool.shell(line)
    #expect(
      run.lines == [
        "audit", "--severity", "app-open-max-age", "daily_cap=", "single-use-ad", "perfetto",
      ])
  }

  @Test func `Fish completes the values of --rule`() throws {
    guard Tool.has("fish") else { return }
    let line = "adjournal completions fish | source; complete -C 'adjournal audit --rule single'"
    let run = try Tool.shell(line, shell: "fish")
    let help = "Check only this rule. Accepts a comma-separated list."
    #expect(run.lines == ["single-use-ad\t\(help)"])
  }

  @Test(arguments: [
    ["groff", "-man", "-ww", "-Tascii", "-Kutf8", "-z"], ["mandoc", "-T", "lint", "-W", "error"],
  ])
  func `The manual page has no formatting errors`(tool: [String]) throws {
    let page = try Tool.run("man")
    #expect(page.text.hasPrefix(".TH ADJOURNAL 1"))
    for command in CommandTable.all { #expect(page.text.contains(".SS \"\(command.name)")) }
    guard Tool.has(tool[0]) else { return }
    let check = try Tool.run("/usr/bin/env", tool, input: page.output)
    #expect(check.exit == 0, "\(check.text)")
    #expect(check.errors.isEmpty)
  }

  @Test func `A suggestion is at most a few edits away`() {
    #expect(Nearest.to("adit", in: ["audit", "cat"]) == "audit")
    #expect(Nearest.to("aduit", in: ["audit", "cat"]) == "audit")
    #expect(Nearest.to("elephant", in: ["audit", "cat"]) == nil)
    #expect(Nearest.distance("ab", "ba") == 1)
    #expect(Nearest.distance("", "abc") == 3)
  }
}
