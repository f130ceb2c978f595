/// The identity of the memory of an array; arrays with the same identity are equal.
struct MemoryIdentity: Equatable, Sendable {
  fileprivate let address: UInt
}

extension Array {
  /// The identity of its memory, read without counting a reference.
  var memoryIdentity: MemoryIdentity {
    withUnsafeBufferPointer { MemoryIdentity(address: UInt(bitPattern: $0.baseAddress)) }
  }
}

extension Array {
  /// Changes one element for each of the others, in order, without checks in between.
  @inline(__always)
  mutating func updateInPlace<Other>(with others: [Other], _ body: (inout Element, Other) -> Void) {
    precondition(others.count <= count)
    others.withUnsafeBufferPointer { others in
      withUnsafeMutableBufferPointer { elements in
        for index in others.indices { body(&elements[index], others[index]) }
      }
    }
  }
}
