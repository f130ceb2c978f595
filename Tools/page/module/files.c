// The files of the page's module: a table in memory, and what else a system would provide.

#include "CZlib.h"
#include "libc/libc.h"

size_t strlen(const char *text);

struct file {
  // Ends with a zero byte.
  char *name;
  unsigned char *bytes;
  size_t count;
};

struct opened {
  size_t file;
  size_t offset;
  int is_used;
};

#define MOST_OPENED 256

static struct file *files;
static size_t file_count, file_room;
static struct opened opened[MOST_OPENED];
static int error;

int page_errno(void) { return error; }

static int fail(int reason) {
  error = reason;
  return -1;
}

// MARK: The table

// The file that was found last: files are asked for in their order.
static size_t last_found;

static int is_text(const char *one, const char *other) {
  size_t length = strlen(one);
  return strlen(other) == length && memcmp(one, other, length) == 0;
}

// The index of a file; the number of files if there is none.
static size_t index_of(const char *name) {
  for (size_t step = 0; step < file_count; step += 1) {
    size_t index = (last_found + step) % file_count;
    if (is_text(files[index].name, name)) {
      last_found = index;
      return index;
    }
  }
  return file_count;
}

static int make_room(void) {
  if (file_count < file_room) return 1;
  size_t room = file_room ? 2 * file_room : 64;
  struct file *larger = malloc(room * sizeof(struct file));
  if (!larger) return 0;
  if (files) __builtin_memcpy(larger, files, file_count * sizeof(struct file));
  free(files);
  files = larger;
  file_room = room;
  return 1;
}

static char *text_of(const char *bytes, size_t count) {
  char *text = malloc(count + 1);
  if (!text) return NULL;
  __builtin_memcpy(text, bytes, count);
  text[count] = 0;
  return text;
}

static unsigned char *add(const char *name, size_t name_length, size_t count) {
  char *text = text_of(name, name_length);
  unsigned char *bytes = text && make_room() ? malloc(count) : NULL;
  if (!bytes) {
    free(text);
    return NULL;
  }
  size_t index = index_of(text);
  if (index < file_count) {
    free(files[index].name);
    free(files[index].bytes);
  } else {
    file_count += 1;
  }
  files[index] = (struct file){.name = text, .bytes = bytes, .count = count};
  return bytes;
}

/// Adds a file to the table, or replaces the one of that name, and returns the memory for its
/// bytes; NULL if there is not enough.
///
/// The file is what an audit finds below this name, such as `a/b.jsonl`.
__attribute__((export_name("page_file"))) void *page_file(
    const char *name, size_t name_length, size_t count) {
  return add(name, name_length, count);
}

// An archive in the table is the two bytes by which a reader knows gzip, whether the archive is
// torn, a byte without meaning, the number of bytes of the text, and the text.
#define ARCHIVE_HEAD 8

/// Adds a compressed file, whose text JavaScript has decompressed, and returns the memory for the
/// text; NULL if there is not enough.
///
/// `is_torn` is 1 if the archive ended early or was damaged: the text is that before the damage.
__attribute__((export_name("page_archive"))) void *page_archive(
    const char *name, size_t name_length, size_t count, int is_torn) {
  unsigned char *bytes = add(name, name_length, count + ARCHIVE_HEAD);
  if (!bytes) return NULL;
  unsigned char head[ARCHIVE_HEAD] = {0x1F, 0x8B, (unsigned char)is_torn};
  __builtin_memcpy(head + 4, &count, 4);
  __builtin_memcpy(bytes, head, ARCHIVE_HEAD);
  return bytes + ARCHIVE_HEAD;
}

static int is_archive(size_t index) {
  const struct file *file = &files[index];
  return file->count >= ARCHIVE_HEAD && file->bytes[0] == 0x1F && file->bytes[1] == 0x8B;
}

const void *page_file_text(size_t index, size_t *count) {
  size_t head = is_archive(index) ? ARCHIVE_HEAD : 0;
  *count = files[index].count - head;
  return files[index].bytes + head;
}

int page_file_is_torn(size_t index) { return is_archive(index) && files[index].bytes[2]; }

/// Removes all files from the table.
__attribute__((export_name("page_remove_files"))) void page_remove_files(void) {
  for (size_t index = 0; index < file_count; index += 1) {
    free(files[index].name);
    free(files[index].bytes);
  }
  file_count = 0;
  last_found = 0;
}

size_t page_file_count(void) { return file_count; }

const char *page_file_name(size_t index) { return files[index].name; }

// MARK: Calls of the system

static struct opened *descriptor(int file) {
  int is_known = file >= 0 && file < MOST_OPENED && opened[file].is_used
      && opened[file].file < file_count;
  return is_known ? &opened[file] : NULL;
}

static void describe(size_t index, struct stat *info) {
  info->st_dev = 1;
  info->st_ino = index + 1;
  info->st_mode = S_IFREG | 0400;
  info->st_size = (off_t)files[index].count;
}

int page_open(const char *path) {
  size_t index = index_of(path);
  if (index == file_count) return fail(ENOENT);
  // 0, 1 and 2 are those of the standard streams.
  for (int file = 3; file < MOST_OPENED; file += 1) {
    if (opened[file].is_used) continue;
    opened[file] = (struct opened){.file = index, .offset = 0, .is_used = 1};
    return file;
  }
  return fail(EMFILE);
}

int close(int file) {
  struct opened *of = descriptor(file);
  if (!of) return fail(EBADF);
  of->is_used = 0;
  return 0;
}

int fstat(int file, struct stat *info) {
  struct opened *of = descriptor(file);
  if (!of) return fail(EBADF);
  describe(of->file, info);
  return 0;
}

int fstatat(int folder, const char *path, struct stat *info, int flags) {
  size_t index = index_of(path);
  if (index == file_count) return fail(ENOENT);
  describe(index, info);
  return 0;
}

ssize_t pread(int file, void *buffer, size_t count, off_t offset) {
  struct opened *of = descriptor(file);
  if (!of) return fail(EBADF);
  if (offset < 0) return fail(EINVAL);
  const struct file *from = &files[of->file];
  if ((unsigned long long)offset >= from->count) return 0;
  size_t left = from->count - (size_t)offset;
  if (count > left) count = left;
  __builtin_memcpy(buffer, from->bytes + offset, count);
  return (ssize_t)count;
}

ssize_t read(int file, void *buffer, size_t count) {
  struct opened *of = descriptor(file);
  if (!of) return fail(EBADF);
  ssize_t done = pread(file, buffer, count, (off_t)of->offset);
  if (done > 0) of->offset += (size_t)done;
  return done;
}

// MARK: Archives

// What a reader loads from zlib. The stream keeps what the head said where zlib keeps its state.
#define Z_OK 0
#define Z_STREAM_END 1

static int begin_archive(z_stream *stream, int window, const char *version, int size) {
  return Z_OK;
}

static int end_archive(z_stream *stream) { return Z_OK; }

static void take_head(z_stream *stream) {
  while (stream->total_in < ARCHIVE_HEAD && stream->avail_in > 0) {
    unsigned byte = *stream->next_in;
    if (stream->total_in == 2) stream->data_type = (int)byte;
    if (stream->total_in >= 4) stream->reserved |= byte << (8 * (stream->total_in - 4));
    stream->next_in += 1;
    stream->avail_in -= 1;
    stream->total_in += 1;
  }
}

// A torn archive has no end of its own: the reader finds the end of the file instead.
static int copy_archive(z_stream *stream, int flush) {
  take_head(stream);
  unsigned count = stream->avail_in < stream->avail_out ? stream->avail_in : stream->avail_out;
  __builtin_memcpy(stream->next_out, stream->next_in, count);
  stream->next_in += count;
  stream->avail_in -= count;
  stream->next_out += count;
  stream->avail_out -= count;
  stream->total_out += count;
  int is_whole = stream->total_in == ARCHIVE_HEAD && stream->total_out == stream->reserved;
  return is_whole && !stream->data_type ? Z_STREAM_END : Z_OK;
}

void *dlsym(void *library, const char *name) {
  if (is_text(name, "inflateInit2_")) return (void *)begin_archive;
  if (is_text(name, "inflate")) return (void *)copy_archive;
  return (void *)end_archive;
}

// MARK: What else Swift calls

// The seed of hash tables is fixed: no result depends on it.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 7, count); }

// Nothing is printed; a failed check ends the call with a trap, which JavaScript gets as an error.
int putchar(int byte) { return byte; }
