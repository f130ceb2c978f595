// Calls every function in ways that no program should, from many threads, while sessions open and close.
//
//     misuse FOLDER ROUNDS SEED
#include <pthread.h>

#include "session.h"

static _Atomic int64_t sessions[8];
static const char *folder;
static int rounds;
static char *long_line;
enum { long_length = 10000000 };

static void check(int is_true, const char *what, int64_t result) {
  if (is_true) return;
  fprintf(stderr, "%s: %lld\n", what, (long long)result);
  abort();
}

static void *run(void *argument) {
  unsigned state = (unsigned)(intptr_t)argument;
  char buffer[64];
  for (int round = 0; round < rounds; round++) {
    state = state * 1664525u + 1013904223u;
    unsigned choice = (state >> 8) % 14;
    int slot = (state >> 16) % 8;
    int64_t session = sessions[slot];
    int64_t result = 0;
    switch (choice) {
      case 0: result = record(session, "{\"event\":\"app.launched\",\"cold\":true}"); break;
      case 1: result = adjournal_record(session, NULL, (state >> 4) % 9); break;
      case 2: result = adjournal_record(session, "", 0); break;
      case 3: result = adjournal_record(session, long_line, long_length); break;
      case 4: result = adjournal_record(session, "{\"event\":\"note\",\"text\":\"\xff\xfe\"}", 29); break;
      case 5: result = adjournal_record((int64_t)state - INT64_MAX, "x", 1); break;
      case 6: result = adjournal_verdicts(session, NULL, (state >> 4) % 2); break;
      case 7: result = adjournal_verdicts(session, buffer, sizeof buffer); break;
      case 8: result = adjournal_export(session, "/dev/null/x", 11); break;
      case 9: result = adjournal_export(session, NULL, 0); break;
      case 10: result = adjournal_flush(session); break;
      case 11: result = adjournal_open("{\"folder\":", 10); break;
      case 12:
        result = adjournal_close(session);
        if (result >= 0) sessions[slot] = open_session(folder, "");
        break;
      case 13: result = adjournal_error((state >> 4) % 2 ? buffer : NULL, (state >> 5) % sizeof buffer) ? 0 : 0; break;
    }
    check(result >= ADJOURNAL_TOO_MANY, "result", result);
    if (choice == 1 || choice == 2 || choice == 3 || choice == 4)
      check(result == ADJOURNAL_MALFORMED || result == ADJOURNAL_NO_SESSION || result == ADJOURNAL_ENDED, "line", result);
  }
  return NULL;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  folder = words[1];
  rounds = atoi(words[2]);
  // Before the first session is open.
  check(record(1, "{}") == ADJOURNAL_NO_SESSION, "record before open", 0);
  check(adjournal_close(0) == ADJOURNAL_NO_SESSION, "close before open", 0);
  check(adjournal_error(NULL, 0) > 0, "no reason", 0);
  long_line = malloc(long_length);
  memset(long_line, ' ', long_length);
  // The limit on open sessions.
  int64_t many[64];
  for (int index = 0; index < 64; index++) many[index] = open_session(folder, "");
  char one[1024];
  snprintf(one, sizeof one,
           "{\"folder\":\"%s\",\"app\":\"a\",\"app_version\":\"1\",\"build\":\"debug\",\"os\":\"o\","
           "\"os_version\":\"1\",\"sdk\":\"s\",\"sdk_version\":\"1\"}",
           folder);
  int64_t none = adjournal_open(one, strlen(one));
  check(none == ADJOURNAL_TOO_MANY, "65 sessions", none);
  for (int index = 0; index < 64; index++) check(adjournal_close(many[index]) == 0, "close", many[index]);
  for (int index = 0; index < 8; index++) sessions[index] = open_session(folder, "");
  pthread_t ids[8];
  for (intptr_t index = 0; index < 8; index++)
    pthread_create(&ids[index], NULL, run, (void *)(intptr_t)(atoi(words[3]) * 8 + index));
  for (int index = 0; index < 8; index++) pthread_join(ids[index], NULL);
  for (int index = 0; index < 8; index++) {
    adjournal_close(sessions[index]);
    int64_t again = adjournal_close(sessions[index]);
    check(again == ADJOURNAL_NO_SESSION, "closed twice", again);
  }
  free(long_line);
  puts("no call crashed");
  return 0;
}
