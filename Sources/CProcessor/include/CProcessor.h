// The CRC-32C instructions of x86-64 and ARM64, for which Swift has no intrinsics: eight bytes in
// three cycles. This header includes no other, so that it compiles without a C library.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

#if defined(__x86_64__)

/// Whether the processor has SSE 4.2. The call is slow (CPUID): keep the result.
static inline int processor_has_crc32c(void) {
  unsigned int leaf = 1, unused_b, features = 0, unused_d;
  __asm__ volatile("cpuid" : "+a"(leaf), "=b"(unused_b), "+c"(features), "=d"(unused_d));
  return features >> 20 & 1;
}

#define CPROCESSOR_STEP __attribute__((target("sse4.2"), noinline))
#define CPROCESSOR_8(crc, word) ((unsigned int)__builtin_ia32_crc32di(crc, word))
#define CPROCESSOR_4(crc, word) __builtin_ia32_crc32si(crc, word)
#define CPROCESSOR_1(crc, byte) __builtin_ia32_crc32qi(crc, byte)

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)

static inline int processor_has_crc32c(void) { return 1; }

#define CPROCESSOR_STEP __attribute__((noinline))
#define CPROCESSOR_8(crc, word) __builtin_arm_crc32cd(crc, word)
#define CPROCESSOR_4(crc, word) __builtin_arm_crc32cw(crc, word)
#define CPROCESSOR_1(crc, byte) __builtin_arm_crc32cb(crc, byte)

#else

static inline int processor_has_crc32c(void) { return 0; }

#endif

#if defined(CPROCESSOR_STEP)

/// Returns the CRC register after more bytes. Requires processor_has_crc32c().
CPROCESSOR_STEP
static unsigned int processor_crc32c(
    unsigned int crc, const unsigned char *_Nonnull bytes, long count) {
  for (; count >= 32; count -= 32, bytes += 32) {
    unsigned long long words[4];
    __builtin_memcpy(words, bytes, 32);
    crc = CPROCESSOR_8(crc, words[0]);
    crc = CPROCESSOR_8(crc, words[1]);
    crc = CPROCESSOR_8(crc, words[2]);
    crc = CPROCESSOR_8(crc, words[3]);
  }
  for (; count >= 8; count -= 8, bytes += 8) {
    unsigned long long word;
    __builtin_memcpy(&word, bytes, 8);
    crc = CPROCESSOR_8(crc, word);
  }
  if (count & 4) {
    unsigned int word;
    __builtin_memcpy(&word, bytes, 4);
    crc = CPROCESSOR_4(crc, word);
    bytes += 4;
  }
  for (count &= 3; count > 0; count--, bytes++) crc = CPROCESSOR_1(crc, *bytes);
  return crc;
}

#else

static inline unsigned int processor_crc32c(
    unsigned int crc, const unsigned char *_Nonnull bytes, long count) {
  (void)bytes;
  (void)count;
  return crc;
}

#endif
#endif
