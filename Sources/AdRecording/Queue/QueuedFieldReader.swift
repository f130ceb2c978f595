internal import JournalFormat
internal import AdVocabulary
internal import JSONLines

/// Reads the fields that a ``FieldWriter`` wrote into an event of a trace.
struct QueuedFieldReader {
  /// The number of readable bytes that must follow the last field.
  static let padding = 64

  private let bytes: UnsafeRawBufferPointer

  /// Sets the fields of an event from a range of an array in which ``padding`` bytes follow it.
  ///
  /// Thresholds go to the trace, as those of its next event.
  static func fill(
    _ event: inout Event, of trace: Trace, from all: [UInt8], _ range: Range<Int>
  ) {
    all.withUnsafeBytes { all in
      QueuedFieldReader(bytes: UnsafeRawBufferPointer(rebasing: all[range])).fill(&event, trace)
    }
  }

  private func fill(_ event: inout Event, _ trace: Trace) {
    var offset = 0
    while offset + 2 <= bytes.count, let name = FieldName(rawValue: bytes[offset]),
      let form = FieldWriter.Form(rawValue: bytes[offset + 1])
    {
      offset += 2
      switch form {
      case .text, .json:
        let size = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        let value = UnsafeRawBufferPointer(rebasing: bytes[(offset + 2)..<(offset + 2 + size)])
        if form == .text {
          set(name, value, &event, trace)
        } else {
          note(name, value, event, trace)
        }
        offset += 2 + size
      case .integer:
        set(name, bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self), &event)
        offset += 8
      case .number:
        set(name, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), &event)
        offset += 8
      case .yes, .no:
        if case .flag(let bit) = name.storage { event.setFlag(bit, form == .yes) }
      case .word:
        set(name, Word(rawValue: bytes[offset]) ?? .unrecognised, &event)
        offset += 1
      }
    }
  }

  private func set(
    _ name: FieldName, _ text: UnsafeRawBufferPointer, _ event: inout Event, _ trace: Trace
  ) {
    switch name.storage {
    case .symbol(let slot): event[slot] = trace.symbols.intern(text)
    case .word: set(name, Word.named(String(decoding: text, as: UTF8.self)), &event)
    default: break
    }
  }

  private func set(_ name: FieldName, _ word: Word, _ event: inout Event) {
    if case .word(let slot) = name.storage { event[slot] = word }
  }

  private func set(_ name: FieldName, _ number: Int64, _ event: inout Event) {
    switch name.storage {
    case .number(let slot): event[slot] = number
    case .amount: event.amount = Double(number)
    default: break
    }
  }

  private func set(_ name: FieldName, _ bits: UInt64, _ event: inout Event) {
    if case .amount = name.storage { event.amount = Double(bitPattern: bits) }
  }

  /// Keeps thresholds; an event stores no other list or object.
  private func note(
    _ name: FieldName, _ json: UnsafeRawBufferPointer, _ event: Event, _ trace: Trace
  ) {
    guard name == .policy, event.kind == .configChanged else { return }
    trace.policyChanges[trace.events.count] = PolicySetting.all(
      in: JSONValue(json, type: .object))
  }
}
