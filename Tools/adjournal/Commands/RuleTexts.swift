import AdRules
import AdSession
import Platform

/// The texts that rules of files compare with fields, and those that the audited sessions have.
///
/// A rule about a text that no session has is never violated: probably the text is misspelt.
final class RuleTexts: Sendable {
  /// A text of a rule and the path of its file.
  private struct Compared {
    let path: String
    let text: RuleFile.ComparedText
  }

  /// A field of events or of the header.
  private struct Source: Hashable {
    let field: FieldName
    let isOfHeader: Bool
  }

  /// The texts of one field that were seen, in the order in which they came.
  private struct Seen {
    var texts: [String] = []
    var known: Set<String> = []

    mutating func add(_ text: String) {
      // Enough to find the text that is meant.
      if known.count == 10_000 || !known.insert(text).inserted { return }
      texts.append(text)
    }
  }

  private let compared: [Compared]
  private let sources: [Source]
  /// The kinds of events that have the field of each source.
  private let kinds: [[EventKind]]
  private let seen: Lock<[Seen]>
  private let sessions = Lock<Int>(0)

  /// The texts of the rule files of a command line and its configuration, for these rules; nil if
  /// they compare no texts.
  init?(_ arguments: Arguments, rules: [Rule]) throws {
    let ids = Set(rules.map(\.id))
    var compared: [Compared] = []
    for path in CustomRules.paths(arguments) {
      for text in try CustomRules.content(of: path).texts where ids.contains(text.rule) {
        compared.append(Compared(path: path, text: text))
      }
    }
    if compared.isEmpty { return nil }
    self.compared = compared
    var sources: [Source] = []
    for text in compared.map({ Self.source(of: $0.text) }) where !sources.contains(text) {
      sources.append(text)
    }
    self.sources = sources
    kinds = sources.map { source in
      Vocabulary.entries.filter { $0.fields.contains { $0.name == source.field } }.map(\.kind)
    }
    seen = Lock(Array(repeating: Seen(), count: sources.count))
  }

  private static func source(of text: RuleFile.ComparedText) -> Source {
    Source(field: text.field, isOfHeader: text.isOfHeader)
  }

  /// Adds the texts of a session; any thread may call it.
  func add(_ trace: Trace) {
    let found = zip(sources, kinds).map { source, kinds in
      source.isOfHeader
        ? trace.header?.text(of: source.field).map { [$0] } ?? []
        : Self.texts(of: source.field, in: trace, kinds)
    }
    sessions.locked { $0 += 1 }
    seen.locked { seen in
      for (index, texts) in found.enumerated() { for text in texts { seen[index].add(text) } }
    }
  }

  private static func texts(
    of field: FieldName, in trace: Trace, _ kinds: [EventKind]
  ) -> [String] {
    var symbols: Set<Symbol> = []
    var texts: [String] = []
    for (index, event) in trace.events.enumerated() where kinds.contains(event.kind) {
      var symbol = event.text
      if event.kind.freeTexts.contains(field) {
        symbol = trace.freeTextSymbol(field, ofEvent: index)
      } else if case .symbol(let slot) = field.storage {
        symbol = event[slot]
      }
      if symbol.isPresent, symbols.insert(symbol).inserted {
        texts.append(trace.symbols.text(symbol))
      }
    }
    return texts
  }

  /// Prints the texts that no session has, with the nearest that one has.
  func printUnseen() {
    if sessions.locked({ $0 }) == 0 { return }
    let seen = seen.locked { $0 }
    for entry in compared {
      let source = Self.source(of: entry.text)
      guard let index = sources.firstIndex(of: source),
        !seen[index].known.contains(entry.text.text)
      else { continue }
      let (text, field) = (entry.text.text, entry.text.field.name)
      let note = UsageError(
        "\(entry.path):\(entry.text.line):\(entry.text.column): note: no session has the text "
          + "'\(text)' in '\(field)'", near: text, known: seen[index].texts)
      Terminal.printError(note.description)
    }
  }
}
