// Records numbered lines from several threads as fast as they can, and prints what became of them as JSON.
//
//     flood FOLDER THREADS LINES_OF_EACH MALFORMED_OF_1000 PAUSE_NANOSECONDS MORE_CONFIGURATION
#include <pthread.h>

#include "session.h"

typedef struct {
  int64_t session, thread, lines, malformed, pause;
  int64_t recorded, refused, dropped, other;
  unsigned *nanoseconds;
} Work;

static void *run(void *argument) {
  Work *work = argument;
  // Every thread has malformed lines at other places.
  unsigned state = (unsigned)work->thread * 2654435761u + 1;
  for (int64_t index = 0; index < work->lines; index++) {
    char line[128];
    state = state * 1664525u + 1013904223u;
    int is_malformed = (state >> 8) % 1000 < work->malformed;
    snprintf(line, sizeof line, "{\"event\":\"%s\",\"text\":\"%lld-%lld\"}", is_malformed ? "none" : "note",
             (long long)work->thread, (long long)index);
    int64_t before = nanoseconds();
    int64_t result = record(work->session, line);
    int64_t passed = nanoseconds() - before;
    if (work->nanoseconds) work->nanoseconds[index] = passed > UINT32_MAX ? UINT32_MAX : (unsigned)passed;
    if (result > 0 && !is_malformed) work->recorded++;
    else if (result == ADJOURNAL_MALFORMED && is_malformed) work->refused++;
    else if (result == ADJOURNAL_DROPPED && !is_malformed) work->dropped++;
    else work->other++;
    for (int64_t until = before + work->pause; work->pause && nanoseconds() < until;) {
    }
  }
  return NULL;
}

static int compare(const void *one, const void *two) {
  unsigned a = *(const unsigned *)one, b = *(const unsigned *)two;
  return a < b ? -1 : a > b;
}

int main(int count, char **words) {
  if (count != 7) return 2;
  int threads = atoi(words[2]);
  int64_t lines = atoll(words[3]);
  int64_t session = open_session(words[1], words[6]);
  Work *work = calloc((size_t)threads, sizeof *work);
  pthread_t *ids = calloc((size_t)threads, sizeof *ids);
  unsigned *times = calloc((size_t)(threads * lines), sizeof *times);
  int64_t start = nanoseconds();
  for (int index = 0; index < threads; index++) {
    work[index] = (Work){
        .session = session, .thread = index, .lines = lines, .malformed = atoi(words[4]), .pause = atoll(words[5]),
        .nanoseconds = times ? times + index * lines : NULL};
    pthread_create(&ids[index], NULL, run, &work[index]);
  }
  Work sum = {0};
  for (int index = 0; index < threads; index++) {
    pthread_join(ids[index], NULL);
    sum.recorded += work[index].recorded;
    sum.refused += work[index].refused;
    sum.dropped += work[index].dropped;
    sum.other += work[index].other;
  }
  double seconds = (double)(nanoseconds() - start) / 1e9;
  int64_t lost = adjournal_close(session);
  double closed = (double)(nanoseconds() - start) / 1e9;
  size_t all = (size_t)(threads * lines);
  qsort(times, all, sizeof *times, compare);
  printf("{\"recorded\":%lld,\"malformed\":%lld,\"dropped\":%lld,\"other\":%lld,\"lost\":%lld,\"seconds\":%.3f,"
         "\"seconds_with_close\":%.3f,\"p50_ns\":%u,\"p99_ns\":%u,\"p999_ns\":%u,\"max_ns\":%u}\n",
         (long long)sum.recorded, (long long)sum.refused, (long long)sum.dropped, (long long)sum.other,
         (long long)lost, seconds, closed, times[all / 2], times[all - 1 - all / 100], times[all - 1 - all / 1000],
         times[all - 1]);
  free(times);
  free(ids);
  free(work);
  return 0;
}
