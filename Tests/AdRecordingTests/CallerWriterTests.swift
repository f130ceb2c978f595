import TestJournals
@testable import AdRecording
@testable import Platform
import AdSession
import Foundation
import Synchronization
import Testing

/// Recorders for which the system has no thread.
struct CallerWriterTests {
  /// The calls of the system, with threads only while the flag is set.
  private static func system(_ hasThreads: Flag) -> SystemCalls {
    var system = SystemCalls.live
    system.startThread = { body in hasThreads.isOn && SystemCalls.live.startThread(body) }
    let start = SystemCalls.live.now()
    // Ten times as fast, so that the pause between two attempts is short.
    system.now = { start + (SystemCalls.live.now() - start) * 10 }
    return system
  }

  private final class Flag: Sendable {
    private let state: Mutex<Bool>
    init(_ state: Bool) { self.state = Mutex(state) }
    var isOn: Bool {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  private static func recorder(
    _ folder: TemporaryFolder, _ durability: Durability, _ system: SystemCalls
  ) -> Recorder {
    var options = Recorder.Options(session: "s-1")
    options.durability = durability
    options.segmentBytes = 10_000
    return Recorder(folder: folder.path, session: "s-1", options: options, system: system)
  }

  @Test(arguments: Durability.allCases)
  func `without a thread the callers write, and every record is acknowledged`(
    durability: Durability
  ) throws {
    let folder = try TemporaryFolder()
    let recorder = Self.recorder(folder, durability, Self.system(Flag(false)))
    #expect(recorder.status.writesOnCallers)
    let header = recorder.record(RecordedHeader())
    #expect(recorder.flushAndWait(upTo: header).through >= header)
    for number in 0..<200 {
      let seq = recorder.record(RecordedNote(number: number))
      #expect(seq > 0)
      if number % 20 == 0 {
        #expect(recorder.flushAndWait(upTo: seq).isComplete)
        if durability != .memory {
          #expect(try Recovered(folder: folder.path).seqs.contains(seq))
        }
      }
    }
    let answer = recorder.closeAndWait()
    #expect(answer.isComplete && answer.lost == 0)
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.notes.count == 200 && recovered.damage == [])
    #expect(recovered.files.count > 2)
    #expect(recorder.record(RecordedNote(number: 0)) == 0)
  }

  @Test func `without a thread a record is written before the call returns`() throws {
    let folder = try TemporaryFolder()
    let recorder = Self.recorder(folder, .process, Self.system(Flag(false)))
    recorder.record(RecordedHeader())
    for number in 0..<20 {
      let seq = recorder.record(RecordedNote(number: number))
      #expect(recorder.status.acknowledged == seq)
      #expect(try Recovered(folder: folder.path).seqs.contains(seq))
    }
    recorder.closeAndWait()
  }

  @Test func `without a thread many callers record, flush and rotate at once`() async throws {
    let folder = try TemporaryFolder()
    let recorder = Self.recorder(folder, .process, Self.system(Flag(false)))
    recorder.record(RecordedHeader())
    let dropped = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        group.addTask {
          (thread * 500..<(thread + 1) * 500).count { number in
            if number % 100 == 0 { recorder.rotate() }
            if number % 50 == 0 { _ = recorder.flushAndWait() }
            return recorder.record(RecordedNote(number: number)) == 0
          }
        }
      }
      return await group.reduce(0, +)
    }
    let answer = await recorder.close()
    #expect(answer.isComplete && answer.lost == Int64(dropped))
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.notes.count == 2000 - dropped && recovered.damage == [])
  }

  @Test func `a thread takes over as soon as the system has one`() async throws {
    let folder = try TemporaryFolder()
    let hasThreads = Flag(false)
    let recorder = Self.recorder(folder, .durable, Self.system(hasThreads))
    recorder.record(RecordedHeader())
    #expect(recorder.flushAndWait().isComplete && recorder.status.writesOnCallers)
    hasThreads.isOn = true
    var number = 0
    while recorder.status.writesOnCallers, number < 10_000 {
      recorder.record(RecordedNote(number: number))
      number += 1
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(!recorder.status.writesOnCallers)
    for _ in 0..<100 {
      recorder.record(RecordedNote(number: number))
      number += 1
    }
    #expect(await recorder.close().isComplete)
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.notes.count == number && recovered.damage == [])
  }

  @Test func `without a thread and with a full disk the loss is reported and counted`() throws {
    let folder = try TemporaryFolder()
    let isFull = Flag(true)
    var system = Self.system(Flag(false))
    system.write = { file, bytes in isFull.isOn ? -Int(ENOSPC) : SystemCalls.live.write(file, bytes)
    }
    var options = Recorder.Options(session: "s-1")
    options.queueBytes = 16 << 10
    let recorder = Recorder(
      folder: folder.path, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader())
    let dropped = (0..<500).count { recorder.record(RecordedNote(number: $0)) == 0 }
    #expect(dropped > 100 && recorder.status.degradation?.cause == .write)
    isFull.isOn = false
    let answer = recorder.closeAndWait()
    #expect(answer.isComplete && answer.lost == Int64(dropped))
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.notes.count == 500 - dropped && recovered.damage == [])
    #expect(recovered.gapRecords.map(\.dropped) == [Int64(dropped)])
    #expect(recovered.gapRecords.map(\.reason) == ["disk_full"])
  }

  @Test func `under the policy memory a caller that makes room waits until the queue is written`()
    throws
  {
    let folder = try TemporaryFolder()
    let isFull = Flag(true)
    var system = Self.system(Flag(false))
    system.write = { file, bytes in isFull.isOn ? -Int(ENOSPC) : SystemCalls.live.write(file, bytes)
    }
    var options = Recorder.Options(session: "s-1")
    options.durability = .memory
    options.queueBytes = 16 << 10
    let recorder = Recorder(
      folder: folder.path, session: "s-1", options: options, system: system)
    recorder.record(RecordedHeader())
    var count = 0
    while recorder.offer(RecordedNote(number: count)) > 0 { count += 1 }
    isFull.isOn = false
    recorder.makeRoomAndWait()
    #expect(recorder.offer(RecordedNote(number: count)) > 0)
    #expect(recorder.closeAndWait().lost == 0)
    let recovered = try Recovered(folder: folder.path)
    #expect(recovered.notes.count == count + 1 && recovered.damage == [])
  }

  @Test func `a recorder without a thread that is released writes its records`() throws {
    let folder = try TemporaryFolder()
    do {
      let recorder = Self.recorder(folder, .memory, Self.system(Flag(false)))
      recorder.record(RecordedHeader())
      recorder.record(RecordedNote(number: 1))
    }
    #expect(try Recovered(folder: folder.path).seqs == [1, 2, 3])
  }
}
