// What the library keeps for each thread, and counts without a lock; not for callers of the library.
#ifndef ADJOURNAL_THREAD_H
#define ADJOURNAL_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of sessions that can be open at the same time.
#define ADJOURNAL_SLOTS 64

/// Marks this thread as inside the library; returns false if it was already.
bool adjournal_enter(void);
/// Marks this thread as outside the library.
void adjournal_leave(void);
/// Keeps the reason of a failure on this thread, cut to 1024 bytes between characters.
void adjournal_fail(const char *text, size_t length);
/// Counts the lines of a session that are refused inside another call, from 0.
void adjournal_count_refused(int64_t session);
/// Counts a line that was refused inside another call, if the session is open.
void adjournal_refuse(int64_t session);
/// Returns the number of refused lines since the last call.
int64_t adjournal_take_refused(int64_t session);

#endif
