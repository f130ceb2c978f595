// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Resources bring a Bundle accessor, and with it Foundation, into every program that links the target:
// only where apps are built.
#if os(macOS)
  let privacyManifest = [Resource.copy("PrivacyInfo.xcprivacy")]
  let notBuilt: [String] = []
#else
  let privacyManifest: [Resource] = []
  let notBuilt = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "adjournal",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "AdJournal", targets: ["AdJournal"]),
    .library(name: "AdRules", targets: ["AdRules"]),
    .library(
      name: "AdTesting",
      targets: ["AdTesting", "PropertyTesting", "PropertyTestingHosts", "AdShrinking"]),
    .executable(name: "adjournal", targets: ["AdjournalTool"]),
  ],
  targets: [
    .target(name: "JSONLines", swiftSettings: settings),
    .target(name: "AdSession", swiftSettings: settings),
    .target(
      name: "AdJournal", dependencies: ["JSONLines", "AdSession"], exclude: notBuilt,
      resources: privacyManifest, swiftSettings: settings),
    .target(name: "PropertyTesting", swiftSettings: settings),
    .target(
      name: "PropertyTestingHosts", dependencies: ["PropertyTesting"], swiftSettings: settings),
    .target(name: "AdDecider", dependencies: ["AdSession"], swiftSettings: settings),
    .target(name: "AdRules", dependencies: ["AdSession"], swiftSettings: settings),
    .target(
      name: "AdReport",
      dependencies: ["AdRules", "AdJournal", "AdDecider", "AdSession", "JSONLines"],
      swiftSettings: settings),
    .target(
      name: "AdSimulator", dependencies: ["AdDecider", "AdSession", "PropertyTesting"],
      swiftSettings: settings),
    .target(
      name: "AdTesting",
      dependencies: [
        "AdSimulator", "PropertyTesting", "AdShrinking", "AdRules", "AdJournal", "AdSession",
      ], swiftSettings: settings),
    .target(
      name: "AdShrinking", dependencies: ["AdRules", "AdJournal", "AdSession"],
      swiftSettings: settings),
    .executableTarget(
      name: "ShrinkingBenchmark", dependencies: ["PropertyTesting"], path: "Tools/shrinking",
      swiftSettings: settings),
    .executableTarget(
      name: "MutantTable",
      dependencies: [
        "AdSimulator", "PropertyTesting", "AdShrinking", "AdRules", "AdJournal", "AdSession",
      ], path: "Tools/mutants", exclude: ["mutants.tsv", "phases.tsv"], swiftSettings: settings),
    .executableTarget(
      name: "AdjournalTool",
      dependencies: [
        "AdDecider", "AdSimulator", "PropertyTesting", "AdShrinking", "AdReport", "AdRules",
        "AdJournal", "AdSession", "JSONLines",
      ],
      path: "Tools/adjournal", swiftSettings: settings),
    .executableTarget(
      name: "RecorderChild", dependencies: ["AdJournal", "AdSession"],
      path: "Tests/Support/RecorderChild", swiftSettings: settings),
    .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: settings),
    .testTarget(
      name: "AdDeciderTests",
      dependencies: ["AdDecider", "AdSession", "AdSimulator", "PropertyTesting"],
      exclude: ["RULES.md"], swiftSettings: settings),
    .testTarget(name: "AdSessionTests", dependencies: ["AdSession"], swiftSettings: settings),
    .testTarget(
      name: "PropertyTestingTests",
      dependencies: ["PropertyTesting", "PropertyTestingHosts", "ShrinkingBenchmark"],
      exclude: ["SHRINKING.md"], swiftSettings: settings),
    .testTarget(
      name: "AdSimulatorTests",
      dependencies: [
        "AdSimulator", "PropertyTesting", "AdShrinking", "AdRules", "AdJournal", "AdSession",
      ], exclude: ["journals-of-seeds-0-to-39.txt"], swiftSettings: settings),
    .testTarget(
      name: "AdTestingTests", dependencies: ["AdTesting"], swiftSettings: settings),
    .testTarget(
      name: "AdShrinkingTests",
      dependencies: ["AdShrinking", "AdRules", "AdJournal", "AdSession"], swiftSettings: settings),
    .testTarget(
      name: "AdJournalTests",
      dependencies: ["AdJournal", "AdSession", "JSONLines", "RecorderChild"],
      swiftSettings: settings),
    .testTarget(
      name: "AdRulesTests", dependencies: ["AdRules", "AdJournal", "AdSession", "JSONLines"],
      exclude: ["Boundaries.tsv", "Variants.tsv"], swiftSettings: settings),
    .testTarget(
      name: "AdReportTests",
      dependencies: [
        "AdReport", "AdRules", "AdJournal", "AdDecider", "AdSimulator", "PropertyTesting",
        "AdSession", "JSONLines",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AdjournalToolTests",
      dependencies: ["AdjournalTool", "AdReport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
