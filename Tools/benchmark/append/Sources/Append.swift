import Foundation

/// Appends events one way and prints, as JSON, what one append costs its caller.
///
///     append WAY FOLDER COUNT GAP THREADS
///
/// The gap is nanoseconds between the appends of all threads together; 0 for as fast as it goes.
@main
enum Append {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 6, let count = Int(arguments[3]), let gap = Int(arguments[4]),
      let threads = Int(arguments[5]), let way = way(arguments[1], arguments[2])
    else {
      print("append WAY FOLDER COUNT GAP THREADS")
      exit(2)
    }
    let run = Run(count: count / threads, gap: gap * threads, threads: threads)
    print(run.measure(way))
  }

  static func way(_ name: String, _ folder: String) -> (any Way)? {
    let file = folder + "/journal.jsonl"
    return switch name {
    case "recorder": RecorderWay(folder: folder, seals: false, checksums: false)
    case "recorder-checksums": RecorderWay(folder: folder, seals: false, checksums: true)
    case "recorder-seals": RecorderWay(folder: folder, seals: true, checksums: true)
    case "nothing": NothingWay()
    case "write": WriteWay(file: file)
    case "session": SessionWay(folder: folder, hashes: false)
    case "session-hash": SessionWay(folder: folder, hashes: true)
    case "foundation": FoundationWay(file: file, tellsTime: false)
    case "foundation-time": FoundationWay(file: file, tellsTime: true)
    default: nil
    }
  }
}

/// One way to append an event.
protocol Way: Sendable {
  /// Appends the event of a number; false where it was not taken.
  func append(_ number: Int) -> Bool
  /// Has everything written.
  func finish()
}

/// What the measurement itself costs.
struct NothingWay: Way {
  func append(_ number: Int) -> Bool { true }
  func finish() {}
}

/// The texts of the events: the same for all ways, made before.
enum Texts {
  static let requests = (0..<4096).map { "r-\(100_000 + $0)" }
  static let ads = (0..<4096).map { "a-\(100_000 + $0)" }
  static let unit = "ca-app-pub-3940256099942544/5575463023"
  static let adapter = "GADMAdapterGoogleAdMobAds"
  static let response = "5f1c0e6a0b7e4a529c113d8a5e0f7b21"
}

/// Calls of a way by some threads, each timed.
struct Run {
  let count: Int
  let gap: Int
  let threads: Int

  func measure(_ way: any Way) -> String {
    for number in 0..<1000 { _ = way.append(number) }
    usleep(20_000)
    let allocated = Allocations.count
    let began = Clock.now
    let times = Times(count: count * threads)
    let workers = (0..<threads).map { thread in
      let worker = Thread { work(thread, way, times) }
      worker.stackSize = 1 << 20
      worker.start()
      return worker
    }
    for worker in workers { while !worker.isFinished { usleep(500) } }
    way.finish()
    let seconds = Double(Clock.now - began) / 1e9
    let allocations = Allocations.count - allocated
    return times.report(seconds: seconds, allocations: allocations)
  }

  private func work(_ thread: Int, _ way: any Way, _ times: Times) {
    var due = Clock.now
    for index in 0..<count {
      let number = thread * count + index
      due += gap
      if gap > 0 { while Clock.now < due {} }
      var before = Clock.now
      while !way.append(number) {
        times.refuse(number)
        // As fast as it goes, what is refused is tried again.
        sched_yield()
        before = Clock.now
      }
      times.took(number, Clock.now - before)
    }
  }
}

enum Clock {
  @inline(__always)
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// Nanoseconds of each call; every thread has its own places.
final class Times: @unchecked Sendable {
  private let nanoseconds: UnsafeMutableBufferPointer<UInt32>
  private let refusals: UnsafeMutableBufferPointer<UInt32>

  init(count: Int) {
    nanoseconds = .allocate(capacity: count)
    nanoseconds.initialize(repeating: 0)
    refusals = .allocate(capacity: count)
    refusals.initialize(repeating: 0)
  }

  @inline(__always)
  func took(_ number: Int, _ time: Int) { nanoseconds[number] = UInt32(clamping: time) }

  func refuse(_ number: Int) { refusals[number] &+= 1 }

  func report(seconds: Double, allocations: Int) -> String {
    let sorted = nanoseconds.sorted()
    func at(_ share: Double) -> UInt32 {
      sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
    let refused = refusals.reduce(0) { $0 + Int($1) }
    return """
      {"p50":\(at(0.5)),"p99":\(at(0.99)),"p999":\(at(0.999)),"max":\(sorted.last ?? 0),\
      "per_second":\(Int(Double(sorted.count) / seconds)),"refused":\(refused),\
      "allocations":\(allocations)}
      """
  }
}

/// How often memory was asked for: known where `allocations.c` was loaded before the program.
enum Allocations {
  private static let counter: (@convention(c) () -> Int)? = {
    guard let symbol = dlsym(nil, "append_allocations") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
  }()

  static var count: Int { counter?() ?? 0 }
}
