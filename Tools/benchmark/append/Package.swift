// swift-tools-version: 6.2
import Foundation
import PackageDescription

// Built by append.py, which says where the journal package is.
let adjournal = ProcessInfo.processInfo.environment["ADJOURNAL"] ?? "../../.."

let package = Package(
  name: "append",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "adjournal", path: adjournal)],
  targets: [
    .executableTarget(
      name: "append",
      dependencies: [
        .product(name: "AdRecording", package: "adjournal"),
        .product(name: "AdReplay", package: "adjournal"),
      ],
      path: "Sources")
  ],
  swiftLanguageModes: [.v6]
)
