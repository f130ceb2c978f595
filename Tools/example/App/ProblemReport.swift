import AdExporting
import AdRecording
import Foundation

/// Sends the journals of the last days, when the user asks for it.
@MainActor struct ProblemReport {
  let session: SessionRecorder
  /// Shows the share sheet for a file.
  let share: (URL) -> Void

  func reportProblem(_ text: String) async {
    var options = ExportOptions()
    options.note = text
    do {
      let exported = try await session.export(options)
      share(URL(fileURLWithPath: exported.path))
    } catch {
      print(error)  // such as: the disk is full; free some space and export again
    }
  }
}
