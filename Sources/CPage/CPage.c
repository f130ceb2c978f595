#include "CPage.h"

// The directive `#embed` is newer than the C that the package manager asks for.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define PART(name, array)                                                                          \
  page_part name(void) {                                                                           \
    page_part part = {array, sizeof array};                                                        \
    return part;                                                                                   \
  }

static const unsigned char html[] = {
#embed "page/page.html"
};

static const unsigned char style[] = {
#embed "page/style.css" suffix(, '\n', )
#embed "page/session.css"
};

static const unsigned char script[] = {
#embed "page/dom.js" suffix(, '\n', )
#embed "page/engine.js" suffix(, '\n', )
#embed "page/fleet.js" suffix(, '\n', )
#embed "page/records.js" suffix(, '\n', )
#embed "page/picture.js" suffix(, '\n', )
#embed "page/session.js" suffix(, '\n', )
#embed "page/app.js"
};

static const unsigned char worker[] = {
#embed "page/lzma.js" suffix(, '\n', )
#embed "page/worker.js"
};

static const unsigned char module[] = {
#embed "judge.wasm.lzma"
};

PART(page_html, html)
PART(page_style, style)
PART(page_script, script)
PART(page_worker, worker)
PART(page_module, module)
