/* What the package uses of Darwin's C library, declared as on arm64: enough to check types, nothing to link.
   From the public headers of the SDK; what Swift makes of them differently is in Darwin.swift. */
#pragma once
typedef unsigned char uint8_t;
typedef unsigned short uint16_t, mode_t, nlink_t;
typedef int int32_t, dev_t;
typedef unsigned int uint32_t, uid_t, gid_t;
typedef long long int64_t, off_t, blkcnt_t;
typedef unsigned long long uint64_t, ino_t;
typedef long time_t, ssize_t;
typedef unsigned long size_t;
typedef int blksize_t;

struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; int tv_usec; };
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *_Null_unspecified tm_zone;
};
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  uint32_t st_flags, st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};
struct dirent {
  ino_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen, d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
typedef struct { int __dd_fd; } DIR;
struct pollfd { int fd; short events, revents; };
typedef unsigned int nfds_t;

typedef struct _opaque_pthread_mutex_t { long __sig; char __opaque[56]; } pthread_mutex_t;
typedef struct _opaque_pthread_cond_t { long __sig; char __opaque[40]; } pthread_cond_t;
typedef struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; } pthread_attr_t;
typedef struct _opaque_pthread_mutexattr_t { long __sig; char __opaque[8]; } pthread_mutexattr_t;
typedef struct _opaque_pthread_condattr_t { long __sig; char __opaque[8]; } pthread_condattr_t;
struct _opaque_pthread_t { long __sig; void *_Null_unspecified __cleanup_stack; char __opaque[8176]; };
typedef struct _opaque_pthread_t *pthread_t;

typedef enum {
  CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6, CLOCK_MONOTONIC_RAW = 4, CLOCK_UPTIME_RAW = 8
} clockid_t;

#define O_RDONLY 0
#define O_WRONLY 1
#define O_NONBLOCK 0x4
#define O_APPEND 0x8
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_TRUNC 0x400
#define O_EXCL 0x800
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define POLLIN 0x0001
#define RTLD_NOW 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_SETPROTECTIONCLASS 64
#define F_BARRIERFSYNC 85
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define ENOTTY 25
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EAGAIN 35
#define EWOULDBLOCK 35
#define ENOTSUP 45
#define ENOBUFS 55
#define ELOOP 62
#define EDQUOT 69
#define ENOSYS 78
#define EOPNOTSUPP 102
#define _SC_NPROCESSORS_ONLN 58

int close(int);
ssize_t read(int, void *_Null_unspecified, size_t);
ssize_t write(int, const void *_Null_unspecified, size_t);
ssize_t pread(int, void *_Null_unspecified, size_t, off_t);
int fsync(int);
int ftruncate(int, off_t);
int fstat(int, struct stat *_Null_unspecified);
int fstatat(int, const char *_Null_unspecified, struct stat *_Null_unspecified, int);
int lstat(const char *_Null_unspecified, struct stat *_Null_unspecified);
int stat(const char *_Null_unspecified, struct stat *_Null_unspecified);
int mkdir(const char *_Null_unspecified, mode_t);
int unlink(const char *_Null_unspecified);
int unlinkat(int, const char *_Null_unspecified, int);
int rename(const char *_Null_unspecified, const char *_Null_unspecified);
int renamex_np(const char *_Null_unspecified, const char *_Null_unspecified, unsigned int);
int link(const char *_Null_unspecified, const char *_Null_unspecified);
DIR *_Null_unspecified opendir(const char *_Null_unspecified);
DIR *_Null_unspecified fdopendir(int);
struct dirent *_Null_unspecified readdir(DIR *_Null_unspecified);
int closedir(DIR *_Null_unspecified);
int dirfd(DIR *_Null_unspecified);
uid_t geteuid(void);
void *_Null_unspecified malloc(size_t);
void free(void *_Null_unspecified);
char *_Null_unspecified strerror(int);
void *_Null_unspecified memchr(const void *_Null_unspecified, int, size_t);
int memcmp(const void *_Null_unspecified, const void *_Null_unspecified, size_t);
void *_Null_unspecified memcpy(void *_Null_unspecified, const void *_Null_unspecified, size_t);
void *_Nullable dlopen(const char *_Nullable, int);
void *_Nullable dlsym(void *_Nullable, const char *_Nonnull);
long sysconf(int);
int usleep(uint32_t);
time_t time(time_t *_Null_unspecified);
struct tm *_Null_unspecified localtime_r(
    const time_t *_Null_unspecified, struct tm *_Null_unspecified);
int clock_gettime(clockid_t, struct timespec *_Null_unspecified);
uint64_t clock_gettime_nsec_np(clockid_t);

int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
int pthread_mutex_trylock(pthread_mutex_t *_Nonnull);
int poll(struct pollfd *_Nonnull, nfds_t, int);
int sched_yield(void);
int pthread_cond_init(pthread_cond_t *_Nonnull, const pthread_condattr_t *_Nullable);
int pthread_cond_destroy(pthread_cond_t *_Nonnull);
int pthread_cond_wait(pthread_cond_t *_Nonnull, pthread_mutex_t *_Nonnull);
int pthread_cond_broadcast(pthread_cond_t *_Nonnull);
int pthread_cond_timedwait_relative_np(
    pthread_cond_t *_Nonnull, pthread_mutex_t *_Nonnull, const struct timespec *_Nullable);
typedef uint32_t sigset_t;
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIG_BLOCK 1
#define SIG_SETMASK 3
int sigfillset(sigset_t *_Nonnull);
int sigdelset(sigset_t *_Nonnull, int);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
int pthread_attr_init(pthread_attr_t *_Nonnull);
int pthread_attr_destroy(pthread_attr_t *_Nonnull);
int pthread_attr_setstacksize(pthread_attr_t *_Nonnull, size_t);
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
int pthread_detach(pthread_t _Nonnull);
