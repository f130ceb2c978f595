import Foundation
import Testing

struct ShowTests {
  @Test func `A timeline ends with the count of violations`() throws {
    let run = try Tool.run("show", Sample.unlock)
    #expect(run.exit == 0)
    #expect(run.lines.last == "the session ended; 1 violation")
  }

  @Test func `A threshold from --policy changes the violations in a timeline`() throws {
    let run = try Tool.run("show", "--policy", "app_open_max_age_s=10", Sample.unlock)
    #expect(run.text.contains("✗ error app-open-max-age: "))
  }

  @Test func `The timeline of a damaged journal exits 3 with a hint`() throws {
    let run = try Tool.run("show", Sample.gap)
    #expect(run.exit == 3)
    #expect(
      run.errors
        == "adjournal: \(Sample.gap): 1 damaged location; run 'adjournal check \(Sample.gap)' for "
        + "details\n")
  }
}
