/* Makes chosen calls of the C library fail, for a program that is started with LD_PRELOAD.
 *
 * FAULTS is a list of rules, separated by spaces: CALL:INDEX:COUNT:ACTION
 *
 *   CALL    name of a function below
 *   INDEX   its first affected call, from 0
 *   COUNT   the number of affected calls; 0 for all from INDEX on
 *   ACTION  eN: fails with errno N and has no effect      aN: takes effect, and fails with errno N
 *           sN: writes at most N bytes                    k: the process is killed before the call
 *
 * FAULTS_LOG names a file to which the number of calls of each function is written at the end.
 *
 * Only calls that concern files of the recorder count: those with a descriptor above 2, and those with a path that
 * is not below /proc, /sys, /dev, /usr, /lib or /etc. Allocations count from 128 KiB, so that only large buffers
 * are refused.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_RULES = 64, LARGE = 128 * 1024 };

enum Call {
  WRITE, OPENAT, OPEN, FDATASYNC, FSYNC, FTRUNCATE, FSTAT, UNLINKAT, MKDIR, PREAD, CLOSE, THREAD, MALLOC,
  BOOTTIME, CALLS
};

static const char *const names[CALLS] = {
    "write", "openat", "open", "fdatasync", "fsync", "ftruncate", "fstat", "unlinkat", "mkdir", "pread",
    "close", "thread", "malloc", "boottime",
};

struct Rule {
  enum Call call;
  long index, count;
  char action;
  long value;
};

static struct Rule rules[MOST_RULES];
static int ruleCount;
static atomic_long counts[CALLS];
static atomic_int ready;

__attribute__((constructor)) static void readRules(void) {
  const char *text = getenv("FAULTS");
  while (text && *text && ruleCount < MOST_RULES) {
    char name[32];
    struct Rule rule = {.value = 0};
    int length = 0;
    if (sscanf(text, " %31[a-z]:%ld:%ld:%c%n", name, &rule.index, &rule.count, &rule.action, &length) < 4) break;
    text += length;
    if (rule.action != 'k') rule.value = strtol(text, (char **)&text, 10);
    for (int call = 0; call < CALLS; call++)
      if (strcmp(names[call], name) == 0) {
        rule.call = call;
        rules[ruleCount++] = rule;
      }
  }
  atomic_store(&ready, 1);
}

__attribute__((destructor)) static void writeCounts(void) {
  const char *path = getenv("FAULTS_LOG");
  if (!path) return;
  atomic_store(&ready, 0);
  FILE *file = fopen(path, "w");
  if (!file) return;
  for (int call = 0; call < CALLS; call++) fprintf(file, "%s %ld\n", names[call], atomic_load(&counts[call]));
  fclose(file);
}

/* Counts a call; returns its rule, or NULL. */
static const struct Rule *next(enum Call call) {
  if (!atomic_load(&ready)) return NULL;
  long index = atomic_fetch_add(&counts[call], 1);
  for (int number = 0; number < ruleCount; number++) {
    const struct Rule *rule = &rules[number];
    if (rule->call != call || index < rule->index) continue;
    if (rule->count && index >= rule->index + rule->count) continue;
    if (rule->action == 'k') kill(getpid(), SIGKILL);
    return rule;
  }
  return NULL;
}

static int failsBefore(const struct Rule *rule) {
  if (!rule || rule->action != 'e') return 0;
  errno = (int)rule->value;
  return 1;
}

static long result(const struct Rule *rule, long value) {
  if (!rule || rule->action != 'a') return value;
  errno = (int)rule->value;
  return -1;
}

static int isOfSystem(const char *path) {
  static const char *const folders[] = {"/proc", "/sys", "/dev", "/usr", "/lib", "/etc"};
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++)
    if (strncmp(path, folders[index], strlen(folders[index])) == 0) return 1;
  return 0;
}

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

ssize_t write(int file, const void *bytes, size_t count) {
  const struct Rule *rule = file > 2 ? next(WRITE) : NULL;
  if (failsBefore(rule)) return -1;
  if (rule && rule->action == 's' && (size_t)rule->value < count) count = (size_t)rule->value;
  return result(rule, REAL(write)(file, bytes, count));
}

static int openAt(const char *name, int folder, const char *path, int flags, mode_t mode) {
  const struct Rule *rule = isOfSystem(path) ? NULL : next(OPENAT);
  if (failsBefore(rule)) return -1;
  int (*call)(int, const char *, int, ...) = real(name);
  int file = call(folder, path, flags, mode);
  return file < 0 ? file : (int)result(rule, file);
}

static int openPath(const char *name, const char *path, int flags, mode_t mode) {
  const struct Rule *rule = isOfSystem(path) ? NULL : next(OPEN);
  if (failsBefore(rule)) return -1;
  int (*call)(const char *, int, ...) = real(name);
  int file = call(path, flags, mode);
  return file < 0 ? file : (int)result(rule, file);
}

static mode_t modeOf(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; }

#define OPENAT_AS(name)                                                  \
  int name(int folder, const char *path, int flags, ...) {               \
    va_list list;                                                        \
    va_start(list, flags);                                               \
    mode_t mode = modeOf(flags, list);                                   \
    va_end(list);                                                        \
    return openAt(#name, folder, path, flags, mode);                     \
  }
#define OPEN_AS(name)                                                    \
  int name(const char *path, int flags, ...) {                           \
    va_list list;                                                        \
    va_start(list, flags);                                               \
    mode_t mode = modeOf(flags, list);                                   \
    va_end(list);                                                        \
    return openPath(#name, path, flags, mode);                           \
  }
OPENAT_AS(openat)
OPENAT_AS(openat64)
OPEN_AS(open)
OPEN_AS(open64)

#define SYNC_AS(name, call)                                              \
  int name(int file) {                                                   \
    const struct Rule *rule = next(call);                                \
    return failsBefore(rule) ? -1 : (int)result(rule, REAL(name)(file)); \
  }
SYNC_AS(fdatasync, FDATASYNC)
SYNC_AS(fsync, FSYNC)

int ftruncate(int file, off_t length) {
  const struct Rule *rule = next(FTRUNCATE);
  return failsBefore(rule) ? -1 : (int)result(rule, REAL(ftruncate)(file, length));
}

int ftruncate64(int file, off64_t length) {
  const struct Rule *rule = next(FTRUNCATE);
  return failsBefore(rule) ? -1 : (int)result(rule, REAL(ftruncate64)(file, length));
}

int fstat(int file, struct stat *info) {
  const struct Rule *rule = file > 2 ? next(FSTAT) : NULL;
  return failsBefore(rule) ? -1 : (int)result(rule, REAL(fstat)(file, info));
}

int unlinkat(int folder, const char *path, int flags) {
  const struct Rule *rule = next(UNLINKAT);
  return failsBefore(rule) ? -1 : (int)result(rule, REAL(unlinkat)(folder, path, flags));
}

int mkdir(const char *path, mode_t mode) {
  const struct Rule *rule = next(MKDIR);
  return failsBefore(rule) ? -1 : (int)result(rule, REAL(mkdir)(path, mode));
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
  const struct Rule *rule = next(PREAD);
  return failsBefore(rule) ? -1 : result(rule, REAL(pread)(file, bytes, count, offset));
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
  const struct Rule *rule = next(PREAD);
  return failsBefore(rule) ? -1 : result(rule, REAL(pread64)(file, bytes, count, offset));
}

int close(int file) {
  const struct Rule *rule = file > 2 ? next(CLOSE) : NULL;
  return failsBefore(rule) ? -1 : (int)result(rule, REAL(close)(file));
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  const struct Rule *rule = next(THREAD);
  if (rule) return (int)rule->value;
  return REAL(pthread_create)(thread, attributes, body, argument);
}

extern void *__libc_malloc(size_t);

void *malloc(size_t count) {
  return count >= LARGE && failsBefore(next(MALLOC)) ? NULL : __libc_malloc(count);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock == CLOCK_BOOTTIME && failsBefore(next(BOOTTIME))) return -1;
  return REAL(clock_gettime)(clock, time);
}
