@testable import AdImport
import AdSession
import Testing

/// The format of tables, and the faults in them.
struct PatternTableTests {
  private static func table(_ text: String) throws(PatternTableError) -> PatternTable {
    try PatternTable(Array(text.utf8), named: "my.tsv")
  }

  @Test func `A directive is in force for the rows below it`() throws {
    let rows = try Self.table(
      """
      \u{FEFF}# comment

      ad.loaded\t-\tone\t-
      sdk\tlevelplay
      writer\tsdk
      tag\tIronSource unity-script
      let\tad\t(?<format>banner|mrec) ad
      ad.failed_to_load\tformat=rewarded_inter code=-3 cause=no_fill\t{ad} two\thttps://a.b/c
      tag\t*
      writer\tapp
      sdk\tany\r
      version\tversion=1\tthree\t-\r

      """
    ).rows
    #expect(rows.map { $0.number } == [0, 1, 2])
    #expect(rows.map { $0.place } == ["my.tsv:3", "my.tsv:8", "my.tsv:12"])
    #expect(rows.map { $0.sdk } == [nil, "levelplay", nil])
    #expect(rows.map { $0.isOfSDK } == [false, true, false])
    #expect(rows.map { $0.tags } == [[], ["IronSource", "unity-script"], []])
    #expect(rows.map { $0.link } == ["-", "https://a.b/c", "-"])
    #expect(
      rows.map { $0.meaning } == [.event(.adLoaded), .event(.adFailedToLoad), .version])
    let constants = rows[1].constants.map { "\($0.0.name)=\($0.1)" }
    #expect(constants == ["format=rewarded_inter", "code=-3", "cause=no_fill"])
  }

  @Test func `Each meaning has its name`() throws {
    let names = "note inner ignore test-device app.entered_background ad.paid consent.updated"
    let text = names.split(separator: " ").map { "\($0)\t-\tx\t-" }.joined(separator: "\n")
    let meanings = try Self.table(text).rows.map { $0.meaning }
    #expect(
      meanings == [
        .note, .inner, .ignore, .testDevice, .event(.appEnteredBackground), .event(.adPaid),
        .event(.consentUpdated),
      ])
  }

  private static let faults: [(text: String, fault: String)] = [
    (
      "\nad.load\t-\tx\t-",
      "2:1: unknown event 'ad.load'; allowed: an event of the journal such as ad.loaded, note, "
        + "inner, ignore, unknown, fact, version, test-device, or a line with sdk, writer, tag, let"
    ),
    (
      "session.began\t-\tx\t-",
      "1:1: unknown event 'session.began'; allowed: an event of the journal such as ad.loaded, "
        + "note, inner, ignore, unknown, fact, version, test-device, or a line with sdk, writer, tag, let"
    ),
    (
      "ad.loaded\t-\tx",
      "1:1: 3 columns instead of 4; write event, fields, expression, link with one tab between "
        + "columns"
    ),
    (
      "ad.loaded\t-\té\t-\t-",
      "1:17: 5 columns instead of 4; write event, fields, expression, link with one tab between "
        + "columns"
    ),
    ("ad.loaded\t\tx\t-", "1:11: empty column; write event, fields, expression, link"),
    ("sdk", "1:1: 1 column instead of 2; write 'sdk', name with one tab between columns"),
    ("sdk\tA B", "1:5: invalid SDK 'A B'; allowed: small letters, digits, '-'"),
    ("writer\tme", "1:8: unknown writer 'me'; allowed: sdk, app"),
    (
      "tag\ta *",
      "1:5: invalid tags; allowed: names separated by spaces, or only '*' for all lines"
    ),
    ("let\ta b\tx", "1:5: invalid name 'a b'; allowed: letters, '_' and, behind them, digits"),
    ("let\t1a\tx", "1:5: invalid name '1a'; allowed: letters, '_' and, behind them, digits"),
    ("let\ta\tx\nlet\ta\ty", "2:5: 'a' is already defined in line 1; choose another name"),
    ("let\ta\tx(y", "1:8: '(' without ')'; write '\\(' for the character"),
    (
      "note\tformat\tx\t-", "1:6: 'format' is no constant; write 'field=value', or '-' for none"
    ),
    (
      "note\tcode=1 cod=2\tx\t-",
      "1:13: unknown field 'cod'; allowed: format, unit, network, code, domain, message, cause, "
        + "amount, type, revenue, micros, currency, precision, latency, ad, creative, response, placement, "
        + "sdk, version"
    ),
    ("note\tcode=1 code=2\tx\t-", "1:13: field 'code' is given twice"),
    (
      "note\tformat=video\tx\t-",
      "1:13: unknown format 'video'; allowed: app_open, interstitial, rewarded, "
        + "rewarded_interstitial, banner, native"
    ),
    ("note\tcode=x\tx\t-", "1:11: invalid code 'x'; allowed: a whole number"),
    (
      "note\t-\té\u{2705}(?<a>)\t-",
      "1:13: unknown group 'a'; allowed: format, unit, network, "
        + "code, domain, message, cause, amount, type, revenue, micros, currency, precision, latency, ad, creative, "
        + "response, placement, sdk, version"
    ),
    ("note\t-\ta{b}\t-", "1:9: unknown name '{b}'; no 'let' is above"),
    (
      "note\t-\t^a*$\t-",
      "1:8: the expression matches without any character; add a text that must occur"
    ),
    ("version\t-\tx\t-", "1:11: no group '(?<version>…)'; a row 'version' needs it"),
    (
      "note\t-\tx\thttp://a",
      "1:10: invalid link 'http://a'; allowed: an address with 'https://', or '-'"
    ),
  ]

  @Test(arguments: faults)
  func `Each fault has its file, line and column and a sentence`(text: String, fault: String) {
    let error = #expect(throws: PatternTableError.self) { _ = try Self.table(text) }
    #expect(error?.description == "my.tsv:" + fault)
  }

  @Test(arguments: [
    ("ad.load\t-\tx\t-", "ad.load", "ad.loaded"), ("ad.load\t-\tx\t-", "ad.load", "writer"),
    ("note\tcod=2\tx\t-", "cod", "code"), ("note\t-\t(?<cod>x)\t-", "cod", "code"),
    ("let\tad\tx\nnote\t-\t{af}\t-", "af", "ad"), ("writer\tsdks", "sdks", "sdk"),
  ])
  func `An unknown name is reported with the allowed ones`(
    text: String, name: String, known: String
  ) {
    let error = #expect(throws: PatternTableError.self) { _ = try Self.table(text) }
    #expect(error?.name == name)
    #expect(error?.known.contains(known) ?? false)
  }
}
