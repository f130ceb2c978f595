// A signal handler records while the thread that it interrupts records, too; prints the counts as JSON.
//
//     signals FOLDER LINES
#include <signal.h>
#include <sys/time.h>

#include "session.h"

static int64_t session;
static volatile int64_t busy = 0, handled = 0, other = 0;

static void handle(int number) {
  (void)number;
  int64_t result = record(session, "{\"event\":\"note\",\"text\":\"handler\"}");
  if (result > 0) handled++;
  else if (result == ADJOURNAL_BUSY) busy++;
  else other++;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  session = open_session(words[1], ",\"total_bytes\":0,\"queue_bytes\":1048576");
  signal(SIGALRM, handle);
  struct itimerval often = {{0, 200}, {0, 200}};
  setitimer(ITIMER_REAL, &often, NULL);
  int64_t recorded = 0, dropped = 0, unexpected = 0, lines = atoll(words[2]);
  // Outside the library, this thread calls nothing that a handler must not interrupt.
  for (int64_t index = 0; index < lines; index++) {
    int64_t result = record(session, "{\"event\":\"note\",\"text\":\"thread\"}");
    if (result > 0) recorded++;
    else if (result == ADJOURNAL_DROPPED) dropped++;
    else unexpected++;
  }
  struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
  int64_t lost = adjournal_close(session);
  printf("{\"recorded\":%lld,\"handled\":%lld,\"busy\":%lld,\"dropped\":%lld,\"other\":%lld,\"lost\":%lld}\n",
         (long long)recorded, (long long)handled, (long long)busy, (long long)dropped, (long long)(other + unexpected),
         (long long)lost);
  return 0;
}
