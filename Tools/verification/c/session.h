// What the programs of this folder share.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adjournal.h"

/// Opens a session in a folder, with further keys such as `,"total_bytes":0`.
static inline int64_t open_session(const char *folder, const char *more) {
  char text[4096];
  int length = snprintf(
      text, sizeof text,
      "{\"folder\":\"%s\",\"app\":\"com.example.app\",\"app_version\":\"1.0\",\"build\":\"debug\","
      "\"os\":\"Linux\",\"os_version\":\"6.1\",\"sdk\":\"google-mobile-ads\",\"sdk_version\":\"12.9.0\"%s}",
      folder, more);
  int64_t session = adjournal_open(text, (size_t)length);
  if (session <= 0) {
    char reason[1024];
    size_t count = adjournal_error(reason, sizeof reason);
    fprintf(stderr, "open: %lld %.*s\n", (long long)session, (int)count, reason);
    exit(1);
  }
  return session;
}

static inline int64_t record(int64_t session, const char *line) {
  return adjournal_record(session, line, strlen(line));
}

static inline int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}
