import Testing

@testable import AdjournalTool

struct SimulateTests {
  @Test func `The same seed produces the same output in two processes, another seed does not`()
    throws
  {
    let line = "adjournal simulate --sessions 40 --fault all --seed"
    let one = try Tool.shell("\(line) 11")
    #expect(one.exit == 0 && one.errors.isEmpty)
    #expect(try Tool.shell("\(line) 11").output == one.output)
    #expect(try Tool.shell("\(line) 5011").output != one.output)
  }

  @Test func `Neighboring seeds have no session in common`() throws {
    let names = try ["6", "7", "8"].map { seed in
      let run = try Tool.run("simulate", "--seed", seed, "--sessions", "30")
      return Set(run.lines.compactMap { $0.firstMatch(of: /"session":"([^"]*)"/)?.1 })
    }
    #expect(names.allSatisfy { $0.count == 30 })
    #expect(names[0].isDisjoint(with: names[1]) && names[1].isDisjoint(with: names[2]))
  }

  @Test func `The option --sessions sets the number of simulated sessions`() throws {
    let run = try Tool.shell(
      "adjournal simulate --seed 3 --sessions 25 --fault kills,no-fill | adjournal check -")
    #expect(run.exit == 0)
    #expect(run.text.contains("25 sessions"))
  }

  @Test func `Each record of a simulated session has a checksum, as its header says`() throws {
    let run = try Tool.run("simulate", "--seed", "3", "--sessions", "4")
    let lines = run.lines.filter { !$0.isEmpty }
    #expect(lines.first?.contains("\"checksums\":true") == true)
    #expect(lines.count > 40 && lines.allSatisfy { $0.contains(",\"crc\":\"") })
  }

  @Test func `Simulated sessions without faults violate no rule`() throws {
    let run = try Tool.shell(
      "adjournal simulate --seed 3 --sessions 60 | adjournal audit --severity info -")
    #expect(run.exit == 0, "\(run.text)")
  }

  @Test func `A simulated mutant violates its rule`() throws {
    let run = try Tool.shell(
      "adjournal simulate --sessions 20 --mutant no-flight-guard | adjournal audit --severity info -"
    )
    #expect(run.exit == 1)
    #expect(run.text.contains("one-load-in-flight"))
  }

  @Test func `A simulation writes a new file and never overwrites one`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let existing = try folder.write("existing.jsonl", "mine")
    let refused = try Tool.run("simulate", "--to", existing)
    #expect(refused.exit == 4)
    #expect(refused.errors == "adjournal: \(existing): file exists; adjournal never overwrites\n")
    let new = folder.path("new.jsonl")
    #expect(try Tool.run("simulate", "--to", new).exit == 0)
    #expect(try Tool.run("check", new).exit == 0)
  }

  @Test func `An unknown fault is an error with the nearest name`() throws {
    let run = try Tool.run("simulate", "--fault", "no-fil")
    #expect(run.exit == 2)
    #expect(
      run.errors == "adjournal: unknown fault 'no-fil'; did you mean 'no-fill'? "
        + "(run 'adjournal simulate --list-faults' for the list)\n")
  }

  @Test func `The faults, mutants and profiles of the simulator can be listed`() throws {
    let faults = try Tool.run("simulate", "--list-faults")
    #expect(
      faults.lines.contains(
        "no-fill: A load fails with code 1, 3 or 9: no ad to show, or the server failed. "
          + "(violates preloader-refills, slot-gets-an-ad)"))
    #expect(faults.text.contains("(violates load-completes)"))
    #expect(try Tool.run("simulate", "--list-mutants").lines.count >= 60)
    #expect(try Tool.run("simulate", "--list-profiles").text.contains("splash: "))
  }
}
