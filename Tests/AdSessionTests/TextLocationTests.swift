import AdSession
import Testing

struct TextLocationTests {
  @Test(arguments: [
    ("", 0, "1:1"), ("ab", 1, "1:2"), ("ab", 2, "1:3"), ("ab", 9, "1:3"), ("a\nb", 1, "1:2"),
    ("a\nb", 2, "2:1"), ("a\r\nb", 2, "1:2"), ("a\r\nb", 3, "2:1"), ("a\rb", 2, "2:1"),
    ("\n\n", 2, "3:1"), ("äb", 2, "1:2"), ("äb", 3, "1:3"), ("👍🏽x", 8, "1:3"),
  ])
  func `A location counts lines and characters from 1`(
    text: String, byte: Int, location: String
  ) {
    #expect(TextLocation(ofByte: byte, in: Array(text.utf8)).description == location)
  }
}
