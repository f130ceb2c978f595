internal import CLogTables

extension PatternTable {
  /// The tables of the program, in the order of ``PatternSet``.
  ///
  /// A test parses each of them; a table with a fault would have no rows.
  static let builtIn: [PatternTable] = {
    var tables: [PatternTable] = []
    for number in 0..<log_table_count() {
      let table = log_table_at(number)
      if let parsed = try? PatternTable(bytes(of: table), named: String(cString: table.name)) {
        tables.append(parsed)
      }
    }
    return tables
  }()

  /// The text of a table of the program.
  static func bytes(of table: log_table) -> [UInt8] {
    (0..<Int(table.count)).map { table.bytes[$0] }
  }
}

extension PatternSet {
  /// The rows of the tables of the program.
  static let builtIn = PatternSet(PatternTable.builtIn)
}
