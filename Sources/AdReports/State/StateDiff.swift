internal import JSONLines

/// The differences between two states of a session (``StateJSON``).
package enum StateDiff {
  /// A value that differs.
  package struct Change: Equatable, Sendable {
    /// Where the value is: `slots[a/b].in_flight[0]`.
    package var path: String
    /// The value before as JSON; nil if it is new.
    package var before: String?
    /// The value after as JSON; nil if it is gone.
    package var after: String?
  }

  /// The values that differ, in the order of the states; new ones come last.
  ///
  /// Equal parts are only compared as bytes: O(bytes of both).
  package static func changes(_ one: [UInt8], _ other: [UInt8]) -> [Change] {
    var changes: [Change] = []
    ByteView.with(one) { one in
      ByteView.with(other) { other in
        compare(
          "", JSONValue(one.raw, type: .object), JSONValue(other.raw, type: .object), &changes)
      }
    }
    return changes.filter { $0.before != nil } + changes.filter { $0.before == nil }
  }

  /// Two lines for each changed value: `- app.phase: "active"` and `+ app.phase: "background"`.
  package static func lines(_ one: [UInt8], _ other: [UInt8]) -> [String] {
    changes(one, other).flatMap { change in
      [
        change.before.map { "- \(change.path): \($0)" },
        change.after.map { "+ \(change.path): \($0)" },
      ].compactMap { $0 }
    }
  }

  private static func compare(
    _ path: String, _ one: JSONValue?, _ other: JSONValue?, _ changes: inout [Change]
  ) {
    if let one, let other, areEqual(one, other) { return }
    if isSingle(one) || isSingle(other) || one != nil && other != nil && one?.type != other?.type {
      return add(path, one, other, &changes)
    }
    var (parts, others) = (parts(one), parts(other))
    let equal = zip(parts, others).prefix { $0.key == $1.key && areEqual($0.value, $1.value) }.count
    parts.removeFirst(equal)
    others.removeFirst(equal)
    if parts.count == others.count {
      while let part = parts.last, let other = others.last, areEqual(part.value, other.value) {
        parts.removeLast()
        others.removeLast()
      }
    }
    var left = named(others, path, from: equal)
    for (name, value) in named(parts, path, from: equal) {
      let match = left.firstIndex { $0.path == name }
      compare(name, value, match.map { left.remove(at: $0).value }, &changes)
    }
    for (name, value) in left { compare(name, nil, value, &changes) }
  }

  private static func areEqual(_ one: JSONValue, _ other: JSONValue) -> Bool {
    one.type == other.type && one.bytes.elementsEqual(other.bytes)
  }

  private static func isSingle(_ value: JSONValue?) -> Bool {
    value.map { $0.type != .object && $0.type != .array } ?? false
  }

  /// Adds the change of a single value, or of a value whose type changes.
  private static func add(
    _ path: String, _ one: JSONValue?, _ other: JSONValue?, _ changes: inout [Change]
  ) {
    if let one, !isSingle(one) { compare(path, one, nil, &changes) }
    let (before, after) = (text(one), text(other))
    if before != nil || after != nil {
      changes.append(Change(path: path, before: before, after: after))
    }
    if let other, !isSingle(other) { compare(path, nil, other, &changes) }
  }

  /// A single value as JSON; nil for an object or an array.
  private static func text(_ value: JSONValue?) -> String? {
    guard let value, isSingle(value) else { return nil }
    let quote = value.type == .string ? "\"" : ""
    return quote + String(decoding: value.bytes, as: UTF8.self) + quote
  }

  /// The members of an object, or the elements of an array, whose keys are empty.
  private static func parts(_ value: JSONValue?) -> [(key: String, value: JSONValue)] {
    var parts: [(key: String, value: JSONValue)] = []
    value?.forEachMember { parts.append(($0.name, $0.value)) }
    value?.forEachElement { parts.append(("", $0)) }
    return parts
  }

  /// The parts of an object or array with their paths; the first one has this index.
  private static func named(
    _ parts: [(key: String, value: JSONValue)], _ path: String, from start: Int
  ) -> [(path: String, value: JSONValue)] {
    parts.enumerated().map { index, part in
      if !part.key.isEmpty { return (path.isEmpty ? part.key : "\(path).\(part.key)", part.value) }
      return ("\(path)[\(name(of: part.value) ?? String(start + index))]", part.value)
    }
  }

  /// The name of an element of a list: its ad, scene, unit or load.
  private static func name(of element: JSONValue) -> String? {
    var found: String?
    element.forEachMember { member in
      if found == nil, ["ad", "scene", "unit", "load"].contains(member.name) {
        found = member.value.string
      }
    }
    return found
  }
}
