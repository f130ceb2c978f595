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

// Where apps are built, the SDK and UIKit are the app's: this package has no dependencies. Elsewhere the
// shell is compiled and tested against stubs, modules of the same names.
#if os(macOS)
  let shellDependencies: [Target.Dependency] = []
  let stubs: [Target] = []
#else
  let shellDependencies: [Target.Dependency] = ["GoogleMobileAds", "UIKit"]
  let stubs: [Target] = [
    .target(name: "UIKit", path: "Tests/Support/UIKitStub", swiftSettings: settings),
    .target(name: "_Testing_UIKit", path: "Tests/Support/TestingUIKit", swiftSettings: settings),
    .target(
      name: "GoogleMobileAds", dependencies: ["UIKit"], path: "Tests/Support/GoogleMobileAds",
      swiftSettings: settings),
    .executableTarget(
      name: "ShownAds",
      dependencies: [
        "GoogleMobileAdsJournal", "AdManaging", "AdJournal", "AdSession", "GoogleMobileAds",
        "UIKit",
      ], path: "Tools/benchmark/shown", swiftSettings: settings),
    .target(
      name: "ExampleApp",
      dependencies: ["GoogleMobileAdsJournal", "AdJournal", "GoogleMobileAds", "UIKit"],
      path: "Tools/example"),
    .testTarget(
      name: "GoogleMobileAdsJournalTests",
      dependencies: [
        "GoogleMobileAdsJournal", "AdManaging", "AdDecider", "AdCapture", "GoogleMobileAds",
        "UIKit",
        "_Testing_UIKit",
        "AdRules", "AdJournal", "AdSession", "PropertyTesting", "PropertyTestingHosts",
      ], swiftSettings: settings),
  ]
#endif

let package = Package(
  name: "adjournal",
  platforms: [.iOS(.v15), .macOS(.v12), .tvOS(.v15), .visionOS(.v1)],
  products: [
    .library(name: "AdJournal", targets: ["AdJournal"]),
    .library(name: "AdRules", targets: ["AdRules"]),
    .library(
      name: "GoogleMobileAdsJournal",
      targets: ["GoogleMobileAdsJournal", "AdManaging", "AdDecider", "AdJournal", "AdSession"]),
    .library(
      name: "AdTesting",
      targets: ["AdTesting", "PropertyTesting", "PropertyTestingHosts", "AdShrinking"]),
    .executable(name: "adjournal", targets: ["AdjournalTool"]),
    .plugin(name: "AuditJournals", targets: ["AuditJournals"]),
  ],
  targets: [
    .target(name: "CProcessor"),
    .target(name: "JSONLines", dependencies: ["CProcessor"], swiftSettings: settings),
    .target(name: "AdSession", swiftSettings: settings),
    .target(
      name: "AdJournal", dependencies: ["CProcessor", "JSONLines", "AdSession"], exclude: notBuilt,
      resources: privacyManifest, swiftSettings: settings),
    .target(name: "AdCapture", dependencies: ["AdJournal", "AdSession"], swiftSettings: settings),
    .target(
      name: "GoogleMobileAdsJournal",
      dependencies: shellDependencies + [
        "AdManaging", "AdCapture", "AdJournal", "AdDecider", "AdSession",
      ],
      exclude: ["CHECKED.md"], swiftSettings: settings),
    .target(name: "PropertyTesting", swiftSettings: settings),
    .target(
      name: "PropertyTestingHosts", dependencies: ["PropertyTesting"], swiftSettings: settings),
    .target(name: "AdDecider", dependencies: ["AdSession"], swiftSettings: settings),
    .target(
      name: "AdManaging", dependencies: ["AdDecider", "AdJournal", "AdSession"],
      swiftSettings: settings),
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
    .plugin(
      name: "AuditJournals",
      capability: .command(
        intent: .custom(
          verb: "audit-journals",
          description: "Verify the rules over the journals (*.jsonl) of the package.")),
      dependencies: ["AdjournalTool"], path: "Tools/audit-journals"),
    .executableTarget(
      name: "RecorderChild", dependencies: ["AdJournal", "AdSession"],
      path: "Tests/Support/RecorderChild", swiftSettings: settings),
    .testTarget(name: "JSONLinesTests", dependencies: ["JSONLines"], swiftSettings: settings),
    .testTarget(
      name: "AdDeciderTests",
      dependencies: ["AdDecider", "AdSession", "AdSimulator", "PropertyTesting"],
      exclude: ["DecisionTable.md"], swiftSettings: settings),
    .testTarget(
      name: "AdManagingTests",
      dependencies: [
        "AdManaging", "AdDecider", "AdSimulator", "AdRules", "AdJournal", "AdSession",
        "PropertyTesting",
      ], swiftSettings: settings),
    .testTarget(name: "AdSessionTests", dependencies: ["AdSession"], swiftSettings: settings),
    .testTarget(
      name: "AdCaptureTests",
      dependencies: [
        "AdCapture", "AdJournal", "AdSession", "PropertyTesting", "PropertyTestingHosts",
      ], swiftSettings: settings),
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
      dependencies: ["AdJournal", "AdSession", "CProcessor", "JSONLines", "RecorderChild"],
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
      dependencies: ["AdjournalTool", "AdReport", "AdJournal", "AdSession"],
      swiftSettings: settings),
  ] + stubs,
  swiftLanguageModes: [.v6]
)
