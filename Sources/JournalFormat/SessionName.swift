/// The form of a session's name.
package enum SessionName {
  /// 1 to 64 of `A-Z a-z 0-9 . _ -`.
  package static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count >= 1, text.count <= 64 else { return false }
    let allowed = allowed
    var all: UInt8 = 1
    for byte in text { all &= allowed[Int(byte)] }
    return all == 1
  }

  package static func allows(_ byte: UInt8) -> Bool { allowed[Int(byte)] == 1 }

  /// One for every byte that a name may have, else zero.
  private nonisolated(unsafe) static let allowed: UnsafePointer<UInt8> = {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    let bytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8
    for byte in bytes { table[Int(byte)] = 1 }
    return UnsafePointer(table)
  }()
}
