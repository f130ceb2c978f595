package import JSONLines

extension JSONWriter {
  /// Writes a key and a string.
  package mutating func field(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a key and a string, or nothing for nil.
  package mutating func field(_ name: StaticString, _ text: String?) {
    if let text { field(name, text) }
  }

  /// Writes a key and a string, or null.
  package mutating func optional(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  /// Writes a key and a whole number.
  package mutating func field(_ name: StaticString, _ value: some BinaryInteger) {
    key(name)
    integer(Int64(value))
  }

  /// Writes a key and a boolean.
  package mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// Writes a key and an object with the members that `write` adds.
  package mutating func object(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    key(name)
    object(write)
  }

  /// Writes an object with the members that `write` adds.
  package mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  /// Writes a key and an array with the elements that `write` adds.
  package mutating func array(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    key(name)
    beginArray()
    write(&self)
    endArray()
  }

  /// Writes a number, as an integer where it is whole.
  mutating func number(_ value: Double) {
    if value == value.rounded(), abs(value) < 9.0e15 {
      integer(Int64(value))
    } else {
      decimal(value)
    }
  }
}
