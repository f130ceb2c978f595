// Appends rows to an SQLite database in WAL mode, one transaction each.
#include <sqlite3.h>

#include "timing.h"

int main(int argc, char **argv) {
  Arguments asked(argc, argv);
  sqlite3 *db = nullptr;
  if (sqlite3_open((asked.folder + "/journal.sqlite").c_str(), &db) != SQLITE_OK) return 4;
  sqlite3_exec(db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;", nullptr, nullptr, nullptr);
  sqlite3_exec(db,
               "CREATE TABLE record (seq INTEGER PRIMARY KEY, t INTEGER, wall INTEGER, event TEXT,"
               " unit TEXT, format TEXT, request TEXT, ad TEXT, adapter TEXT, response TEXT,"
               " latency_ms INTEGER)",
               nullptr, nullptr, nullptr);
  sqlite3_stmt *insert = nullptr;
  sqlite3_prepare_v2(db, "INSERT INTO record VALUES (?,?,?,?,?,?,?,?,?,?,?)", -1, &insert, nullptr);
  Texts texts;
  auto text = [&](int place, const std::string &value) {
    sqlite3_bind_text(insert, place, value.data(), int(value.size()), SQLITE_STATIC);
  };
  const std::string event = "ad.loaded", format = "interstitial";
  Times times(asked);
  times.run([&](long number) {
    const long now = nanoseconds() / 1000000;
    sqlite3_bind_int64(insert, 1, number + 1);
    sqlite3_bind_int64(insert, 2, now);
    sqlite3_bind_int64(insert, 3, now);
    text(4, event);
    text(5, texts.unit);
    text(6, format);
    text(7, texts.requests[number & 4095]);
    text(8, texts.ads[number & 4095]);
    text(9, texts.adapter);
    text(10, texts.response);
    sqlite3_bind_int64(insert, 11, number & 2047);
    if (sqlite3_step(insert) != SQLITE_DONE) exit(4);
    sqlite3_reset(insert);
  });
  sqlite3_finalize(insert);
  sqlite3_close(db);
  times.report();
}
