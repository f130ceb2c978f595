// Memory and texts of the page's module.
//
// The memory of WebAssembly consists of pages of 64 KiB and only grows. A page has slots of one
// size for small values, or belongs to a run of pages for one large value. Freed slots and runs are
// used again; a page without a used slot is a free run again.

#include <stdint.h>

#include "libc/libc.h"

#include <wasm_simd128.h>

#define PAGE_BYTES ((size_t)1 << 16)
#define PAGES ((size_t)1 << 16)
#define LARGEST_SLOT ((size_t)1 << 15)
#define SLOT_CLASSES 64

extern unsigned char __heap_base;

enum kind { OUTSIDE, FREE, LARGE, SLOTS };

struct slot {
  struct slot *next;
};

struct page {
  // The number of pages, in the first page of a run, and in the last one of a free run.
  uint32_t run;
  // In the first and the last page of a run.
  uint16_t kind;
  uint16_t slot_class;
  // Slots that were never used begin at this offset.
  uint32_t fresh;
  uint32_t used;
  // Freed slots.
  struct slot *slots;
  // The pages of the class with a free slot, as a list.
  uint16_t next, previous;
};

static struct page pages[PAGES];
static uint16_t first_with_slots[SLOT_CLASSES];
static size_t first_page, end_page;
// No free run begins before this page.
static size_t first_free;

// MARK: Runs of pages

static void set_free(size_t page, size_t count) {
  pages[page].kind = FREE;
  pages[page].run = (uint32_t)count;
  pages[page + count - 1].kind = FREE;
  pages[page + count - 1].run = (uint32_t)count;
  if (page < first_free) first_free = page;
}

static void free_run(size_t page) {
  size_t count = pages[page].run;
  if (page + count < end_page && pages[page + count].kind == FREE) {
    count += pages[page + count].run;
  }
  if (page > first_page && pages[page - 1].kind == FREE) {
    size_t before = pages[page - 1].run;
    page -= before;
    count += before;
  }
  set_free(page, count);
}

static int grow(size_t count) {
  if (end_page == 0) {
    first_page = ((size_t)&__heap_base + PAGE_BYTES - 1) / PAGE_BYTES;
    end_page = __builtin_wasm_memory_size(0);
    if (end_page < first_page) {
      if (__builtin_wasm_memory_grow(0, first_page - end_page) == SIZE_MAX) return 0;
      end_page = first_page;
    }
    first_free = end_page;
    if (end_page > first_page) set_free(first_page, end_page - first_page);
    if (end_page >= first_page + count) return 1;
  }
  size_t missing = count;
  if (end_page > first_page && pages[end_page - 1].kind == FREE) {
    missing -= pages[end_page - 1].run;
  }
  size_t start = __builtin_wasm_memory_grow(0, missing);
  if (start == SIZE_MAX) return 0;
  size_t end = start + missing;
  // The last page of all is not used: its end has no address.
  if (end >= PAGES) return 0;
  end_page = end;
  pages[start].run = (uint32_t)missing;
  free_run(start);
  return 1;
}

// The first page of a new run; 0 without memory.
static size_t new_run(size_t count) {
  for (;;) {
    size_t page = first_free;
    int is_first = 1;
    while (page < end_page) {
      int is_free = pages[page].kind == FREE;
      size_t run = pages[page].run;
      if (is_free && run >= count) {
        pages[page].run = (uint32_t)count;
        pages[page].kind = LARGE;
        pages[page + count - 1].kind = LARGE;
        if (run > count) set_free(page + count, run - count);
        if (is_first) first_free = page + count;
        return page;
      }
      if (is_free && is_first) {
        first_free = page;
        is_first = 0;
      }
      page += run;
    }
    if (is_first) first_free = end_page;
    if (!grow(count)) return 0;
  }
}

// MARK: Slots

// Sizes up to 128 in steps of 16, then four sizes for each power of two.
static unsigned class_of(size_t count) {
  if (count <= 128) return (unsigned)((count + 15) / 16) - 1;
  unsigned bits = 31 - (unsigned)__builtin_clz((unsigned)count - 1);
  return 8 + (bits - 7) * 4 + (unsigned)(((count - 1) >> (bits - 2)) & 3);
}

static size_t bytes_of(unsigned slot_class) {
  if (slot_class < 8) return ((size_t)slot_class + 1) * 16;
  unsigned bits = 7 + (slot_class - 8) / 4;
  return ((size_t)1 << bits) + ((size_t)(slot_class - 8) % 4 + 1) * ((size_t)1 << (bits - 2));
}

static void list(size_t page) {
  unsigned slot_class = pages[page].slot_class;
  uint16_t next = first_with_slots[slot_class];
  pages[page].next = next;
  pages[page].previous = 0;
  if (next) pages[next].previous = (uint16_t)page;
  first_with_slots[slot_class] = (uint16_t)page;
}

static void unlist(size_t page) {
  uint16_t next = pages[page].next, previous = pages[page].previous;
  if (next) pages[next].previous = previous;
  if (previous) {
    pages[previous].next = next;
  } else {
    first_with_slots[pages[page].slot_class] = next;
  }
}

static int is_full(const struct page *page, size_t bytes) {
  return !page->slots && page->fresh + bytes > PAGE_BYTES;
}

static void *new_slot(unsigned slot_class) {
  size_t bytes = bytes_of(slot_class);
  size_t number = first_with_slots[slot_class];
  struct page *page = &pages[number];
  if (!number) {
    number = new_run(1);
    if (!number) return NULL;
    page = &pages[number];
    page->kind = SLOTS;
    page->slot_class = (uint16_t)slot_class;
    page->fresh = 0;
    page->used = 0;
    page->slots = NULL;
    list(number);
  }
  void *memory = page->slots;
  if (memory) {
    page->slots = page->slots->next;
  } else {
    memory = (void *)(number * PAGE_BYTES + page->fresh);
    page->fresh += (uint32_t)bytes;
  }
  page->used += 1;
  if (is_full(page, bytes)) unlist(number);
  return memory;
}

static void free_slot(size_t number, void *memory) {
  struct page *page = &pages[number];
  if (is_full(page, bytes_of(page->slot_class))) list(number);
  struct slot *slot = memory;
  slot->next = page->slots;
  page->slots = slot;
  page->used -= 1;
  // One page stays, so that a value that comes and goes costs no page each time.
  int is_only = first_with_slots[page->slot_class] == number && !page->next;
  if (page->used > 0 || is_only) return;
  unlist(number);
  free_run(number);
}

// MARK: The interface

void *malloc(size_t count) {
  if (count == 0) count = 1;
  if (count <= LARGEST_SLOT) return new_slot(class_of(count));
  if (count > (PAGES - 1) * PAGE_BYTES) return NULL;
  // Page 0 is never used: it has the stack.
  return (void *)(new_run((count + PAGE_BYTES - 1) / PAGE_BYTES) * PAGE_BYTES);
}

void free(void *memory) {
  if (!memory) return;
  size_t page = (size_t)memory / PAGE_BYTES;
  if (pages[page].kind == SLOTS) {
    free_slot(page, memory);
  } else {
    free_run(page);
  }
}

// A slot whose size is a power of two is aligned to its size.
int posix_memalign(void **memory, size_t alignment, size_t count) {
  if (alignment > PAGE_BYTES) return EINVAL;
  if (alignment > 16) {
    size_t bytes = alignment;
    while (bytes < count && bytes < LARGEST_SLOT) bytes *= 2;
    if (bytes > count) count = bytes;
  }
  *memory = malloc(count);
  return *memory ? 0 : ENOMEM;
}

/// Memory for what JavaScript hands over; NULL if there is not enough.
__attribute__((export_name("page_memory"))) void *page_memory(size_t count) {
  return malloc(count);
}

/// Frees memory of `page_memory`, or a text that a function returned.
__attribute__((export_name("page_free"))) void page_free(void *memory) { free(memory); }

// The compiler makes one instruction of WebAssembly of each.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) {
  return __builtin_memmove(to, from, count);
}

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *a = one, *b = other;
  while (count >= 16 && wasm_i8x16_all_true(wasm_i8x16_eq(wasm_v128_load(a), wasm_v128_load(b)))) {
    a += 16;
    b += 16;
    count -= 16;
  }
  for (; count > 0; count -= 1, a += 1, b += 1) {
    if (*a != *b) return *a - *b;
  }
  return 0;
}

void *memchr(const void *bytes, int byte, size_t count) {
  const unsigned char *at = bytes;
  v128_t wanted = wasm_i8x16_splat((int8_t)byte);
  for (; count >= 16; count -= 16, at += 16) {
    uint32_t found = wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(at), wanted));
    if (found) return (void *)(at + __builtin_ctz(found));
  }
  for (; count > 0; count -= 1, at += 1) {
    if (*at == (unsigned char)byte) return (void *)at;
  }
  return NULL;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count += 1;
  return count;
}
