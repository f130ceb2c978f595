internal import AdSession
internal import JSONLines

/// The addresses of stored properties.
///
/// Embedded Swift has no key paths, so `pointer(to:)` is not there.
extension UnsafeMutablePointer<OwnMemory.Contents> {
  @inline(__always)
  var headers: UnsafeMutablePointer<HeaderMemo> {
    withUnsafeMutablePointer(to: &pointee.headers) { $0 }
  }

  @inline(__always)
  var sessions: UnsafeMutablePointer<SessionMemo> {
    withUnsafeMutablePointer(to: &pointee.sessions) { $0 }
  }
}

/// What the pass over the writer's own lines remembers; each thread has one.
///
/// The contents lie where a pointer leads, so that reading a line checks nothing but the line.
final class OwnMemory {
  struct Contents {
    let layout = LineLayout.shared
    /// The layouts of all fields, with what came next.
    let fields: UnsafeMutablePointer<OwnField>
    var sessions = SessionMemo()
    var texts = TextMemo()
    var clock = OwnClock()
    var headers = HeaderMemo()
    /// Reads containers of which the event keeps nothing.
    let containers = ContainerScanner()
    /// A line with nothing in it, to begin with.
    let blank: UnsafeMutablePointer<ParsedLine>
  }

  let contents: UnsafeMutablePointer<Contents>

  init() {
    let layout = LineLayout.shared
    let fields = UnsafeMutablePointer<OwnField>.allocate(capacity: max(1, layout.fieldCount))
    fields.initialize(from: layout.fields, count: layout.fieldCount)
    contents = .allocate(capacity: 1)
    let blank = UnsafeMutablePointer<ParsedLine>.allocate(capacity: 1)
    blank.initialize(to: ParsedLine())
    contents.initialize(to: Contents(fields: fields, blank: blank))
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
