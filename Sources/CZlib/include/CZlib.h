// The stream of zlib 1.x, declared here so that nothing but a compiler is needed to build. The
// functions are not declared: `Inflater` looks them up in the library of the system at run time.
#ifndef CZLIB_H
#define CZLIB_H

/// zlib's `z_stream`; the layout has not changed since zlib 1.0 (see `zlib.h`).
typedef struct {
  const unsigned char *_Nullable next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *_Nullable next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *_Nullable msg;
  void *_Nullable state;
  void *_Nullable zalloc;
  void *_Nullable zfree;
  void *_Nullable opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;
#endif
