// The sources of SDKs that apps compile in their own targets, as they are in the program.
#ifndef CSDKSOURCES_H
#define CSDKSOURCES_H

/// A Swift file; its names and its bytes stay valid as long as the program runs.
typedef struct {
  /// The name of the SDK in the header of a journal.
  const char *_Nonnull sdk;
  /// The name of the file without a folder.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  long count;
} sdk_source;

/// The number of files.
long sdk_source_count(void);
/// A file, by its number from 0. The files of an SDK follow each other, ordered by name.
sdk_source sdk_source_at(long number);

#endif
