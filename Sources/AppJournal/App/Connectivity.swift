internal import AdRecording

#if canImport(UIKit)
  internal import Foundation
  internal import Network

  /// Records the network connection when it is known and when it changes.
  ///
  /// The system reports it on a queue of this object, never on the main thread.
  final class Connectivity: @unchecked Sendable {
    let monitor = NWPathMonitor()
    private let recorder: AdRecorder
    /// Used on the queue only.
    private var last: State?

    private struct State: Equatable {
      let isConnected, isConstrained, isExpensive: Bool

      init(_ path: NWPath) {
        isConnected = path.status == .satisfied
        isConstrained = path.isConstrained
        isExpensive = path.isExpensive
      }
    }

    init(_ recorder: AdRecorder) {
      self.recorder = recorder
      monitor.pathUpdateHandler = { [weak self] in self?.update(State($0)) }
      monitor.start(queue: DispatchQueue(label: "adjournal.connectivity", qos: .utility))
    }

    deinit { monitor.cancel() }

    private func update(_ state: State) {
      guard state != last else { return }
      last = state
      recorder.record(
        .connectivityChanged(
          connected: state.isConnected, constrained: state.isConstrained,
          expensive: state.isExpensive))
    }
  }
#endif
