import AdDecider
import AdManaging
import Foundation
import Testing

struct ShowStoreTests {
  private let path = NSTemporaryDirectory() + "adjournal-shows-\(UUID().uuidString)"

  @Test func `a show store returns the newest 512 shows, oldest first`() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = ShowStore.file(path)
    #expect(store.read().isEmpty)
    let shows = (0..<600).map { PastShow(wall: 1_795_000_000_000 + $0, day: 20_775 - $0 / 20) }
    store.write(shows)
    #expect(store.read() == Array(shows.suffix(512)))
    store.write([])
    #expect(store.read().isEmpty)
  }

  @Test func `a show store ignores invalid lines`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = "1795000000000 20775\n1795 \n\nx y\n1 2 3\n-5 -1\n99999999999999999999 1\n7"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    #expect(
      ShowStore.file(path).read() == [
        PastShow(wall: 1_795_000_000_000, day: 20_775), PastShow(wall: -5, day: -1),
      ])
  }

  @Test func `a show store keeps its file if it cannot be written`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = ShowStore.file(path)
    store.write([PastShow(wall: 1, day: 0)])
    try FileManager.default.createDirectory(
      atPath: path + "-new", withIntermediateDirectories: false)
    store.write([])
    try FileManager.default.removeItem(atPath: path + "-new")
    #expect(store.read() == [PastShow(wall: 1, day: 0)])
  }
}
