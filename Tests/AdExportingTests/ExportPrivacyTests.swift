import Foundation
import Testing

/// The privacy manifest of the module.
struct ExportPrivacyTests {
  private static let module = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/AdExporting")

  @Test func `the manifest gives the reason for reading the free space, and no other`() throws {
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: Self.module.appendingPathComponent("PrivacyInfo.xcprivacy")),
      format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    let types = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(types.count == 1)
    #expect(
      types.first?["NSPrivacyAccessedAPIType"] as? String
        == "NSPrivacyAccessedAPICategoryDiskSpace")
    #expect(types.first?["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["7D9E.1"])
  }

  @Test func `only the file about free space calls the system by itself`() throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.module.path)
    where file.hasSuffix(".swift") {
      let text = try String(contentsOf: Self.module.appendingPathComponent(file), encoding: .utf8)
      #expect(text.contains("import Darwin") == (file == "FreeSpace.swift"), "\(file)")
    }
  }
}
