internal import JournalFormat
internal import AdSession
internal import JSONLines

/// The fields of a record as a ``FieldWriter`` put them, read into an event of a trace.
struct FedFields {
  /// Bytes behind the last field that may be read.
  static let padding = 64

  private let bytes: UnsafeRawBufferPointer

  /// Takes a part of memory that has ``padding`` behind it.
  init(_ all: UnsafeRawBufferPointer, _ range: Range<Int>) {
    bytes = UnsafeRawBufferPointer(rebasing: all[range])
  }

  /// Sets what an event keeps of the fields; thresholds go to the trace, as those of its next event.
  func fill(_ event: inout Event, of trace: Trace) {
    var place = 0
    while place + 2 <= bytes.count, let name = FieldName(rawValue: bytes[place]),
      let form = FieldWriter.Form(rawValue: bytes[place + 1])
    {
      place += 2
      switch form {
      case .text, .json:
        let size = Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))
        let value = UnsafeRawBufferPointer(rebasing: bytes[(place + 2)..<(place + 2 + size)])
        if form == .text {
          set(name, value, &event, trace)
        } else {
          note(name, value, event, trace)
        }
        place += 2 + size
      case .integer:
        set(name, bytes.loadUnaligned(fromByteOffset: place, as: Int64.self), &event)
        place += 8
      case .number:
        set(name, bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), &event)
        place += 8
      case .yes, .no:
        if case .flag(let bit) = name.storage { event.setFlag(bit, form == .yes) }
      case .word:
        set(name, Word(rawValue: bytes[place]) ?? .unrecognised, &event)
        place += 1
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

  /// Thresholds are all that an event needs of a list or an object.
  private func note(
    _ name: FieldName, _ json: UnsafeRawBufferPointer, _ event: Event, _ trace: Trace
  ) {
    guard name == .policy, event.kind == .configChanged else { return }
    trace.policyChanges[trace.events.count] = PolicySetting.all(
      in: JSONValue(json, type: .object))
  }
}
