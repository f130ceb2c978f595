import Testing

@testable import AdjournalTool

struct SimulateTests {
  @Test func `The same seed gives the same bytes in two processes, and another seed others`() throws
  {
    let line = "adjournal simulate --sessions 40 --fault all --seed"
    let one = try Tool.shell("\(line) 11")
    #expect(one.exit == 0 && one.errors.isEmpty)
    #expect(try Tool.shell("\(line) 11").output == one.output)
    #expect(try Tool.shell("\(line) 5011").output != one.output)
  }

  @Test func `So many sessions are written as were asked for, whole`() throws {
    let run = try Tool.shell(
      "adjournal simulate --seed 3 --sessions 25 --fault kills,no-fill | adjournal check -")
    #expect(run.exit == 0)
    #expect(run.text.contains("25 sessions"))
  }

  @Test func `Sessions without faults break no rule`() throws {
    let run = try Tool.shell(
      "adjournal simulate --seed 3 --sessions 60 | adjournal audit --severity info -")
    #expect(run.exit == 0, "\(run.text)")
  }

  @Test func `A mutant is found by its rule`() throws {
    let run = try Tool.shell(
      "adjournal simulate --sessions 20 --mutant no-flight-guard | adjournal audit --severity info -"
    )
    #expect(run.exit == 1)
    #expect(run.text.contains("one-load-in-flight"))
  }

  @Test func `A new file is written, and one that is there is not touched`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let there = try folder.write("there.jsonl", "mine")
    let refused = try Tool.run("simulate", "--to", there)
    #expect(refused.exit == 4)
    #expect(refused.errors.contains("it is there already"))
    let new = folder.path("new.jsonl")
    #expect(try Tool.run("simulate", "--to", new).exit == 0)
    #expect(try Tool.run("check", new).exit == 0)
  }

  @Test func `An unknown fault is refused with the nearest one`() throws {
    let run = try Tool.run("simulate", "--fault", "no-fil")
    #expect(run.exit == 2)
    #expect(
      run.errors == "adjournal: unknown fault 'no-fil'; did you mean 'no-fill'? "
        + "('adjournal simulate --list-faults' lists them)\n")
  }

  @Test func `Faults, mutants and profiles are listed`() throws {
    let faults = try Tool.run("simulate", "--list-faults")
    #expect(
      faults.lines.contains("no-fill: A load fails with code 1, 3 or 9: there is no ad to show."))
    #expect(faults.text.contains("(breaks load-completes)"))
    #expect(try Tool.run("simulate", "--list-mutants").lines.count >= 60)
    #expect(try Tool.run("simulate", "--list-profiles").text.contains("splash: "))
  }
}
