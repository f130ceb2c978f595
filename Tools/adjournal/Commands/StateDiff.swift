import JSONLines

/// The differences between two states: one line per value, with its path.
enum StateDiff {
  /// Two lines for each changed value: `- app.phase: "active"` and `+ app.phase: "background"`.
  static func lines(_ one: String, _ other: String) -> [String] {
    let (before, after) = (values(one), values(other))
    var lines: [String] = []
    for (path, value) in before where after.byPath[path] != value {
      lines.append("- \(path): \(value)")
      if let new = after.byPath[path] { lines.append("+ \(path): \(new)") }
    }
    for (path, value) in after where before.byPath[path] == nil {
      lines.append("+ \(path): \(value)")
    }
    return lines
  }

  /// The values of a state with their paths, in order.
  struct Leaves: Sequence {
    var inOrder: [(path: String, value: String)] = []
    var byPath: [String: String] = [:]

    mutating func add(_ path: String, _ value: JSONValue) {
      let quote = value.type == .string ? "\"" : ""
      let text = quote + String(decoding: value.bytes, as: UTF8.self) + quote
      inOrder.append((path, text))
      byPath[path] = text
    }

    func makeIterator() -> IndexingIterator<[(path: String, value: String)]> {
      inOrder.makeIterator()
    }
  }

  private static func values(_ state: String) -> Leaves {
    var leaves = Leaves()
    let bytes = Array(state.utf8)
    bytes.withUnsafeBytes { collect("", JSONValue($0, type: .object), &leaves) }
    return leaves
  }

  private static func collect(_ path: String, _ value: JSONValue, _ leaves: inout Leaves) {
    switch value.type {
    case .object:
      value.forEachMember { member in
        collect(path.isEmpty ? member.name : "\(path).\(member.name)", member.value, &leaves)
      }
    case .array:
      var number = 0
      value.forEachElement { element in
        collect("\(path)[\(name(of: element) ?? String(number))]", element, &leaves)
        number += 1
      }
    default: leaves.add(path, value)
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
