// The part of AVFAudio that the package uses, for tests on systems without it.
public import Foundation

/// The sound of the app, as the system sees it.
open class AVAudioSession: NSObject {
  /// Posted when the system interrupts the app's sound, and when the interruption ends.
  public static let interruptionNotification =
    Notification.Name("AVAudioSessionInterruptionNotification")

  /// Whether an interruption begins or ends.
  public enum InterruptionType: UInt, Sendable {
    /// It ends.
    case ended = 0
    /// It begins.
    case began = 1
  }
}

/// The key of the type of an interruption.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
