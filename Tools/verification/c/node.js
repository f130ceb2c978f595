// Records a session from Node, and prints the results as JSON.
//
//     node node.js ADDON FOLDER
const library = require(process.argv[2]);
const folder = process.argv[3];
const configuration = {
  folder, app: "com.example.app", app_version: "1.0", build: "debug", os: "Linux", os_version: "6.1",
  sdk: "google-mobile-ads", sdk_version: "12.9.0",
};
const refused = library.open(JSON.stringify({ ...configuration, level: 1 }));
const reason = library.error();
const session = library.open(JSON.stringify(configuration));
const results = [
  library.record(session, JSON.stringify({ event: "app.launched", cold: true })),
  library.record(session, JSON.stringify({ event: "note", text: "grüße 😀 \u0000" })),
  library.record(session, "no line"),
  library.record(session, 7),
  library.record("no session", "{}"),
];
const flushed = library.flush(session);
const verdicts = JSON.parse(library.verdicts(session));
const exported = library.exportTo(session, folder + "-export.jsonl.gz");
const closed = [library.close(session), library.close(session)];
console.log(JSON.stringify({ refused, reason, results, flushed, records: verdicts.records, exported, closed }));
