internal import AdSession
internal import JSONLines

/// The addresses of stored properties.
///
/// Embedded Swift has no key paths, so `pointer(to:)` is not there.
extension UnsafeMutablePointer<CanonicalMemory.Contents> {
  @inline(__always)
  var headers: UnsafeMutablePointer<HeaderCache> {
    withUnsafeMutablePointer(to: &pointee.headers) { $0 }
  }

  @inline(__always)
  var sessions: UnsafeMutablePointer<SessionCache> {
    withUnsafeMutablePointer(to: &pointee.sessions) { $0 }
  }
}

/// What the pass over the writer's own lines remembers; each thread has one.
///
/// The contents lie where a pointer leads, so that reading a line checks nothing but the line.
final class CanonicalMemory {
  struct Contents {
    let layout = LineLayout.shared
    /// The layouts of all fields, with what came next.
    let fields: UnsafeMutablePointer<CanonicalField>
    var sessions = SessionCache()
    var texts = TextCache()
    var clock = CanonicalClock()
    var headers = HeaderCache()
    /// Reads containers of which the event keeps nothing.
    let containers = ContainerScanner()
    /// A line with nothing in it, to begin with.
    let blank: Cell<ParsedLine>
  }

  let contents: UnsafeMutablePointer<Contents>

  init() {
    let layout = LineLayout.shared
    let fields = UnsafeMutablePointer<CanonicalField>.allocate(capacity: max(1, layout.fieldCount))
    fields.initialize(from: layout.fields, count: layout.fieldCount)
    contents = .allocate(capacity: 1)
    contents.initialize(to: Contents(fields: fields, blank: Cell(ParsedLine())))
  }

  deinit {
    contents.pointee.fields.deallocate()
    contents.pointee.blank.deallocate()
    contents.pointee.sessions.deallocate()
    contents.pointee.texts.deallocate()
    contents.pointee.clock.deallocate()
    contents.pointee.headers.deallocate()
    contents.deinitialize(count: 1)
    contents.deallocate()
  }
}
