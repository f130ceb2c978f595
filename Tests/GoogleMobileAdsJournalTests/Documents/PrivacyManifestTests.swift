import Foundation
import Testing

/// The modules that an app links use no API that needs a reason by Apple's rules, except those in
/// the privacy manifest.
struct PrivacyManifestTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The modules that an app links.
  private static let modules = [
    "Platform", "JSONLines", "AdSession", "JournalFormat", "AdRecording", "AdCapture", "AdDecider",
    "AdManaging",
    "GoogleMobileAdsJournal",
  ]

  /// The identifiers of each API category that needs a reason, by Apple's list.
  private static let calls: [String: [String]] = [
    "FileTimestamp": [
      "stat", "fstat", "fstatat", "lstat", "getattrlist", "fgetattrlist", "getattrlistat",
      "getattrlistbulk", "creationDate", "modificationDate", "fileModificationDate",
      "contentModificationDateKey", "creationDateKey",
    ],
    "SystemBootTime": ["systemUptime", "mach_absolute_time"],
    "DiskSpace": [
      "statfs", "statvfs", "fstatfs", "fstatvfs", "volumeAvailableCapacityKey",
      "volumeAvailableCapacityForImportantUsageKey", "systemFreeSize", "systemSize",
      "volumeTotalCapacityKey",
    ],
    "ActiveKeyboards": ["activeInputModes"],
    "UserDefaults": ["UserDefaults", "NSUserDefaults", "AppStorage", "CFPreferencesCopyAppValue"],
  ]

  private static func words() throws -> Set<Substring> {
    var words: Set<Substring> = []
    for module in modules {
      let folder = root.appendingPathComponent("Sources/\(module)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for file in files where file.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for line in text.split(separator: "\n") where !line.contains("//") {
          words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
        }
      }
    }
    return words
  }

  @Test func `the privacy manifest gives a reason for every API that needs one`() throws {
    let path = Self.root.appendingPathComponent("Sources/AdRecording/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(
      from: try Data(contentsOf: path), format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    var given: Set<String> = []
    for type in types {
      let category = try #require(type["NSPrivacyAccessedAPIType"] as? String)
      #expect((type["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false)
      given.insert(category.replacingOccurrences(of: "NSPrivacyAccessedAPICategory", with: ""))
    }
    let words = try Self.words()
    #expect(words.count > 1_000)
    for (category, calls) in Self.calls.sorted(by: { $0.key < $1.key }) {
      let used = calls.filter { words.contains(Substring($0)) }
      #expect(used.isEmpty || given.contains(category), "\(category): \(used)")
    }
    #expect(words.contains("fstat"), "the search finds an identifier that is used")
  }
}
