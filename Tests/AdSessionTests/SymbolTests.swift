import AdSession
import Testing

@Suite struct `Symbols` {
  @Test func `are equal for equal texts, and give them back`() {
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

  @Test func `of an empty text differ from an absent one`() {
    var table = SymbolTable()
    #expect(table.intern("") != .absent)
    #expect(table.text(.absent) == "")
    #expect(table.text(Symbol(id: 99)) == "")
  }

  @Test func `start over when the table is emptied`() {
    var table = SymbolTable()
    let first = table.intern("r-1")
    table.removeAll()
    #expect(table.symbol(of: "r-1") == nil)
    #expect(table.intern("r-2") == first)
  }
}
