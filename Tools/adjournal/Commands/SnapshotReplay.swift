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

  /// Reads a file that has no snapshot for the session of an id, or the first one, and keeps what was
  /// read where its sessions are few.
  func read(_ id: String?) throws -> ChosenSession {
    let reader = snapshots.noting(.onAllCores)
    let chosen = try ChosenSession(
      id, of: path, andFirst: ReplaySnapshots.mostSessions, reader: reader)
    if let all = chosen.all, !all.isEmpty {
      snapshots.keep(all, of: path, findings: chosen.contents.findings)
    }
    return chosen
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
      let wanted = arguments.value("--session")
      let place = try ChosenSession.place(of: wanted, among: ids, path)
      let note = ChosenSession.note(on: wanted, among: ids, path)
      var replay = Replay(session: contents.sessions[place].replay)
      let output = try replay.output(arguments, terminal.paint, isRead: terminal.isRead)
      return (output: output, notes: (note.map { [$0] } ?? []) + replay.notes)
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
