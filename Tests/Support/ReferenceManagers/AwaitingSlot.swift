internal import AdTesting

/// Awaits its loads, and so sees the first answer of each load only.
final class AwaitingSlot: AdSlot, @unchecked Sendable {
  override func request(
    _ reason: LoadReason,
    _ completion: @escaping (Result<SimulatedFullScreenAd, LoadFailure>) -> Void
  ) {
    // All tasks run on the thread of the phone.
    nonisolated(unsafe) let completion = completion
    Task {
      do {
        completion(.success(try await phone.load(placement, reason: reason)))
      } catch let failure as LoadFailure {
        completion(.failure(failure))
      }
    }
  }
}
