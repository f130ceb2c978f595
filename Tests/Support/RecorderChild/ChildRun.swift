import AdRecording
import Platform
import AdSession
import Foundation

/// One recorder of the child process, and its output to the parent.
struct ChildRun {
  var folder: String
  var session: String
  var durability: Durability
  var system = SystemCalls.live

  private func recorder(segmentBytes: Int) -> Recorder {
    var options = Recorder.Options(session: session)
    options.durability = durability
    options.segmentBytes = segmentBytes
    let recorder = Recorder(folder: folder, session: session, options: options, system: system)
    recorder.record(header)
    return recorder
  }

  private var header: AnyRecordedEvent {
    AnyRecordedEvent(.sessionBegan) { fields in
      for name in [FieldName.app, .appVersion] { fields.text(name, "1") }
      fields.word(.build, .release)
      for name in [FieldName.os, .osVersion, .sdk, .sdkVersion] { fields.text(name, "1") }
      fields.integer(.utcOffsetMin, 0)
      fields.boolean(.checksums, true)
      fields.boolean(.seals, true)
    }
  }

  /// The text of a note, which contains its number and is unique.
  static func text(_ number: Int) -> String {
    "note \(number) " + String(repeating: "x", count: number * 37 % 91)
  }

  private static func note(_ number: Int) -> AnyRecordedEvent {
    AnyRecordedEvent(.note) { $0.text(.text, text(number)) }
  }

  /// Records notes from 1 on, and prints after every few how many are durable.
  func write(_ count: Int) {
    let recorder = recorder(segmentBytes: 8000)
    for number in 1...max(1, count) {
      let seq = recorder.record(Self.note(number))
      say("record \(seq) \(number)")
      if number % 3 == 0 { say("through \(recorder.flushAndWait().through)") }
    }
    let answer = recorder.closeAndWait()
    say("through \(answer.through)")
    say("end \(answer.isComplete)")
  }

  /// Records notes, prints their outcome, and tries again when the parent asks for it.
  func writeWhereDenied(_ count: Int) {
    let recorder = recorder(segmentBytes: 1 << 20)
    for number in 1...max(1, count) {
      say("record \(recorder.record(Self.note(number))) \(number)")
    }
    let answer = recorder.flushAndWait()
    say("through \(answer.through)")
    say("degraded \(answer.degradation?.description ?? "")")
    _ = readLine()
    let last = recorder.closeAndWait()
    say("through \(last.through)")
    say("end \(last.isComplete)")
  }

  /// Records events with a response id that contains "secret", as an app does.
  func load(_ count: Int) {
    let facts = SessionFacts(
      app: "1", appVersion: "1", build: .release, os: "1", osVersion: "1", sdk: "1", sdkVersion: "1"
    )
    let recorder = SessionRecorder(folder: folder, facts: facts, system: system) {
      $0.durability = durability
      $0.segmentBytes = 8000
    }
    for number in 1...max(1, count) {
      let seq = recorder.record(
        .adLoaded(
          unit: "u", format: .native, request: "r-\(number)", ad: "a-\(number)",
          response: "secret-\(number)"))
      say("record \(seq) \(number)")
      if number % 100 == 0 { say("through \(recorder.recorder.flushAndWait().through)") }
    }
    recorder.endAndWait()
  }

  /// Prints a line so that the parent receives it even if this process is killed right after.
  private func say(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { _ = Foundation.write(1, $0.baseAddress, $0.count) }
  }

  /// Records many events, with flushes in between so that none is dropped.
  func weigh(_ count: Int) {
    // The first measurement itself takes memory.
    _ = resident
    let before = resident
    let recorder = recorder(segmentBytes: 1 << 20)
    for number in 1...count {
      recorder.record(Self.note(number % 1000))
      if number % 500 == 0 { _ = recorder.flushAndWait() }
    }
    let answer = recorder.closeAndWait()
    say("memory \(resident - before) lost \(answer.lost) complete \(answer.isComplete)")
  }

  /// The private memory of this process in bytes, without its code.
  private var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}
