import AdRecording
import Platform
import AdSession
import Foundation

/// A process that records, for tests that kill it, fill its disk or measure its memory.
///
///     RecorderChild write FOLDER SESSION DURABILITY COUNT   prints `SEQ THROUGH` after each flush
///     RecorderChild load FOLDER SESSION DURABILITY COUNT    the same with response ids
///     RecorderChild kill FOLDER SESSION DURABILITY CALL     kills itself before a system call
///     RecorderChild limit FOLDER SESSION BYTES              limits the size of files
///     RecorderChild weigh FOLDER SESSION COUNT              prints the memory used, in bytes
///     RecorderChild denied FOLDER SESSION DURABILITY COUNT  runs as `nobody` if possible; continues
///                                                           after a line of input
@main
enum RecorderChild {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 5 else { exit(2) }
    let number = arguments.last.flatMap { Int($0) } ?? 0
    var run = ChildRun(
      folder: arguments[2], session: arguments[3],
      durability: Durability(rawValue: arguments[4]) ?? .process)
    switch arguments[1] {
    case "write": run.write(number)
    case "load": run.load(number)
    case "kill":
      run.system = killing(before: number)
      run.write(40)
    case "limit":
      limitFiles(to: number)
      run.write(60)
    case "weigh": run.weigh(number)
    case "denied":
      if getuid() == 0 && !becomeNobody() { exit(3) }
      run.writeWhereDenied(number)
    default: exit(2)
    }
  }

  /// Drops the rights of root permanently, because permissions do not apply to root.
  static func becomeNobody() -> Bool {
    guard let nobody = getpwnam("nobody")?.pointee else { return false }
    return setgroups(0, nil) == 0 && setgid(nobody.pw_gid) == 0 && setuid(nobody.pw_uid) == 0
      && setuid(0) != 0
  }

  /// Limits the size of files in bytes; longer writes are cut off there.
  static func limitFiles(to bytes: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }

  /// System calls that kill this process after a number of calls.
  static func killing(before call: Int) -> SystemCalls {
    let calls = CallCount(left: call)
    let live = SystemCalls.live
    var system = live
    system.openFolder = {
      calls.next(); return live.openFolder($0)
    }
    system.makeFolder = {
      calls.next(); return live.makeFolder($0)
    }
    system.create = {
      calls.next(); return live.create($0, $1)
    }
    system.write = {
      calls.next(); return live.write($0, $1)
    }
    system.truncate = {
      calls.next(); return live.truncate($0, $1)
    }
    system.sync = {
      calls.next(); return live.sync($0, $1)
    }
    system.identity = {
      calls.next(); return live.identity($0)
    }
    system.close = {
      calls.next(); return live.close($0)
    }
    system.remove = {
      calls.next(); return live.remove($0, $1)
    }
    return system
  }

  /// Only the recorder's thread makes system calls.
  final class CallCount: @unchecked Sendable {
    private var left: Int

    init(left: Int) { self.left = left }

    func next() {
      if left == 0 { kill(getpid(), SIGKILL) }
      left -= 1
    }
  }
}
