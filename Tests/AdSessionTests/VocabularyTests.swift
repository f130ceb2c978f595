import AdSession
import Foundation
import Testing

@Suite struct `The vocabulary` {
  @Test func `the vocabulary has every row of vocabulary.tsv in order`() throws {
    let rows = try Contract.rows("vocabulary.tsv").filter { !$0[0].isEmpty }
    #expect(Self.lines == rows.map { $0[0...6].joined(separator: "|") })
  }

  /// The entries in the layout of the table, without the columns `storage` and `meaning`.
  private static var lines: [String] {
    Vocabulary.entries.flatMap { entry in
      ["\(entry.name)|\(entry.eventClass.name)|\(entry.origin.rawValue)||||"]
        + entry.fields.map { field in
          let values = field.values.compactMap(\.text).joined(separator: "|")
          let required = field.isRequired ? "yes" : "no"
          let name = "\(entry.name)|\(entry.eventClass.name)||\(field.name.name)"
          return "\(name)|\(field.type.rawValue)|\(required)|\(values)"
        }
    }
  }

  @Test func `every event kind is found by its name`() {
    for kind in EventKind.allCases where kind != .unknown {
      #expect(Vocabulary.kind(named: kind.name) == kind)
    }
    #expect(Vocabulary.kind(named: "ad.teleported") == .unknown)
  }

  @Test func `every listed value is found by its text`() {
    for word in Word.allCases {
      guard let text = word.text else { continue }
      #expect(Word.named(text) == word)
    }
    #expect(Word.named("sideways") == .unrecognised)
  }

  @Test func `no two fields of a kind share a slot`() {
    for entry in Vocabulary.entries {
      let slots = entry.fields.map(\.name.storage).filter { $0 != .line && $0 != .header }
      for (index, slot) in slots.enumerated() {
        #expect(!slots[..<index].contains(slot), "\(entry.name): \(slots)")
      }
      // An amount is the first number.
      #expect(!slots.contains(.amount) || !slots.contains(.number(.first)), "\(entry.name)")
    }
  }

  @Test func `the kinds begin with the unknown kind and the class session`() {
    for kind in EventKind.allCases {
      let belongs = kind == .unknown || kind.eventClass == .session
      #expect(kind.isUnknownOrOfSession == belongs, "\(kind)")
    }
  }

  @Test func `the listed values begin with the formats, full-screen formats first`() {
    let first = Word.allCases.dropFirst().prefix(Word.formats.count)
    #expect(Array(first) == Word.formats)
    #expect(Word.formats.map(\.isFullScreen) == [true, true, true, true, false, false])
  }

  @Test func `each field is stored under its own name`() {
    var event = Event(.adShowDecided)
    event.reason = .dailyCap
    event.outcome = .skip
    event.trigger = .launch
    event.remaining = 0
    #expect(event.reason == .dailyCap && event.outcome == .skip && event.trigger == .launch)
    #expect(event.remaining == 0)
    event.remaining = nil
    #expect(event.remaining == nil)
  }

  @Test func `an absent truth value differs from false`() {
    var event = Event(.adFitChecked)
    #expect(event.fits == nil)
    event.fits = false
    #expect(event.fits == false)
    event.fits = true
    #expect(event.fits == true)
    event.fits = nil
    #expect(event.fits == nil)
  }
}

@Suite struct `The storage of an event` {
  /// The only file that may name the stored properties behind the slots.
  private static let owner = "Sources/AdVocabulary/Event.swift"

  @Test func `the storage of an event is not named outside Event.swift`() throws {
    let files = try ["Sources", "Tests", "Tools"].flatMap(SourceTree.swift)
    let offenders = files.filter { file in
      guard file.path != Self.owner, file.name != "VocabularyTests.swift" else { return false }
      return file.text.contains(/\b(word[ABC]|number[AB])\b/)
    }.map(\.path)
    #expect(offenders.isEmpty, "use the property with the name of the field: \(offenders)")
  }
}
