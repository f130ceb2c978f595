internal import Foundation

/// Keeps recorders alive as long as the objects that call them, which refer to them weakly.
public enum Lifetime: Sendable {
  private static let lock = NSLock()

  /// Adds a recorder to those of an object; recorders of other sessions stay and forward calls.
  private static func all(_ recorders: [AnyObject], and recorder: AnyObject) -> [AnyObject] {
    recorders.contains { $0 === recorder } ? recorders : recorders + [recorder]
  }

  #if canImport(ObjectiveC)
    nonisolated(unsafe) private static var key: UInt8 = 0

    /// Keeps a recorder alive as long as an object.
    public static func keep(_ recorder: AnyObject, with object: AnyObject) {
      lock.withLock {
        let recorders = objc_getAssociatedObject(object, &key) as? [AnyObject] ?? []
        objc_setAssociatedObject(
          object, &key, all(recorders, and: recorder), .OBJC_ASSOCIATION_RETAIN)
      }
    }
  #else
    private struct Attachment {
      weak var object: AnyObject?
      var recorders: [AnyObject]
    }

    nonisolated(unsafe) private static var attachments: [ObjectIdentifier: Attachment] = [:]

    /// Keeps a recorder alive as long as an object.
    public static func keep(_ recorder: AnyObject, with object: AnyObject) {
      releaseOrphans()
      lock.withLock {
        let recorders = attachments[ObjectIdentifier(object)]?.recorders ?? []
        attachments[ObjectIdentifier(object)] = Attachment(
          object: object, recorders: all(recorders, and: recorder))
      }
    }

    /// Releases the recorders of objects that no longer exist.
    package static func releaseOrphans() {
      let gone = lock.withLock { () -> [Attachment] in
        let gone = attachments.filter { $0.value.object == nil }
        for key in gone.keys { attachments[key] = nil }
        return Array(gone.values)
      }
      withExtendedLifetime(gone) {}
    }
  #endif
}
