import AdSession
import Testing

@Suite struct `Symbols` {
  @Test func `equal texts have equal symbols, which return them`() {
    var table = SymbolTable()
    let names = (0..<5000).map { "ad-\($0 % 1250)-\(String(repeating: "x", count: $0 % 40))" }
    var known: [String: Symbol] = [:]
    for name in names {
      let symbol = table.intern(name)
      #expect(symbol.isPresent)
      #expect(known[name] ?? symbol == symbol)
      known[name] = symbol
    }
    #expect(Set(known.values).count == known.count)
    for (name, symbol) in known { #expect(table.text(symbol) == name) }
    #expect(table.count == known.count + 1)
  }

  @Test func `the symbol of an empty text is not the absent symbol`() {
    var table = SymbolTable()
    #expect(table.intern("") != .absent)
    #expect(table.text(.absent) == "")
    #expect(table.text(Symbol(id: 99)) == "")
  }

  @Test func `symbols in unchecked memory equal those of a dictionary`() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var state = seed
    func below(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33 % limit
    }
    var memory = SymbolMemory()
    for round in 0..<20 {
      var known: [[UInt8]: Symbol] = [:]
      for _ in 0..<(round * 40) {
        // Few letters, so that texts are often equal, or differ in one place.
        let text = (0..<below(28)).map { _ in UInt8(97 + below(2) * below(2)) }
        let padded = text + (0..<8).map { _ in UInt8(below(256)) }
        let symbol = padded.withUnsafeBytes { bytes in
          let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<text.count])
          return bytes.baseAddress.map {
            memory.intern(padded: $0, bytes.count, hash: SymbolTable.hash(bytes))
          }
        }
        #expect(symbol == known[text] ?? Symbol(id: UInt32(known.count + 1)), "seed \(seed)")
        known[text] = symbol
      }
      #expect(memory.count == known.count + 1, "seed \(seed)")
      for (text, symbol) in known.sorted(by: { $0.value.id < $1.value.id }) {
        #expect(Array(memory.text(Int(symbol.id))) == text, "seed \(seed)")
      }
      memory.removeAll()
      #expect(memory.count == 1)
    }
  }

  @Test func `a copy of a table returns its symbols and adds new ones independently`() {
    var table = SymbolTable()
    let first = table.intern("r-1")
    var copy = table
    let second = copy.intern("r-2")
    #expect(table.count == 2 && copy.count == 3)
    #expect(table.text(second) == "" && copy.text(first) == "r-1" && copy.text(second) == "r-2")
    let told = tellingTable(texts: copy.texts.bytes, ends: copy.texts.ends)
    #expect(told.text(first) == "r-1" && told.text(second) == "r-2" && told.count == 3)
    #expect(tellingTable(texts: [1, 2], ends: [0, 9]).count == 1)
    #expect(tellingTable(texts: [1, 2], ends: [0, 2, 1]).count == 1)
    #expect(tellingTable(texts: [1, 2], ends: [1, 2]).count == 1)
    #expect(tellingTable(texts: [], ends: []).count == 1)
  }

  private func tellingTable(texts: [UInt8], ends: [UInt32]) -> SymbolTable {
    SymbolTable(byteCount: texts.count, count: ends.count) {
      $0.copyBytes(from: texts)
      _ = $1.update(from: ends)
    }
  }

  @Test func `a read-only table has its symbols when further texts are added`() {
    var whole = SymbolTable()
    let texts = (1...300).map { "name-\($0)" }
    for text in texts { _ = whole.intern(text) }
    var told = tellingTable(texts: whole.texts.bytes, ends: whole.texts.ends)
    #expect(told.symbol(of: texts[0]) == nil)
    let last = told.intern("another")
    #expect(told.count == 302 && told.text(last) == "another")
    #expect(texts.allSatisfy { told.symbol(of: $0) == whole.symbol(of: $0) })
  }

  @Test func `a table that cannot be filled stays empty`() {
    struct Gone: Error {}
    #expect(throws: Gone.self) {
      try SymbolTable(byteCount: 2, count: 2) { _, _ throws(Gone) in throw Gone() }
    }
  }

  @Test func `an emptied table numbers its symbols from the start`() {
    var table = SymbolTable()
    let first = table.intern("r-1")
    table.removeAll()
    #expect(table.symbol(of: "r-1") == nil)
    #expect(table.intern("r-2") == first)
  }
}
