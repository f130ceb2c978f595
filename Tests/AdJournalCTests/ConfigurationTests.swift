import AdJournalCHeader
import Testing

/// What adjournal_open accepts, and what it says about the rest.
@Suite struct ConfigurationTests {
  @Test(arguments: [
    ("", "the configuration: at byte 0, expected a value, found the end of the line"),
    ("[]", "the configuration: at byte 0, expected an object, found an array"),
    (
      "{}",
      "the configuration has no `folder`, `build`, `sdk`, `sdk_version`, `app`, `app_version`, `os`, "
        + "`os_version`"
    ),
    (#"{"folder":"/tmp/x","level":"app"}"#, "the configuration has the unknown key `level`"),
    (
      #"{"folder":7}"#,
      "`folder` of the configuration must be a path that is not empty and has no NUL"
    ),
    (
      #"{"folder":"a\u0000"}"#,
      "`folder` of the configuration must be a path that is not empty and has no NUL"
    ),
    (#"{"app":null}"#, "`app` of the configuration must be a string"),
    (
      #"{"build":"beta"}"#,
      "`build` of the configuration must be one of `debug`, `release`, `unknown`"
    ),
    (
      #"{"durability":"x"}"#,
      "`durability` of the configuration must be one of `memory`, `process`, `ordered`, `durable`"
    ),
    (
      #"{"queue_bytes":1}"#,
      "`queue_bytes` of the configuration must be an integer from 4096 to 1073741824"
    ),
    (#"{"multi_scene":1}"#, "`multi_scene` of the configuration must be true or false"),
    (#"{"captures":1}"#, "`captures` of the configuration must be an array of classes of events"),
    (
      #"{"captures":["load","loud"]}"#,
      "`captures` of the configuration must be an array of classes of events, which `loud` is not"
    ),
    (#"{"policy":[]}"#, "`policy` of the configuration must be an object of thresholds"),
    (
      #"{"policy":{"daily_cap":20,"weekly_cap":1}}"#,
      "`policy` of the configuration must be an object of thresholds with numbers; `weekly_cap` is "
        + "no threshold or no number"
    ),
  ])
  func `an invalid configuration is refused, and the message names the key`(
    json: String, message: String
  ) {
    #expect(CSession.open(json) == Int64(ADJOURNAL_INVALID))
    #expect(CSession.error == message)
  }

  @Test func `NULL and bytes that are not UTF-8 are no configuration`() {
    #expect(adjournal_open(nil, 0) == Int64(ADJOURNAL_INVALID))
    #expect(CSession.error == "the configuration is NULL; expected a JSON object")
    let bytes: [CChar] = [0x7B, -1, 0x7D]
    #expect(adjournal_open(bytes, bytes.count) == Int64(ADJOURNAL_INVALID))
    #expect(CSession.error.contains("not valid UTF-8"))
  }

  @Test func `the header has every fact of the configuration`() {
    let folder = CSession.folder()
    let session = CSession(
      folder,
      #","device":"PC","timezone":"Europe/Berlin","launch_count":3,"multi_scene":true,"#
        + #""test_device":true,"utc_offset_min":60,"captures":["present"],"policy":{"daily_cap":20},"#
        + #""durability":"durable","queue_bytes":8192,"segment_bytes":4096,"total_bytes":0"#)
    #expect(session.close() == 0)
    let header = CJournals(folder).lines("session.began").first ?? ""
    for part in [
      #""app":"com.example.app","app_version":"1.0","build":"debug","os":"Linux","os_version":"6.1","#,
      #""device":"PC","sdk":"google-mobile-ads","sdk_version":"12.9.0","#,
      #""utc_offset_min":60,"timezone":"Europe/Berlin","launch_count":3,"multi_scene":true,"#,
      #""test_device":true,"#,
      #""captures":["session","app","load","present"],"policy":{"daily_cap":20},"#,
      #""redacted":["response"]"#,
    ] {
      #expect(header.contains(part), "\(header)")
    }
  }
}
