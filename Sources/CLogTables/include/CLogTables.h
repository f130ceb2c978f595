// The pattern tables of the import, as they are in the program.
#ifndef CLOGTABLES_H
#define CLOGTABLES_H

/// A table; its name and its bytes stay valid as long as the program runs.
typedef struct {
  /// The name of the file in `tables`.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  long count;
} log_table;

/// The number of tables.
long log_table_count(void);
/// A table, by its number from 0. Tables of SDKs come before those of all apps.
log_table log_table_at(long number);

#endif
