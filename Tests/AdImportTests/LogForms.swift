/// Lines of the layouts of logs, and lines that look like one but are not.
enum LogForms {
  typealias Form = LogLineTests.Form

  static let all = logcat + androidStudio + apple + frameworks

  private static let logcat = [
    Form("logcat brief", "I/Ads( 4711): Ad was loaded.", 4711, tag: "Ads"),
    Form("logcat brief", "W/Ads     (20584): Ad was loaded.", 20584, tag: "Ads"),
    Form("logcat brief", "I[/flutter]() (20584): Ad was loaded.", 20584, tag: "flutter"),
    Form("logcat brief", "D[/SurfaceUtils]()(20584): Ad was loaded.", 20584, tag: "SurfaceUtils"),
    Form("logcat brief", "[  +12 ms] I/flutter (4711): Ad was loaded.", 4711, tag: "flutter"),
    Form("logcat brief", "I/Ads(10123: 4711): Ad was loaded.", 4711, tag: "Ads"),
    Form("logcat brief", "D/Main(Ads)(4711): Ad was loaded.", 4711, tag: "Main(Ads)"),
    Form("logcat brief", "> I/Unity   ( 4711):", 4711, tag: "Unity", message: ""),
    Form(
      "logcat time", "11-20 10:15:02,123: D/MainActivity( 4711): Ad was loaded.",
      time: "11-20 10:15:02.123", 4711, tag: "MainActivity"),
    Form(
      "logcat time", "04-19 10:58:23.533 I/Unity(11143): Ad was loaded.",
      time: "04-19 10:58:23.533", 11143, tag: "Unity"),
    Form(
      "logcat time", "2026-11-20 10:15:02.123 W/Ads: Ad was loaded.",
      time: "2026-11-20 10:15:02.123", tag: "Ads"),
    Form("logcat tag", "I/Ads: Ad was loaded.", tag: "Ads"),
    Form("logcat tag", "    W/com.mopub: Ad was loaded.", tag: "com.mopub"),
    Form("logcat tag", "I Ads     : Ad was loaded.", tag: "Ads"),
    Form("logcat process", "I( 4711) Ad was loaded.  (Ads)", 4711, tag: "Ads"),
    Form("logcat process", "I( 4711: 4712) Ad was loaded.", 4711),
    Form(
      "logcat long", "[ 11-20 10:15:02.123  4711: 4712 D/Main     ]", time: "11-20 10:15:02.123",
      4711, tag: "Main", message: ""),
    Form(
      "logcat long", "[ 2026-11-20 10:15:02.123 +0100 10123: 4711:0x12 I/Ads ]",
      time: "2026-11-20 10:15:02.123 60", 4711, tag: "Ads", message: ""),
    Form(
      "logcat threadtime", "11-20 10:15:02.123  4711  4712 I Ads     : Ad was loaded.",
      time: "11-20 10:15:02.123", 4711, tag: "Ads"),
    Form(
      "logcat threadtime",
      "2026-11-20 10:15:02.123456 +0530 u0_a12  4711  4712 D A tag: of letters: Ad was loaded.",
      time: "2026-11-20 10:15:02.123 330", 4711, tag: "A tag", message: "of letters: Ad was loaded."
    ),
    Form(
      "logcat threadtime", "1795166102.123  10123  4711  4712 I Ads: Ad was loaded.",
      time: "2026-11-20 09:15:02.123 0", 4711, tag: "Ads"),
    Form(
      "logcat threadtime", "951782400.123  4711  4712 I a:b : Ad was loaded.", 4711, tag: "a:b"),
    Form(
      "Unity's logcat window", "2026/11/20 10:15:02.123 4711 4712 Info Unity Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 4711, tag: "Unity"),
    Form(
      "Unity's logcat window", "0001.01.01 00:00:00.000 -1 -1 Info  Ad was loaded."),
  ]

  private static let androidStudio = [
    Form(
      "Android Studio before 2022",
      "11-20 10:15:02.123 4711-4712/com.example.app D/Main: Ad was loaded.",
      time: "11-20 10:15:02.123", 4711, name: "com.example.app", tag: "Main"),
    Form(
      "Android Studio before 2022", "11-20 10:15:02.123 4711-4712/? I/Ads\u{FE55} Ad was loaded.",
      time: "11-20 10:15:02.123", 4711, tag: "Ads"),
    Form(
      "Android Studio before 2022", ":02.123 4711-4712/ I/A tag: Ad was loaded.", 4711,
      tag: "A tag"),
    Form(
      "Android Studio before 2022", "4711-4712/com.example.app I/Ads: Ad was loaded.", 4711,
      name: "com.example.app", tag: "Ads"),
    Form(
      "Android Studio",
      "2026-11-20 10:15:02.123  4711-4712  Main          com.example.app     D  Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 4711, name: "com.example.app", tag: "Main"),
    Form(
      "Android Studio", "2026-11-20 10:15:02.123 4711-4712 IronSource...Adapter  D  Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 4711, tag: "IronSource...Adapter"),
    Form(
      "Android Studio",
      "2026-11-20 10:15:02.123  4711-4712  A I tag                 pid-4711    D  Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 4711, tag: "A I tag"),
    Form(
      "Android Studio", "2026-11-20 10:15:02.123 4711-4712 Ads com.example.app W Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 4711, name: "com.example.app", tag: "Ads"),
    Form(
      "Android Studio compact", "10:15:02.123  Ads                     I  Ad was loaded.",
      time: "10:15:02.123", tag: "Ads"),
    Form("Android Studio compact", "10:15:02.123  I  Ad was loaded.", time: "10:15:02.123"),
    Form(
      "Android Studio without times",
      "Ads                     com.example.app                      W  Ad was loaded.",
      name: "com.example.app", tag: "Ads"),
    Form(
      "Android Studio without times", "A tag           D  Ad was loaded.", tag: "A tag"),
    Form(
      "Android Studio process",
      "--------- PROCESS STARTED (4711) for package com.example.app ---------", 4711,
      name: "com.example.app", message: ""),
    Form(
      "Android Studio process", "--- PROCESS ENDED (4711) for package com.example.app ---", 4711,
      name: "com.example.app", message: ""),
  ]

  private static let apple = [
    Form(
      "Xcode console", "2026-11-20 10:15:02.123456-0600 My App[437:73707] Ad was loaded.",
      time: "2026-11-20 10:15:02.123 -360", 437, name: "My App"),
    Form(
      "Xcode console", "2014-05-05 19:15:44.571 app[13962:907] Ad was loaded.",
      time: "2014-05-05 19:15:44.571", 13962, name: "app"),
    Form(
      "Xcode console", "2026-11-20 10:15:02.9+01:00 App[437:ab] [com.google.ads:a] Ad was loaded.",
      time: "2026-11-20 10:15:02.900 60", 437, name: "App", library: "com.google.ads:a"),
    Form(
      "Xcode console", "2026-11-20 10:15:02.123 App[437:1]", time: "2026-11-20 10:15:02.123", 437,
      name: "App", message: ""),
    Form(
      "Xcode console", "*2026-11-20 10:15:02.123 App[437:1] [Task:a:INTER] Ad was loaded.*",
      time: "2026-11-20 10:15:02.123", 437, name: "App", message: "[Task:a:INTER] Ad was loaded."),
    Form("Xcode console without times", "App[437:73707] Ad was loaded.", 437, name: "App"),
    Form(
      "Xcode console without times", "App[437:73707] (AdLib) Ad was loaded.", 437, name: "App",
      library: "AdLib"),
    Form(
      "Xcode metadata",
      "Type: Error | Timestamp: 2026-11-20 10:15:02.123456+01:00 | Process: App "
        + "| Library: GoogleMobileAds | Subsystem: com.google.ads | Category:  | TID: 0xf09f",
      time: "2026-11-20 10:15:02.123 60", name: "App", library: "GoogleMobileAds", message: ""),
    Form(
      "Xcode metadata", "Timestamp: 2026-11-20 10:15:02.123456+0100 | PID: 437 | Subsystem: a.b",
      time: "2026-11-20 10:15:02.123 60", 437, library: "a.b", message: ""),
    Form(
      "log show",
      "2026-11-20 10:15:02.123456+0100 0x1f2a     Default     0x0                  437    0    "
        + "My App: (GoogleMobileAds) [com.google.ads:general] Ad was loaded.",
      time: "2026-11-20 10:15:02.123 60", 437, name: "My App", library: "GoogleMobileAds"),
    Form(
      "log show", "2026-11-20 10:15:02.123456+0100 0x1f2a  Info  0x0  437  App: Ad was loaded.",
      time: "2026-11-20 10:15:02.123 60", 437, name: "App"),
    Form(
      "log show compact",
      "2026-11-20 10:15:02.123 Df App[437:1f2a] [com.example:ads] Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 437, name: "App", library: "com.example:ads"),
    Form(
      "log show compact",
      "2026-11-20 10:15:02.123 E  My App[437:1f2a] (CoreFoundation) [a.b:c] Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 437, name: "My App", library: "a.b:c"),
    Form(
      "log show syslog",
      "2026-11-20 10:15:02.123456+0100  phone App[437]: (CoreFoundation) Ad was loaded.",
      time: "2026-11-20 10:15:02.123 60", 437, name: "App", library: "CoreFoundation"),
    Form(
      "log show syslog", "Nov  2 10:15:02 App[437]: Ad was loaded.", time: "11-02 10:15:02.000",
      437, name: "App"),
    Form(
      "device log", "Nov 20 10:15:02 my-phone App(GoogleMobileAds)[437] <Notice>: Ad was loaded.",
      time: "11-20 10:15:02.000", 437, name: "App", library: "GoogleMobileAds"),
    Form(
      "device log", "Nov  2 10:15:02.123456 App[437] <Error>: <Google> Ad was loaded.",
      time: "11-02 10:15:02.123", 437, name: "App", message: "<Google> Ad was loaded."),
    Form(
      "device log", "2026-11-20 10:15:02.123456 App{AdLib}[437] <NOTICE>: Ad was loaded.",
      time: "2026-11-20 10:15:02.123", 437, name: "App", library: "AdLib"),
    Form(
      "Console.app", "default\t10:15:02.123456+0100\tMy App\tAd was loaded.",
      time: "10:15:02.123 60", name: "My App"),
    Form(
      "Console.app", "error   10:15:02.123456+0100  App  Ad was loaded.", time: "10:15:02.123 60",
      name: "App"),
  ]

  private static let frameworks = [
    Form("flutter run", "flutter: Ad was loaded."),
    Form("flutter run", "flutter: \\^[[38;5;12mAd was loaded.<…>"),
    Form("Metro", " LOG  Ad was loaded."),
    Form("Metro", " (NOBRIDGE) WARN  Ad was loaded."),
    Form(
      "React Native", "2026-11-20 10:15:02.123 [info][tid:main][Ads.m:33] Ad was loaded.",
      time: "2026-11-20 10:15:02.123"),
    Form(
      "React Native",
      "2026-11-20 10:15:02.123 [warn][tid:com.facebook.react.JavaScript] 'Ad', { a: 1 }",
      time: "2026-11-20 10:15:02.123", message: "'Ad', { a: 1 }"),
    Form("Capacitor", "⚡️  [log] - Ad was loaded.", message: "[log] - Ad was loaded."),
    Form("Capacitor", "⚡ Ad was loaded."),
  ]

  /// Layouts, each with a line that is similar.
  static let others: [(layout: String, line: String)] = [
    ("logcat brief", "I/Ads(GoogleMobileAds): Ad was loaded."),
    ("logcat brief", "X/Ads( 4711): Ad was loaded."),
    ("logcat brief", "I/Ads( 4711) Ad was loaded."),
    ("logcat time", "11-20 10:15:02.123 Ad was loaded (4711): a"),
    ("logcat time", "I/Ads( 4711): Ad was loaded."),
    ("logcat tag", "I/O: disk full"), ("logcat tag", "I/O error of a disk: full"),
    ("logcat tag", "I think so: loaded"), ("logcat tag", "I/Ads:loaded"),
    ("logcat tag", "A/B test of ads: loaded"),
    ("logcat process", "I(nterstitial) Ad was loaded."), ("logcat process", "I(4711)Ad"),
    ("logcat long", "[ 11-20 10:15:02.123 ] Ad was loaded."),
    ("logcat long", "[ 4711: 4712 I/Ads ]"),
    ("logcat threadtime", "11-20 10:15:02.123  4711 I Ads     : Ad was loaded."),
    ("logcat threadtime", "11-20 10:15:02.123  4711  4712 I Ad was loaded."),
    ("logcat threadtime", "12.5 4711 4712 I Ads: Ad was loaded."),
    ("Unity's logcat window", "2026/11/20 10:15:02.123 4711 4712 I Unity Ad was loaded."),
    ("Unity's logcat window", "2026/11/20 10:15:02.123 4711 Info Unity Ad was loaded."),
    ("Android Studio before 2022", "11-20 10:15:02.123 4711-4712 I/Ads: Ad was loaded."),
    ("Android Studio before 2022", "10:15:02 4711/com.example.app I/Ads: Ad was loaded."),
    ("Android Studio", "2026-11-20 10:15:02.123  4711-4712  Ad was loaded."),
    ("Android Studio", "2026-11-20 10:15:02.123  4711-4712  I  Ad was loaded."),
    ("Android Studio compact", "10:15:02.123 Ad was loaded."),
    ("Android Studio compact", "2026-11-20 10:15:02.123  Ads  I  Ad was loaded."),
    ("Android Studio without times", "Ads I Ad was loaded."),
    ("Android Studio without times", "LOG  I  Ad was loaded."),
    ("Android Studio process", "--- PROCESS 4711 STARTED for package com.example.app ---"),
    ("Android Studio process", "--------- beginning of main"),
    ("Xcode console", "2026-11-20 10:15:02.123 App[437]: Ad was loaded."),
    ("Xcode console", "2026-11-20 10:15:02.123 Ad was loaded for item[3] of 4."),
    ("Xcode console", "2026-11-20 10:15:02.123 Df App[437:1f2a] Ad was loaded."),
    ("Xcode console without times", "Ad was loaded for item[3:4] of a list"),
    ("Xcode console without times", "App[437] Ad was loaded."),
    ("Xcode metadata", "Type: Error"), ("Xcode metadata", "Type: a | b"),
    ("log show", "2026-11-20 10:15:02.123 0x1f2a Default 437 0 App: Ad was loaded."),
    ("log show", "2026-11-20 10:15:02.123 0x1f2a Default 0x0 App: Ad was loaded."),
    ("log show compact", "2026-11-20 10:15:02.123 App[437:1f2a] Ad was loaded."),
    ("log show compact", "2026-11-20 10:15:02.123 Xy App[437:1f2a] Ad was loaded."),
    ("log show syslog", "2026-11-20 10:15:02.123 phone App[437:1]: Ad was loaded."),
    ("log show syslog", "Nov 20 10:15:02 phone App(Lib)[437] <Notice>: Ad was loaded."),
    ("device log", "Nov 20 10:15:02 phone App[437]: Ad was loaded."),
    ("device log", "Nov 20 10:15:02 phone App(Lib) <Notice>: Ad was loaded."),
    ("Console.app", "default\tApp\tAd was loaded."),
    ("Console.app", "notice\t10:15:02.123456+0100\tApp\tAd was loaded."),
    ("flutter run", "flutter (4711): Ad was loaded."), ("flutter run", "I/flutter: Ad was loaded."),
    ("Metro", "LOG Ad was loaded."), ("Metro", "ERROR: Ad failed to load."),
    ("React Native", "2026-11-20 10:15:02.123 [info] Ad was loaded."),
    ("React Native", "[info][tid:main] Ad was loaded."),
    ("Capacitor", "[log] - Ad was loaded."), ("Capacitor", "🎯 Ad was loaded."),
  ]
}
