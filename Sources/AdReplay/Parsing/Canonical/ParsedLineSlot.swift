internal import AdSession

extension ParsedLine {
  /// The offset of a stored property, so that a table can say where a value belongs.
  struct Slot {
    fileprivate let offset: UInt8

    /// The length of the line.
    static let length = Slot { line in
      withUnsafeMutablePointer(to: &line.value.length) { UnsafeMutableRawPointer($0) }
    }

    /// The `seq` of the event.
    static let seq = Slot { line in
      withUnsafeMutablePointer(to: &line.value.event.seq) { UnsafeMutableRawPointer($0) }
    }

    /// The `t` of the event.
    static let time = Slot { line in
      withUnsafeMutablePointer(to: &line.value.event.t) { UnsafeMutableRawPointer($0) }
    }

    /// A slot of the event at an offset in the event.
    init(eventOffset: Int) {
      let event = Slot { UnsafeMutableRawPointer($0.event) }
      offset = event.offset + UInt8(eventOffset)
    }

    private init(_ address: (Cell<ParsedLine>) -> UnsafeMutableRawPointer) {
      var line = ParsedLine()
      offset = withUnsafeMutablePointer(to: &line) { line in
        UInt8(address(Cell(address: line)) - UnsafeMutableRawPointer(line))
      }
    }
  }
}

extension Cell<ParsedLine> {
  /// Stores a number.
  @inline(__always)
  func store(_ number: Int64, at slot: ParsedLine.Slot) { storeBytes(number, at: slot) }

  /// Stores a symbol.
  @inline(__always)
  func store(_ symbol: Symbol, at slot: ParsedLine.Slot) { storeBytes(symbol, at: slot) }

  /// Stores a word.
  @inline(__always)
  func store(_ word: Word, at slot: ParsedLine.Slot) { storeBytes(word, at: slot) }

  @inline(__always)
  private func storeBytes<Stored>(_ stored: Stored, at slot: ParsedLine.Slot) {
    UnsafeMutableRawPointer(address).storeBytes(
      of: stored, toByteOffset: Int(slot.offset), as: Stored.self)
  }
}
