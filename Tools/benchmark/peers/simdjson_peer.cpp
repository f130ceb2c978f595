// simdjson, on-demand: one thread reads the journal and answers the three questions in one pass.
// It looks at the fields that the questions need and validates nothing else.
#include <fcntl.h>
#include <simdjson.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using std::string_view;
using namespace simdjson;

static uint64_t mix(string_view text, uint64_t seed) {
  uint64_t hash = seed ^ (text.size() * 0x9E3779B97F4A7C15ull);
  const char *at = text.data();
  size_t left = text.size();
  uint64_t word;
  for (; left >= 8; left -= 8, at += 8) {
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0xD6E8FEB86659FD93ull;
    hash ^= hash >> 32;
  }
  word = 0;
  std::memcpy(&word, at, left);
  hash = (hash ^ word) * 0xD6E8FEB86659FD93ull;
  return (hash ^ hash >> 29) | 1;
}

// Open addressing by a 64-bit hash; 0 is an empty place.
class Table {
  std::vector<uint64_t> keys;
  std::vector<int64_t> values;
  size_t count = 0;

  size_t place(uint64_t key) const {
    size_t at = key >> 8 & (keys.size() - 1);
    while (keys[at] && keys[at] != key) at = (at + 1) & (keys.size() - 1);
    return at;
  }

  void grow() {
    Table larger(keys.size() * 2);
    for (size_t i = 0; i < keys.size(); i++)
      if (keys[i]) larger[keys[i]] = values[i];
    *this = std::move(larger);
  }

 public:
  static constexpr int64_t none = INT64_MIN;
  explicit Table(size_t size = 1 << 16) : keys(size), values(size, none) {}

  int64_t &operator[](uint64_t key) {
    if (count * 2 > keys.size()) grow();
    size_t at = place(key);
    if (!keys[at]) {
      keys[at] = key;
      count++;
    }
    return values[at];
  }

  int64_t find(uint64_t key) const {
    size_t at = place(key);
    return keys[at] ? values[at] : none;
  }

  int64_t taken() const {
    int64_t total = 0;
    for (int64_t value : values) total += value != none;
    return total;
  }
};

struct Answers {
  Table counts{1 << 10};
  std::map<uint64_t, std::string> names;
  Table loaded, waiting;
  int64_t stale = 0, unreloaded = 0;

  void count(string_view event) {
    uint64_t key = mix(event, 7);
    int64_t &total = counts[key];
    if (total == Table::none) {
      total = 0;
      names.emplace(key, std::string(event));
    }
    total++;
  }

  void print() {
    std::printf("{\"kinds\": {");
    const char *comma = "";
    for (auto &[key, name] : names) {
      std::printf("%s\"%s\": %lld", comma, name.c_str(), (long long)counts[key]);
      comma = ", ";
    }
    std::printf("}, \"stale\": %lld, \"unreloaded\": %lld}\n", (long long)stale,
                (long long)(unreloaded + waiting.taken()));
  }
};

static void fail(const char *what) {
  std::fprintf(stderr, "simdjson_peer: %s\n", what);
  std::exit(1);
}

static string_view text(ondemand::object &record, const char *field) {
  string_view value;
  if (record.find_field_unordered(field).get(value)) return {};
  return value;
}

static void judge(ondemand::object &record, Answers &answers) {
  string_view session, event;
  int64_t t;
  if (record.find_field("session").get(session) || record.find_field("t").get(t) ||
      record.find_field("event").get(event))
    fail("a record without its envelope");
  answers.count(event);
  if (event == "ad.loaded") {
    answers.loaded[mix(text(record, "ad"), mix(session, 1))] = t;
  } else if (event == "ad.present_requested") {
    uint64_t key = mix(text(record, "ad"), mix(session, 1));
    if (text(record, "format") != "app_open") return;
    int64_t since = answers.loaded.find(key);
    answers.stale += since != Table::none && t - since >= 14400000;
  } else if (event == "ad.dismissed" || event == "ad.requested") {
    uint64_t key = mix(text(record, "unit"), mix(session, 2));
    bool is_app_open = text(record, "format") == "app_open";
    int64_t &deadline = answers.waiting[mix(text(record, "scene"), key)];
    bool is_dismissal = event == "ad.dismissed";
    if (deadline != Table::none) answers.unreloaded += is_dismissal || deadline < t;
    deadline = is_dismissal ? t + (is_app_open ? 2000 : 30000) : Table::none;
  }
}

int main(int count, char **arguments) {
  if (count != 2) fail("needs a FILE");
  int file = open(arguments[1], O_RDONLY);
  struct stat about;
  if (file < 0 || fstat(file, &about)) fail("cannot open the file");
  size_t size = about.st_size;
  size_t room = (size + SIMDJSON_PADDING + 4095) / 4096 * 4096 + 4096;
  // Zero pages behind the file are the padding that simdjson reads.
  char *bytes = (char *)mmap(nullptr, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED || (size > 0 && mmap(bytes, size, PROT_READ,
      MAP_PRIVATE | MAP_FIXED | MAP_POPULATE, file, 0) == MAP_FAILED))
    fail("cannot map the file");
  ondemand::parser parser;
#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#endif
  ondemand::document_stream records;
  if (parser.iterate_many(bytes, size, 1 << 20).get(records)) fail("cannot read");
  Answers answers;
  for (auto line : records) {
    ondemand::object record;
    if (line.get_object().get(record)) fail("a line that is no object");
    judge(record, answers);
  }
  answers.print();
}
