import Testing

/// Files of the user whose names resemble those of temporary files.
struct ForeignFileTests {
  private static let old = "touch -d '9 days ago'"

  /// The time of the folder shows that the command created a temporary file there.
  @Test(arguments: [
    "adjournal audit --format json many.jsonl"
  ])
  func `A command with a temporary file keeps the user's files in the temporary folder`(
    command: String
  ) throws {
    let names = ["adjournal-202611", "adjournal-backup", "adjournal-report", "adjournal-static"]
    let line = """
      adjournal simulate --seed 5 --sessions 500 --fault all > many.jsonl
      mkdir t; for name in \(names.joined(separator: " ")); do echo mine > t/$name; done
      \(Self.old) t/* t; TMPDIR=$PWD/t \(command) > out; echo $?
      find t -maxdepth 0 -mmin -99; ls -A t; cat t/*
      """
    let run = try Tool.shell(line)
    #expect(run.lines == ["1", "t"] + names + names.map { _ in "mine" })
    #expect(run.errors.isEmpty)
  }

  @Test func `A new file is written beside old files with the names of incomplete ones`() throws {
    let line = """
      \(Self.old) .adjournal-123-0.part .adjournal-3w5e11264sgsf.part
      adjournal simulate --to x.jsonl; echo $?; ls -A
      """
    #expect(
      try Tool.shell(line).lines == [
        "wrote x.jsonl: 1 session", "0", ".adjournal-123-0.part", ".adjournal-3w5e11264sgsf.part",
        "Journals", "x.jsonl",
      ])
  }

  /// The process keeps its number when the shell becomes the tool.
  @Test func `Nobody can take the name of an incomplete file by the number of the process`() throws
  {
    let line = """
      bash -c 'for i in 0 1 2 3; do echo mine > .adjournal-$$-$i.part; done
        exec adjournal simulate --to x.jsonl'
      echo $?; cat .adjournal-*; ls
      """
    let run = try Tool.shell(line)
    #expect(
      run.lines == [
        "wrote x.jsonl: 1 session", "0", "mine", "mine", "mine", "mine", "Journals", "x.jsonl",
      ])
    #expect(run.errors.isEmpty)
  }
}
