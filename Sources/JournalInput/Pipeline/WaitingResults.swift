internal import AdReplay
internal import Platform

/// The number of a result in ``WaitingResults``.
@usableFromInline
struct ResultNumber: Sendable {
  @usableFromInline let value: UInt32

  @inlinable
  init(_ value: Int) { self.value = UInt32(truncatingIfNeeded: value) }
}

/// Results of any type, which wait under a number until they are delivered.
///
/// The queue in between handles numbers only. The code for the type of the result is compiled in
/// the module that asks for it, where it is about ten times as fast as generic code.
@usableFromInline
final class WaitingResults<Result>: @unchecked Sendable {
  @usableFromInline let lock = ResultLock()
  /// The results in pieces that never move; nil for a number that is free.
  @usableFromInline @exclusivity(unchecked) var pieces: [[Result?]] = []
  @usableFromInline @exclusivity(unchecked) var free: [UInt32] = []
  @usableFromInline @exclusivity(unchecked) var count = 0

  @inlinable static var pieceSize: Int { 4096 }

  @inlinable
  init() {}

  /// Stores a result and returns its number.
  @inlinable
  func put(_ result: Result) -> ResultNumber {
    lock.lock()
    defer { lock.unlock() }
    if let number = free.popLast() {
      pieces[Int(number) / Self.pieceSize][Int(number) % Self.pieceSize] = result
      return ResultNumber(Int(number))
    }
    if count % Self.pieceSize == 0 {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(Self.pieceSize)
    }
    pieces[pieces.count - 1].append(result)
    count += 1
    return ResultNumber(count - 1)
  }

  /// Removes and returns the results of a delivery.
  @inlinable
  func take(_ delivery: QueueDelivery<ResultNumber>) -> QueueDelivery<Result> {
    switch delivery {
    case .begin(let input, let path): .begin(input: input, path: path)
    case .sessions(let sessions): .sessions(take(sessions))
    case .journal(let summary): .journal(summary)
    case .failure(let error): .failure(error)
    }
  }

  @inlinable
  func take(_ sessions: [SessionInTurn<ResultNumber>]) -> [SessionInTurn<Result>] {
    lock.lock()
    defer { lock.unlock() }
    return sessions.compactMap { session in
      remove(session.result).map { SessionInTurn(result: $0, order: session.order) }
    }
  }

  @inlinable
  func remove(_ number: ResultNumber) -> Result? {
    let (piece, index) = (Int(number.value) / Self.pieceSize, Int(number.value) % Self.pieceSize)
    let result = pieces[piece][index]
    pieces[piece][index] = nil
    free.append(number.value)
    return result
  }
}

/// The lock of ``WaitingResults``, whose code is compiled in this module.
@usableFromInline
final class ResultLock: Sendable {
  private let condition = ConditionLock()

  @usableFromInline
  init() {}

  @usableFromInline
  func lock() { condition.lockBriefly() }

  @usableFromInline
  func unlock() { condition.unlock() }
}
