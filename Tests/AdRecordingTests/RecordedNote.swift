import AdRecording
import AdSession

/// A note whose text contains its number and has a length that depends on it.
struct RecordedNote: RecordedEvent {
  var number: Int
  var kind: EventKind { .note }

  var text: String {
    "note \(number) " + String(repeating: number % 7 == 0 ? "é\"\n" : "x", count: number * 37 % 91)
  }

  func write(to fields: inout FieldWriter) { fields.text(.text, text) }
}

/// The header of a session of a test.
struct RecordedHeader: RecordedEvent {
  var checksums = true
  var seals = true
  var kind: EventKind { .sessionBegan }

  func write(to fields: inout FieldWriter) {
    fields.text(.app, "com.example.app")
    fields.text(.appVersion, "1.0")
    fields.word(.build, .release)
    fields.text(.os, "iOS")
    fields.text(.osVersion, "19.0")
    fields.text(.sdk, "google-mobile-ads")
    fields.text(.sdkVersion, "12.9.0")
    fields.integer(.utcOffsetMin, 60)
    if checksums { fields.boolean(.checksums, true) }
    if seals { fields.boolean(.seals, true) }
  }
}

/// The end of a session of a test.
struct RecordedEnd: RecordedEvent {
  var kind: EventKind { .sessionEnded }
  func write(to fields: inout FieldWriter) { fields.word(.reason, .terminated) }
}
