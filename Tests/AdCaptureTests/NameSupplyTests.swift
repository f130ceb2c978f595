import AdCapture
import Testing

struct NameSupplyTests {
  @Test func `names are numbered separately for each kind`() {
    var names = NameSupply()
    #expect(
      [names.next(.request), names.next(.ad), names.next(.request)] == ["r-1", "a-1", "r-2"])
  }
}
