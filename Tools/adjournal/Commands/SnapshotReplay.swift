import AdJournal
import AdReport

/// A replay with `--snapshots`.
struct SnapshotReplay {
  private let snapshots: ReplaySnapshots
  private let path: String

  /// Nil where no snapshots are asked for, or none can be had.
  init?(_ arguments: Arguments) throws {
    guard !arguments.has("--every"), let folder = try arguments.snapshotFolder() else { return nil }
    guard let purpose = arguments.snapshotPurpose(nil, "") else {
      Terminal.complain("no snapshots: the program cannot read its own file")
      return nil
    }
    path = arguments.operands[0]
    snapshots = ReplaySnapshots(folder: folder, purpose: purpose, jobs: Cores.count)
  }

  /// Reads a file that has no snapshot, and keeps what was read.
  func read() throws -> JournalContents {
    let reader = snapshots.noting(JournalReader(jobs: 1))
    let contents = try JournalContents(path, keeping: .all, reader: reader)
    snapshots.keep(contents.sessions, of: path, findings: contents.findings)
    return contents
  }

  /// Tells what the options ask for; nil where the file has no snapshot that holds.
  ///
  /// All of it is made while the bytes of the file are compared, and told when they are equal.
  func write(_ arguments: Arguments, _ terminal: inout Terminal) throws -> ExitCode? {
    guard let contents = snapshots.contents(of: path) else { return nil }
    #if canImport(Glibc)
      LargePages.prepare()
    #endif
    let made = Result {
      let ids = contents.sessions.map(\.id)
      let choice = try JournalContents.choice(of: arguments.value("--session"), among: ids, path)
      var replay = Replay(session: contents.sessions[choice.place].replay)
      let output = try replay.output(arguments, terminal.paint, isRead: terminal.isRead)
      return (output: output, notes: (choice.note.map { [$0] } ?? []) + replay.notes)
    }
    guard contents.hold() else { return nil }
    do {
      let (output, notes) = try made.get()
      notes.forEach(Terminal.complain)
      terminal.write(output)
    } catch is ReplaySnapshots.Broken {
      return nil
    }
    terminal.flush()
    JournalContents.complain(contents.findings, path)
    return contents.findings > 0 ? .damaged : .fine
  }
}
