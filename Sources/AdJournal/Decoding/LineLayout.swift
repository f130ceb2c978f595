internal import AdSession

/// One field as a writer of this format puts it: the bytes from the comma before its key to its
/// value, and what becomes of the value.
struct FieldLayout {
  /// The bytes `,"key":`, and the opening quote where a text follows, in words of eight.
  var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// Which bits of these words count.
  var mask: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// How many bytes these are; 0 for a field whose value only the general path reads.
  var count = 0
  var rule = FieldRule()
  /// The number of the key.
  var key: UInt8 = 0

  /// The most bytes that a layout compares.
  static let longest = 32

  /// Whether the field stands here; up to 32 bytes from here must be readable.
  @inline(__always)
  func stands(at place: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(place)
    let first = raw.loadUnaligned(as: UInt64.self) ^ bytes.0
    if first & mask.0 != 0 { return false }
    let second = (raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) ^ bytes.1) & mask.1
    let third = (raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self) ^ bytes.2) & mask.2
    if second | third != 0 { return false }
    if count <= 24 { return true }
    return (raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self) ^ bytes.3) & mask.3 == 0
  }
}

/// The layouts of the fields of every kind, in the vocabulary's order, made from it once.
struct LineLayout: @unchecked Sendable {
  static let shared = LineLayout()

  private let fields: UnsafeMutablePointer<FieldLayout>
  /// Where the fields of each kind end; kinds that only the general path reads have none.
  private let ends: UnsafeMutablePointer<Int>
  /// Whether the general path must read the kind.
  private let isGeneral: UnsafeMutablePointer<Bool>

  private init() {
    let kinds = EventKind.allCases.count
    var rows = [[FieldLayout]](repeating: [], count: kinds)
    isGeneral = .allocate(capacity: kinds)
    isGeneral.initialize(repeating: false, count: kinds)
    for kind in [EventKind.unknown, .sessionBegan, .configChanged] {
      isGeneral[Int(kind.rawValue)] = true
    }
    for entry in Vocabulary.entries {
      rows[Int(entry.kind.rawValue)] = entry.fields.map { FieldLayout($0, of: entry.kind) }
    }
    let all = rows.flatMap { $0 }
    fields = .allocate(capacity: max(1, all.count))
    fields.initialize(from: all, count: all.count)
    ends = .allocate(capacity: kinds)
    var end = 0
    for (kind, row) in rows.enumerated() {
      end += row.count
      (ends + kind).initialize(to: end)
    }
  }

  /// The fields of a kind; nil where only the general path can read it.
  @inline(__always)
  func fields(
    of kind: EventKind
  ) -> (next: UnsafePointer<FieldLayout>, end: UnsafePointer<FieldLayout>)? {
    let index = Int(kind.rawValue)
    if isGeneral[index] { return nil }
    let start = UnsafePointer(fields) + (index == 0 ? 0 : ends[index &- 1])
    return (start, UnsafePointer(fields) + ends[index])
  }
}

extension FieldLayout {
  fileprivate init(_ field: FieldEntry, of kind: EventKind) {
    key = field.name.rawValue
    rule =
      FieldTable.shared.rules[Int(kind.rawValue) * FieldTable.width + Int(field.name.rawValue)]
    let opening = rule.type == .string ? "\"" : ""
    let text = Array(",\"\(field.name.name)\":\(opening)".utf8)
    guard text.count <= Self.longest else { return }
    bytes = (
      Self.word(text, 0), Self.word(text, 8), Self.word(text, 16), Self.word(text, 24)
    )
    let ones = [UInt8](repeating: 0xFF, count: text.count)
    mask = (
      Self.word(ones, 0), Self.word(ones, 8), Self.word(ones, 16), Self.word(ones, 24)
    )
    count = text.count
  }

  /// Eight bytes in the order of memory; zero beyond the end.
  private static func word(_ text: [UInt8], _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { word in
      for index in 0..<8 where start + index < text.count { word[index] = text[start + index] }
    }
    return word
  }
}
