// Records numbered lines until it is killed, and prints the seq that each flush acknowledges.
//
//     kill FOLDER THREADS MORE_CONFIGURATION
#include <pthread.h>
#include <unistd.h>

#include "session.h"

static int64_t session;

static void *run(void *argument) {
  for (int64_t index = 0;; index++) {
    char line[128];
    const char *event = index % 97 == 3 ? "none" : "note";
    snprintf(line, sizeof line, "{\"event\":\"%s\",\"text\":\"%lld-%lld\"}", event, (long long)(intptr_t)argument,
             (long long)index);
    record(session, line);
    if (index % 64 == 0) usleep(100);
  }
  return NULL;
}

int main(int count, char **words) {
  if (count != 4) return 2;
  session = open_session(words[1], words[3]);
  for (intptr_t index = 0; index < atoi(words[2]); index++) {
    pthread_t id;
    pthread_create(&id, NULL, run, (void *)index);
  }
  for (;;) {
    printf("%lld\n", (long long)adjournal_flush(session));
    fflush(stdout);
  }
}
