import TestJournals
import AdReplay
import JournalInput
@testable import Platform
import AdSession
import Testing

struct SessionNameTests {
  /// With `#2` for a second session of the name, and without a text that was asked for before.
  @Test func `the hash of a session is that of the name in its lines`() {
    for name in ["s", "s-123456", "s-1234567", String(repeating: "n", count: 64)] {
      var again = Lines(session: name)
      again.begin(t: 5)
      let bytes = Lines.sample(session: name).bytes + again.bytes
      let readings = Journal.read(bytes: bytes)
      let hash = Array(name.utf8).withUnsafeBytes(SymbolTable.hash)
      #expect(readings.map(\.trace.nameHash) == [hash, hash])
      #expect(readings.map(\.id) == [name, name + "#2"])
      #expect(readings.map(\.trace.nameHash) == [hash, hash])
    }
  }
}
