// The C library of the page's module, under the name that the sources import on a static Linux.
//
// Files are those of a table in memory; everything else that a system has is absent: folders,
// threads, clocks but one, libraries. The calls that need it fail as they do on a system that
// refuses them.
#ifndef PAGE_LIBC_H
#define PAGE_LIBC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long long off_t;
typedef long long time_t;
typedef unsigned mode_t;
typedef int clockid_t;

#define NULL ((void *)0)

// MARK: The page

/// Reports that bytes of files were read; `count` is their number since the audit began.
__attribute__((import_module("page"), import_name("progress"))) void page_progress(double count);
/// Takes a part of an output; the bytes are valid during the call.
__attribute__((import_module("page"), import_name("emit"))) void page_emit(
    const void *_Nonnull bytes, size_t count);
/// Milliseconds on a clock that never goes back.
__attribute__((import_module("page"), import_name("now"))) double page_now(void);

/// The number of files in the table.
size_t page_file_count(void);
/// The name of a file of the table, which is valid until the table changes.
const char *_Nonnull page_file_name(size_t index);

/// The text of a file of the table, which is valid until the table changes.
const void *_Nonnull page_file_text(size_t index, size_t *_Nonnull count);
/// Whether a file of the table is an archive that ended early.
int page_file_is_torn(size_t index);
/// Adds a file, or replaces the one of that name; returns the memory for its bytes.
void *_Nullable page_file(const char *_Nonnull name, size_t name_length, size_t count);
/// Adds a decompressed archive, or replaces the file of that name; returns the memory for its text.
void *_Nullable page_archive(
    const char *_Nonnull name, size_t name_length, size_t count, int is_torn);

/// The error of the last call that failed; a function, because Swift imports no variable of C
/// safely.
int page_errno(void);

// MARK: Memory and texts

void *_Nullable malloc(size_t count);
void free(void *_Nullable memory);
int posix_memalign(void *_Nullable *_Nonnull memory, size_t alignment, size_t count);
void *_Nullable memchr(const void *_Nonnull bytes, int byte, size_t count);
int memcmp(const void *_Nonnull one, const void *_Nonnull other, size_t count);

// MARK: Errors

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define EAGAIN 11
#define EWOULDBLOCK EAGAIN
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define EMFILE 24
#define ENOTTY 25
#define ENOSPC 28
#define EROFS 30
#define ENOSYS 38
#define EOPNOTSUPP 95
#define ENOTSUP EOPNOTSUPP
#define ENOBUFS 105
#define EDQUOT 122

static inline char *_Nullable strerror(int error) { return 0; }

// MARK: Files

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct stat {
  unsigned long long st_dev, st_ino;
  mode_t st_mode;
  off_t st_size;
};

#define S_IFMT 0170000u
#define S_IFREG 0100000u
#define S_IFDIR 0040000u
#define S_IFIFO 0010000u
#define S_IFLNK 0120000u
#define O_RDONLY 0
#define O_NONBLOCK 04000
#define O_CLOEXEC 02000000
#define AT_FDCWD (-100)
#define F_GETFL 3
#define F_SETFL 4

int page_open(const char *_Nonnull path);
int close(int file);
int fstat(int file, struct stat *_Nonnull info);
int fstatat(int folder, const char *_Nonnull path, struct stat *_Nonnull info, int flags);
ssize_t read(int file, void *_Nullable buffer, size_t count);
ssize_t pread(int file, void *_Nullable buffer, size_t count, off_t offset);

/// Every file is opened for reading.
static inline int open(const char *_Nonnull path, int flags) { return page_open(path); }
static inline int lstat(const char *_Nonnull path, struct stat *_Nonnull info) {
  return fstatat(AT_FDCWD, path, info, 0);
}
static inline int fcntl(int file, int command, int value) { return 0; }
static inline ssize_t pwrite(int file, const void *_Nullable bytes, size_t count, off_t offset) {
  return -1;
}
static inline int mkstemp(char *_Nonnull name) { return -1; }
static inline int unlink(const char *_Nonnull path) { return -1; }
static inline char *_Nullable getenv(const char *_Nonnull name) { return 0; }

// MARK: Folders

#define DT_DIR 4
#define DT_REG 8

struct dirent {
  unsigned char d_type;
  char d_name[256];
};
typedef struct page_folder DIR;

static inline DIR *_Nullable opendir(const char *_Nonnull path) { return 0; }
static inline struct dirent *_Nullable readdir(DIR *_Nonnull folder) { return 0; }
static inline int closedir(DIR *_Nonnull folder) { return 0; }

// MARK: Libraries

#define RTLD_NOW 2

/// The only library is that of the archives, whose text JavaScript has decompressed.
static inline void *_Nullable dlopen(const char *_Nonnull library, int mode) { return "zlib"; }
void *_Nullable dlsym(void *_Nonnull library, const char *_Nonnull name);

// MARK: Clocks

#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
};

/// The clock of the page; it does not know the date.
static inline int clock_gettime(clockid_t clock, struct timespec *_Nonnull time) {
  double now = page_now();
  time->tv_sec = (time_t)(now / 1000);
  time->tv_nsec = (long)((now - 1000.0 * (double)time->tv_sec) * 1000000);
  return 0;
}
static inline time_t time(time_t *_Nullable now) { return 0; }
static inline struct tm *_Nullable localtime_r(
    const time_t *_Nonnull time, struct tm *_Nonnull local) {
  return 0;
}
static inline int usleep(unsigned microseconds) { return 0; }

// MARK: Threads

// There is one thread: locks are always free, and no other thread can be created.
typedef unsigned long pthread_t;
typedef struct { int unused; } pthread_mutex_t;
typedef struct { int unused; } pthread_cond_t;
typedef struct { int unused; } pthread_condattr_t;
typedef struct { int unused; } pthread_attr_t;

#define PAGE_DOES_NOTHING(name, ...) \
  static inline int name(__VA_ARGS__) { return 0; }
PAGE_DOES_NOTHING(pthread_mutex_init, pthread_mutex_t *_Nonnull lock, void *_Nullable attributes)
PAGE_DOES_NOTHING(pthread_mutex_destroy, pthread_mutex_t *_Nonnull lock)
PAGE_DOES_NOTHING(pthread_mutex_lock, pthread_mutex_t *_Nonnull lock)
PAGE_DOES_NOTHING(pthread_mutex_trylock, pthread_mutex_t *_Nonnull lock)
PAGE_DOES_NOTHING(pthread_mutex_unlock, pthread_mutex_t *_Nonnull lock)
PAGE_DOES_NOTHING(pthread_cond_init, pthread_cond_t *_Nonnull condition,
                  pthread_condattr_t *_Nullable attributes)
PAGE_DOES_NOTHING(pthread_cond_destroy, pthread_cond_t *_Nonnull condition)
PAGE_DOES_NOTHING(pthread_cond_broadcast, pthread_cond_t *_Nonnull condition)
PAGE_DOES_NOTHING(pthread_condattr_init, pthread_condattr_t *_Nonnull attributes)
PAGE_DOES_NOTHING(pthread_condattr_destroy, pthread_condattr_t *_Nonnull attributes)
PAGE_DOES_NOTHING(pthread_condattr_setclock, pthread_condattr_t *_Nonnull attributes,
                  clockid_t clock)
PAGE_DOES_NOTHING(pthread_attr_init, pthread_attr_t *_Nonnull attributes)
PAGE_DOES_NOTHING(pthread_attr_destroy, pthread_attr_t *_Nonnull attributes)
PAGE_DOES_NOTHING(pthread_attr_setstacksize, pthread_attr_t *_Nonnull attributes, size_t count)
PAGE_DOES_NOTHING(pthread_detach, pthread_t thread)
PAGE_DOES_NOTHING(pthread_join, pthread_t thread, void *_Nullable result)
PAGE_DOES_NOTHING(sched_yield, void)
#undef PAGE_DOES_NOTHING

static inline int pthread_create(
    pthread_t *_Nonnull thread, pthread_attr_t *_Nonnull attributes,
    void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable argument) {
  return EAGAIN;
}
/// Nobody could wake the only thread up.
static inline int pthread_cond_wait(
    pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull lock) {
  __builtin_trap();
}
static inline int pthread_cond_timedwait(
    pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull lock,
    struct timespec *_Nonnull end) {
  __builtin_trap();
}

#endif
