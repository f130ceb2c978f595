// The recorder of adjournal for languages other than Swift.
//
//     int64_t session = adjournal_open(configuration, strlen(configuration));
//     adjournal_record(session, line, strlen(line));
//     adjournal_close(session);
//
// Any thread may call any function, also several at the same time. Texts are UTF-8 with a length in
// bytes; they need no NUL at the end, and the library copies what it keeps. The library gives no
// memory to the caller: results are written to memory of the caller.
//
// A result below 0 is a status, see below; adjournal_error returns the reason in words. No argument
// ends the process: NULL, a wrong session, and bytes that are not UTF-8 have a status, too. A
// length must not exceed the memory behind the pointer.
//
// In a signal handler, only adjournal_record is of use. A call that interrupts another call of the
// library on the same thread returns ADJOURNAL_BUSY. Like most functions, it is not safe in a
// handler that interrupts malloc, or a record that the app makes by itself, on the same thread: use
// sigwait, or a thread that does neither. No handler runs on the threads of the library.
//
// After fork, the child must not use sessions of the parent.
#ifndef ADJOURNAL_H
#define ADJOURNAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// There is no open session with this number: it was never opened, or is closed.
#define ADJOURNAL_NO_SESSION (-1)
/// An argument is NULL, not UTF-8, or cannot be used.
#define ADJOURNAL_INVALID (-2)
/// The line is not an event. The journal counts it in a `recorder.gap`.
#define ADJOURNAL_MALFORMED (-3)
/// The queue is full. The journal counts the event in a `recorder.gap`.
#define ADJOURNAL_DROPPED (-4)
/// The session has ended; no event can follow.
#define ADJOURNAL_ENDED (-5)
/// A file or folder could not be read or written.
#define ADJOURNAL_FILE (-6)
/// This thread is inside another call: a signal handler interrupted it. The journal counts a line
/// in a `recorder.gap`.
#define ADJOURNAL_BUSY (-7)
/// 64 sessions are open, the maximum.
#define ADJOURNAL_TOO_MANY (-8)

/// Opens a session and records its header, from a JSON object:
///
/// | key | value | |
/// |---|---|---|
/// | `folder` | path of a folder for journals alone; created if it does not exist | required |
/// | `app`, `app_version`, `os`, `os_version`, `sdk`, `sdk_version` | as in `session.began` | required |
/// | `build` | `debug`, `release`, `unknown` | required |
/// | `device`, `timezone`, `launch_count`, `multi_scene`, `test_device` | as in `session.began` | |
/// | `utc_offset_min` | minutes east of UTC | default: of the process |
/// | `captures` | array of classes of events | default: derived from the events |
/// | `policy` | object of thresholds of the app | default: none |
/// | `durability` | `memory`, `process`, `ordered`, `durable` | default: `process` |
/// | `queue_bytes` | size of the queue: 4096 to 2^30 | default: 524288 |
/// | `segment_bytes` | size after which a new file begins | default: 1048576 |
/// | `total_bytes` | maximum size of all journals of the folder; 0 for no limit | default: 8388608 |
///
/// Any other key is an error, which names it. In an app with UIKit, on the main thread, the facts
/// of the app and the system have the values of this app by default, and the life cycle, windows,
/// lock and connection of the app are recorded from now on: do not record these events yourself.
///
/// It reads or makes one small file. A folder that cannot be written is reported by
/// adjournal_flush, and by later calls; events wait in the queue meanwhile.
///
/// Returns the number of the session, above 0, or ADJOURNAL_INVALID, ADJOURNAL_TOO_MANY or
/// ADJOURNAL_BUSY. A number is not used twice.
int64_t adjournal_open(const char *configuration, size_t length);

/// Records one event: a JSON object without an envelope, such as
/// `{"event":"ad.loaded","unit":"u-1","format":"interstitial","request":"r-1","ad":"a-1"}`.
///
/// It copies the event into a queue, and never waits for a file. Fields that the vocabulary does
/// not have are omitted; response ids are stored as hashes. A line has at most 1 MiB. The last
/// event of a session can be `session.ended`; adjournal_close adds it if it is missing.
///
/// Returns the `seq` of the record, above 0, or ADJOURNAL_NO_SESSION, ADJOURNAL_MALFORMED,
/// ADJOURNAL_DROPPED, ADJOURNAL_ENDED or ADJOURNAL_BUSY. A NULL or empty line is malformed.
int64_t adjournal_record(int64_t session, const char *line, size_t length);

/// Writes all records so far, and waits until they are safe; never call it on the main thread of an
/// app.
///
/// Returns the `seq` up to which all records survive what `durability` promises, or
/// ADJOURNAL_NO_SESSION, ADJOURNAL_FILE or ADJOURNAL_BUSY.
int64_t adjournal_flush(int64_t session);

/// Flushes, and writes the journals of the folder to one file, also those of earlier sessions with a
/// record of the last seven days; never call it on the main thread.
///
/// If the path ends in `.gz`, the file is compressed, except in a program with a zlib of its own,
/// such as Node. A file at the path is replaced; it is complete or does not exist. Its folder exists
/// and is not that of the journals. Records that the limit `total_bytes` deleted are missing in it.
///
/// Returns the number of bytes of the file, or ADJOURNAL_NO_SESSION, ADJOURNAL_INVALID,
/// ADJOURNAL_FILE or ADJOURNAL_BUSY.
int64_t adjournal_export(int64_t session, const char *path, size_t length);

/// Flushes, audits the session so far, and writes the verdicts as JSON: the object of the session
/// in `adjournal audit --format json`. Never call it on the main thread of an app.
///
/// It writes at most `capacity` bytes, without a NUL, and returns the length of the whole text. If
/// that is above `capacity`, nothing is written, and the next call returns the same text: call it
/// with a `capacity` of 0, then with the memory.
///
/// Returns the length, or ADJOURNAL_NO_SESSION, ADJOURNAL_INVALID (`buffer` is NULL and `capacity`
/// is not 0), ADJOURNAL_FILE or ADJOURNAL_BUSY.
int64_t adjournal_verdicts(int64_t session, char *buffer, size_t capacity);

/// Ends the session, writes all records, seals the file, and waits for that.
///
/// Returns the number of events of the session that the journal counts in a `recorder.gap`, or
/// ADJOURNAL_NO_SESSION (also if another thread closes it), ADJOURNAL_FILE (records could not be
/// written; the session is closed) or ADJOURNAL_BUSY.
int64_t adjournal_close(int64_t session);

/// Copies the reason of the last failure on this thread to `buffer`, in words and cut to
/// `capacity` bytes, without a NUL; returns the length of the whole reason, 0 without a failure.
///
/// A successful call does not change the reason.
size_t adjournal_error(char *buffer, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
