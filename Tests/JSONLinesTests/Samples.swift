import JSONLines

/// Lines of a journal, and functions that scan a text.
enum Samples {
  static let lines: [String] = [
    #"{"v":1,"session":"s-1","seq":1,"t":0,"wall":"2026-11-20T09:15:02.123Z","event":"session.began","#
      + #""app":"com.example.game","utc_offset_min":-330,"multi_scene":false,"captures":["load","present"],"#
      + #""policy":{"max_age_s":14400,"ratio":0.5},"redacted":[]}"#,
    #"{"v":1,"session":"s-1","seq":17,"t":15123,"wall":"2026-11-20T09:15:17.246Z","event":"ad.loaded","#
      + #""unit":"ca-app-pub-1/2","format":"interstitial","request":"r-9","ad":"a-9","latency_ms":1.25e3,"#
      + #""waterfall":[{"adapter":"x","ms":12},{"adapter":"y","ms":null}],"crc":"00c0ffee"}"#,
    #"{"v":1,"session":"s-1","seq":18,"t":15124,"event":"note","text":"caf\u00e9 \ud83d\ude00 \"q\" \\ \n é 日本 😀"}"#,
    #" { "seq" : -0 , "extras" : { "a" : [ ] , "b" : { } , "c" : [ [ 1 , 2.5E-3 ] , true ] } } "#
      + "\r",
  ]

  /// Fragments whose insertion often makes a line invalid.
  static let fragments: [String] = [
    "\"", "\\", "\\u", "\\ud800", "\\udc00", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e",
    "1e5",
    "true", "null", "\u{0}", "\n", "\r", "\t", " ", "\u{7F}", "é", "😀", "\"seq\":1,", "\"a\":1,",
    "\"\\u0061\":2,", "{\"a\":{},\"a\":[]}", "\u{1F}",
  ]
}

/// Returns the fault of a text.
func fault(_ text: String) -> JSONFault? {
  fault(Array(text.utf8))
}

func fault(_ bytes: [UInt8]) -> JSONFault? {
  var scanner = LineScanner()
  return scanner.scan(bytes: bytes)
}

/// Returns the fault of a line that is followed by given bytes in memory.
func fault(_ bytes: [UInt8], followedBy next: [UInt8], _ scanner: inout LineScanner) -> JSONFault? {
  var memory = bytes
  while memory.count < bytes.count + Limits.padding { memory += next }
  return memory.withUnsafeBytes {
    scanner.scan(UnsafeRawBufferPointer(rebasing: $0[..<bytes.count]))
  }
}

extension String {
  /// Calls a function with the UTF-8 bytes, without padding.
  func bytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Array(utf8).withUnsafeBytes(body)
  }
}

/// A pseudorandom number generator (SplitMix64); the same seed gives the same numbers.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
