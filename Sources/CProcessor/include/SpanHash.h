// The universal hash NH (that of UMAC) of bytes, thirty-two at a time where the processor can: so it
// is as fast as memory is read. No header is included, so that nothing but a compiler is needed.
#ifndef CPROCESSOR_SPAN_HASH_H
#define CPROCESSOR_SPAN_HASH_H

#define SPAN_HASH_LINE 64

typedef unsigned int span_hash_halves __attribute__((vector_size(32)));
typedef unsigned long long span_hash_words __attribute__((vector_size(32)));

/// Adds to both sums the products of four words: low half and its key times high half and its key.
static inline __attribute__((always_inline)) void span_hash_four(
    const unsigned char *_Nonnull bytes, const unsigned char *_Nonnull key,
    span_hash_words *_Nonnull one, span_hash_words *_Nonnull other) {
  span_hash_halves data, keys;
  __builtin_memcpy(&data, bytes, 32);
  __builtin_memcpy(&keys, key, 32);
  span_hash_words word = (span_hash_words)(data + keys);
  *one += (word & 0xFFFFFFFF) * (word >> 32);
  __builtin_memcpy(&keys, key + SPAN_HASH_LINE, 32);
  word = (span_hash_words)(data + keys);
  *other += (word & 0xFFFFFFFF) * (word >> 32);
}

static inline __attribute__((always_inline)) void span_hash_line(
    const unsigned char *_Nonnull bytes, const unsigned char *_Nonnull key, long place,
    span_hash_words *_Nonnull one, span_hash_words *_Nonnull other) {
  span_hash_four(bytes + place, key + place, one, other);
  span_hash_four(bytes + place + 32, key + place + 32, one, other);
}

static inline __attribute__((always_inline)) void span_hash_lines(
    const unsigned char *_Nonnull bytes, const unsigned char *_Nonnull key, long count,
    unsigned long long *_Nonnull first, unsigned long long *_Nonnull second) {
  span_hash_words one = {0}, other = {0};
  // In any order it is the same sum. Four places at once: memory is fetched in advance behind each;
  // and since that ends with the page, the same places of the next span are asked for as well.
  const long quarter = count / (4 * SPAN_HASH_LINE) * SPAN_HASH_LINE;
  long place = 0;
  for (; place < quarter; place += SPAN_HASH_LINE) {
    __builtin_prefetch(bytes + place + 4 * quarter);
    __builtin_prefetch(bytes + place + 5 * quarter);
    __builtin_prefetch(bytes + place + 6 * quarter);
    __builtin_prefetch(bytes + place + 7 * quarter);
    span_hash_line(bytes, key, place, &one, &other);
    span_hash_line(bytes, key, place + quarter, &one, &other);
    span_hash_line(bytes, key, place + 2 * quarter, &one, &other);
    span_hash_line(bytes, key, place + 3 * quarter, &one, &other);
  }
  for (place = 4 * quarter; place < count; place += SPAN_HASH_LINE)
    span_hash_line(bytes, key, place, &one, &other);
  *first += one[0] + one[1] + one[2] + one[3];
  *second += other[0] + other[1] + other[2] + other[3];
}

/// Adds the hash of whole lines of 64 bytes to two sums; the key is a line longer than the bytes.
static inline __attribute__((noinline, unused)) void span_hash(
    const unsigned char *_Nonnull bytes, const unsigned char *_Nonnull key, long count,
    unsigned long long *_Nonnull first, unsigned long long *_Nonnull second) {
  span_hash_lines(bytes, key, count, first, second);
}

#if defined(__x86_64__)

/// The same with the instructions of AVX2; only where processor_has_avx2().
static inline __attribute__((target("avx2"), noinline, unused)) void span_hash_avx2(
    const unsigned char *_Nonnull bytes, const unsigned char *_Nonnull key, long count,
    unsigned long long *_Nonnull first, unsigned long long *_Nonnull second) {
  span_hash_lines(bytes, key, count, first, second);
}

/// Whether processor and system have AVX2; ask once, it is slow.
static inline int processor_has_avx2(void) {
  unsigned int a = 1, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  const unsigned int saves_registers = 1u << 27, avx = 1u << 28;
  if ((~c & (saves_registers | avx)) != 0) return 0;
  __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  if ((a & 6) != 6) return 0;
  a = 0;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  if (a < 7) return 0;
  a = 7, c = 0;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return b >> 5 & 1;
}

#else

static inline int processor_has_avx2(void) { return 0; }

static inline void span_hash_avx2(
    const unsigned char *_Nonnull bytes, const unsigned char *_Nonnull key, long count,
    unsigned long long *_Nonnull first, unsigned long long *_Nonnull second) {
  span_hash(bytes, key, count, first, second);
}

#endif
#endif
