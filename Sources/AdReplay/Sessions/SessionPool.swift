package import AdSession

package typealias SessionPointer = Cell<OpenSession>

/// Memory of complete sessions, for reuse; sessions must be cleared before they are put back.
package typealias SessionPool = CellPool<OpenSession>

/// The memory that all inputs of a call share; one input at a time uses it.
package final class PoolBox {
  @exclusivity(unchecked) package var pool = SessionPool()
  let cache = BlockCache()

  package init() {}
}
