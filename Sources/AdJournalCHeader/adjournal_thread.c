#include "adjournal_thread.h"
#include "adjournal.h"

#include <stdatomic.h>
#include <string.h>

static _Thread_local volatile bool inside = false;
static _Thread_local char reason[1024];
static _Thread_local size_t reason_length = 0;

// The session of each slot, and its lines that were refused.
static _Atomic int64_t counted[ADJOURNAL_SLOTS];
static _Atomic int64_t refused[ADJOURNAL_SLOTS];

bool adjournal_enter(void) {
  if (inside) return false;
  inside = true;
  atomic_signal_fence(memory_order_seq_cst);
  return true;
}

void adjournal_leave(void) {
  atomic_signal_fence(memory_order_seq_cst);
  inside = false;
}

void adjournal_fail(const char *text, size_t length) {
  size_t end = length < sizeof reason ? length : sizeof reason;
  // A character of UTF-8 is not cut.
  while (end < length && end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
  if (end > 0) memcpy(reason, text, end);
  reason_length = end;
}

size_t adjournal_error(char *buffer, size_t capacity) {
  if (buffer) memcpy(buffer, reason, capacity < reason_length ? capacity : reason_length);
  return reason_length;
}

void adjournal_count_refused(int64_t session) {
  atomic_store(&refused[session % ADJOURNAL_SLOTS], 0);
  atomic_store(&counted[session % ADJOURNAL_SLOTS], session);
}

void adjournal_refuse(int64_t session) {
  if (session <= 0 || atomic_load(&counted[session % ADJOURNAL_SLOTS]) != session) return;
  atomic_fetch_add(&refused[session % ADJOURNAL_SLOTS], 1);
}

int64_t adjournal_take_refused(int64_t session) {
  _Atomic int64_t *count = &refused[session % ADJOURNAL_SLOTS];
  return atomic_load_explicit(count, memory_order_relaxed) ? atomic_exchange(count, 0) : 0;
}
