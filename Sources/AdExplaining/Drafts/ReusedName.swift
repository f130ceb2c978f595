internal import AdSession

/// A name that two records introduce, and the ways to assign the later records to the two.
struct ReusedName {
  private let name: Symbol
  private let kind: Name.Kind
  /// The index of the record that introduces the name again.
  private let again: Int

  init?(_ name: Symbol, in events: [Event]) {
    var seen: [Name.Kind] = []
    for (index, event) in events.enumerated() {
      for own in event.names where own.symbol == name && event.introduces(own.kind) {
        if seen.contains(own.kind) {
          self.name = name
          kind = own.kind
          again = index
          return
        }
        seen.append(own.kind)
      }
    }
    return nil
  }

  /// The session with the later records assigned in each way; the first way is that of the format.
  func sessions(_ plain: FilledSession, focus: Int?) -> [AssumedSession] {
    let index = focus.flatMap { plain.draft.index(ofOrigin: $0) }
    let line = plain.draft.events[again].line
    let text = plain.draft.symbols.text(name)
    let ways: [(String, (Int) -> Bool)] = [
      (
        "every later record with the name \(text) belongs to the second one (line \(line))",
        { _ in true }
      ),
      ("every later record with the name \(text) belongs to the first one", { _ in false }),
      ("only this record belongs to the second \(text) (line \(line))", { $0 == index }),
      (
        "every later record but this one belongs to the second \(text) (line \(line))",
        { $0 != index }
      ),
    ]
    return ways.map { fact, isSecond in
      AssumedSession(facts: [fact]) {
        FilledSession(
          renamed(plain.draft, isSecond), places: plain.places, lacksHeader: plain.lacksHeader)
      }
    }
  }

  /// The session with every later record assigned to the second of the two, as the format does.
  func renamed(_ draft: SessionDraft) -> SessionDraft { renamed(draft) { _ in true } }

  private func renamed(_ draft: SessionDraft, _ isSecond: (Int) -> Bool) -> SessionDraft {
    var draft = draft
    var text = draft.symbols.text(name) + "-second"
    while draft.symbols.symbol(of: text) != nil { text += "-second" }
    let second = draft.symbols.intern(text)
    for index in again..<draft.events.count where index == again || isSecond(index) {
      switch kind {
      case .ad: if draft.events[index].ad == name { draft.events[index].ad = second }
      case .request: if draft.events[index].request == name { draft.events[index].request = second }
      case .load: if draft.events[index].load == name { draft.events[index].load = second }
      case .window:
        let isWindow =
          draft.events[index].kind == .windowShown || draft.events[index].kind == .windowClosed
        if isWindow, draft.events[index].window == name { draft.events[index].window = second }
      }
    }
    draft.reusedNames.remove(name)
    return draft
  }
}

extension FilledSession {
  /// The session without reused names: every later record belongs to the last introduction.
  func withoutReusedNames(except kept: Symbol? = nil) -> FilledSession {
    var draft = draft
    for name in draft.reusedNames.sorted(by: { $0.id < $1.id }) where name != kept {
      // A name can be introduced more than twice.
      while let reused = ReusedName(name, in: draft.events) { draft = reused.renamed(draft) }
      draft.reusedNames.remove(name)
    }
    return FilledSession(draft, places: places, lacksHeader: lacksHeader)
  }
}
