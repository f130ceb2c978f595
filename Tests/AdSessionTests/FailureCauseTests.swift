import AdSession
import Foundation
import Testing

struct FailureCauseTests {
  private static func header(_ sdk: String, _ os: String) -> Header {
    let header = Header()
    header.sdk = sdk
    header.os = os
    return header
  }

  private static func failure(_ kind: EventKind, _ code: Int64, _ cause: Word = .absent) -> Event {
    var event = Event(kind)
    event.errorCode = code
    event.cause = cause
    return event
  }

  /// The rows of `causes.tsv`, without its heading.
  private static let rows: [[String]] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "Journals/formats/1/causes.tsv")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t").map(String.init)
    }
  }()

  @Test func `Each row of the table is the cause of its code, on its system only`() throws {
    #expect(Self.rows.count > 120)
    for row in Self.rows {
      let code = try #require(Int64(row[3]))
      let kind: EventKind = row[2] == "load" ? .adFailedToLoad : .adFailedToPresent
      for os in ["iOS", "Android", "Windows"] where row[1] == "*" || row[1] == os {
        let cause = Self.header(row[0], os).cause(ofCode: code, at: kind)
        #expect(cause == Word.named(row[4]), "\(row)")
      }
      #expect(Self.header("another-sdk", "iOS").cause(ofCode: code, at: kind) == .absent)
    }
  }

  @Test func `A code that no row has is undetermined, on every system`() {
    let known = Set(Self.rows.map { "\($0[0]) \($0[1]) \($0[2]) \($0[3])" })
    for sdk in Set(Self.rows.map { $0[0] }) {
      for (os, kind, name) in [
        ("iOS", EventKind.adFailedToLoad, "load"), ("Android", .adFailedToLoad, "load"),
        ("iOS", .adFailedToPresent, "present"), ("Android", .adFailedToPresent, "present"),
      ] {
        for code in [-6_000...2_000, 52_000...52_300].joined()
        where !known.contains("\(sdk) \(os) \(name) \(code)")
          && !known.contains("\(sdk) * \(name) \(code)")
        {
          #expect(Self.header(sdk, os).cause(ofCode: Int64(code), at: kind) == .absent)
        }
      }
    }
  }

  @Test func `The name of the system is compared without case, and iPadOS is iOS`() {
    for os in ["iOS", "ios", "IOS", "iPadOS", "ipados"] {
      let header = Self.header("google-mobile-ads", os)
      #expect(header.cause(ofCode: 0, at: .adFailedToLoad) == .configuration)
      #expect(header.hasGoogleCodesOfIOS)
    }
    for os in ["Android", "ANDROID"] {
      let header = Self.header("google-mobile-ads", os)
      #expect(header.cause(ofCode: 0, at: .adFailedToLoad) == .internal)
      #expect(!header.hasGoogleCodesOfIOS)
    }
    for os in ["", "iO", "iOSX", "tvOS"] {
      let header = Self.header("google-mobile-ads", os)
      #expect(header.cause(ofCode: 0, at: .adFailedToLoad) == .absent)
      #expect(!header.hasGoogleCodesOfIOS)
    }
    #expect(!Self.header("Google-Mobile-Ads", "iOS").hasGoogleCodesOfIOS)
  }

  @Test func `The record's own cause wins, and an unlisted one leaves the cause undetermined`() {
    let google = Self.header("google-mobile-ads", "iOS")
    #expect(
      Self.failure(.adFailedToLoad, 0, .other).failureCause(under: google) == .other)
    #expect(Self.failure(.adFailedToLoad, 0, .other).failureCause(under: nil) == .other)
    #expect(
      Self.failure(.adFailedToLoad, 0, .unrecognised).failureCause(under: google) == .absent)
    #expect(Self.failure(.adFailedToLoad, 0).failureCause(under: google) == .configuration)
    #expect(Self.failure(.adFailedToPresent, 18).failureCause(under: google) == .alreadyUsed)
    #expect(Self.failure(.adFailedToLoad, 0).failureCause(under: nil) == .absent)
  }

  @Test func `Code 7 of Google's SDK on iOS is an internal error`() {
    let google = Self.header("google-mobile-ads", "iOS")
    #expect(Self.failure(.adFailedToLoad, 7).failureCause(under: google) == .internal)
  }
}
