internal import AdSession
internal import JSONLines

/// The addresses of stored properties.
///
/// Embedded Swift has no key paths, so `pointer(to:)` is not there.
extension Cell<CanonicalMemory.Contents> {
  @inline(__always)
  var sessions: UnsafeMutablePointer<SessionNameCache> {
    withUnsafeMutablePointer(to: &value.sessions) { $0 }
  }
}

/// The tables and caches of the pass for canonical lines; each thread has its own.
///
/// The contents have a fixed address, so that reading them needs no checks.
final class CanonicalMemory {
  struct Contents {
    let layout = LineLayout.shared
    /// The layouts of all fields, each with the field that followed it last.
    let fields: UnsafeMutablePointer<CanonicalField>
    var sessions = SessionNameCache()
    var texts = TextCache()
    var clock = CanonicalClock()
    /// Validates containers that the event does not store.
    let containers = ContainerScanner()
    /// An empty line, which initializes others.
    let blank: Cell<ParsedLine>
  }

  let contents: Cell<Contents>

  init() {
    let layout = LineLayout.shared
    let fields = UnsafeMutablePointer<CanonicalField>.allocate(capacity: max(1, layout.fieldCount))
    fields.initialize(from: layout.fields, count: layout.fieldCount)
    contents = Cell(Contents(fields: fields, blank: Cell(ParsedLine())))
  }

  deinit {
    contents.value.fields.deallocate()
    contents.value.blank.deallocate()
    contents.value.sessions.deallocate()
    contents.value.texts.deallocate()
    contents.value.clock.deallocate()
    contents.deallocate()
  }
}
