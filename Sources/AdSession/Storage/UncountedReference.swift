/// A reference that does not keep its object alive; the owner of the object outlives it.
@usableFromInline
package struct UncountedReference<Object: AnyObject> {
  @usableFromInline let object: Unmanaged<Object>

  /// Refers to an object.
  @inlinable
  package init(_ object: Object) { self.object = .passUnretained(object) }

  /// Calls `body` with the object, without counting a reference.
  @inlinable @inline(__always)
  package func with<Result>(_ body: (Object) -> Result) -> Result {
    object._withUnsafeGuaranteedRef { body($0) }
  }
}
