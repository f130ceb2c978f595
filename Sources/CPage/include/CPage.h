// The files of the page, as they are in the program.
#ifndef CPAGE_H
#define CPAGE_H

/// The bytes of a file; they stay valid as long as the program runs.
typedef struct {
  const unsigned char *_Nonnull bytes;
  long count;
} page_part;

/// `page/page.html`, with the placeholders that are replaced when a page is written.
page_part page_html(void);
/// The style sheets, one after the other.
page_part page_style(void);
/// The scripts of the page, in the order in which they use each other.
page_part page_script(void);
/// The script of the worker.
page_part page_worker(void);
/// `judge.wasm.lzma`, the module that reads and judges journals.
page_part page_module(void);

#endif
