// What the release build says about itself; Swift has no option that defines a text.
#ifndef CRELEASE_H
#define CRELEASE_H

#define CRELEASE_TEXT(words) #words
#define CRELEASE_TEXT_OF(macro) CRELEASE_TEXT(macro)

/// The commit of the sources, with "-changed" if they differ from it; empty in other builds.
static inline const char *_Nonnull release_commit(void) {
#if defined(ADJOURNAL_COMMIT)
  return CRELEASE_TEXT_OF(ADJOURNAL_COMMIT);
#else
  return "";
#endif
}

#endif
