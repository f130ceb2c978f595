#if canImport(Darwin)
  internal import CoreFoundation
  internal import Darwin
#endif

/// The protection of a folder on Apple systems.
package enum ProtectedFolder {
  /// On Apple systems keeps a folder out of backups, and has its files readable once the phone was
  /// unlocked after its start (class C), whatever the app's default is: with a stricter class,
  /// writing would fail whenever the phone is locked.
  package static func protect(_ path: String) {
    #if canImport(Darwin)
      setClass(path)
      excludeFromBackup(path)
    #endif
  }

  #if canImport(Darwin)
    /// `NSFileProtectionCompleteUntilFirstUserAuthentication`; new files inherit it.
    private static let classC: Int32 = 3

    private static func setClass(_ path: String) {
      let folder = SystemCalls.live.openFolder(path)
      guard folder >= 0 else { return }
      _ = fcntl(folder, F_SETPROTECTIONCLASS, classC)
      _ = SystemCalls.live.close(folder)
    }

    private static func excludeFromBackup(_ path: String) {
      let bytes = Array(path.utf8)
      let url = CFURLCreateFromFileSystemRepresentation(nil, bytes, bytes.count, true)
      guard let url else { return }
      _ = CFURLSetResourcePropertyForKey(url, kCFURLIsExcludedFromBackupKey, kCFBooleanTrue, nil)
    }
  #endif
}
