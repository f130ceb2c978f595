// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the package uses of CryptoKit.

@available(iOS 13.0, *)
public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

@available(iOS 13.0, *)
public struct SHA256: Sendable {
  public init() {}
  public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
  public func finalize() -> SHA256Digest { SHA256Digest() }
}
