// @ts-check
// The worker: unpacks journals, and runs the module that audits them.

/** @typedef {{name: string, bytes?: Uint8Array, blob?: Blob, base64?: string}} Journal */
/** @typedef {{chunks: Uint8Array[], size: number, isWhole: boolean}} Unpacked */

/** The most text of all journals together, in bytes. */
const mostText = 512 * 1024 * 1024;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** @type {any} The exports of the module. */
let module = null;
let lastProgress = 0;

const imports = {page: {
  now: () => performance.now(),
  /** @param {number} pointer @param {number} length */
  emit: (pointer, length) => postMessage({early: textAt(pointer, length)}),
  /** @param {number} bytesRead since the audit began */
  progress(bytesRead) {
    if (performance.now() - lastProgress < 50) return;
    lastProgress = performance.now();
    postMessage({progress: bytesRead});
  },
}};

/** @param {number} pointer @param {number} length @returns {string} a text of the module */
function textAt(pointer, length) {
  return decoder.decode(new Uint8Array(module.memory.buffer, pointer >>> 0, length >>> 0));
}

/** @param {number} pair the pointer to a pointer and a length, which this frees */
function takeText(pair) {
  if (!pair) throw new Error("not enough memory");
  const [pointer, length] = new Uint32Array(module.memory.buffer, pair >>> 0, 2);
  const text = textAt(pointer, length);
  module.page_free(pair);
  return text;
}

/** @param {number} pointer in the module @param {Uint8Array} bytes */
function write(pointer, bytes) {
  new Uint8Array(module.memory.buffer, pointer >>> 0, bytes.length).set(bytes);
}

/** @param {string} text @param {(pointer: number, length: number) => any} call of the module */
function withText(text, call) {
  const bytes = encoder.encode(text);
  const pointer = module.page_memory(bytes.length);
  write(pointer, bytes);
  const result = call(pointer, bytes.length);
  module.page_free(pointer);
  return result;
}

/** @param {string} text @returns {Uint8Array} */
function fromBase64(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

// From U+0100, a character has seven bits that HTML reserves, and those behind them.
/** @param {string} text of seven bits a character @returns {Uint8Array} */
function fromText(text) {
  const bytes = new Uint8Array(text.length * 2);
  let [bits, count, at] = [0, 0, 0];
  /** @param {number} value of seven bits */
  const add = (value) => {
    bits = bits << 7 | value;
    count += 7;
    if (count < 8) return;
    count -= 8;
    bytes[at++] = bits >> count;
  };
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 255) add([0, 13, 60][(unit >> 7) - 2]);
    add(unit & 127);
  }
  return bytes.subarray(0, at);
}

/** @param {number} size of a text @param {number} room for it, in bytes */
function checkSize(size, room) {
  if (size > room) throw new Error("all journals together have more than 512 MB of text");
}

/** @param {Uint8Array} bytes a gzip file @param {number} room @returns {Promise<Unpacked>} */
async function inflate(bytes, room) {
  const {readable, writable} = new DecompressionStream("gzip");
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const feed = async () => {
    for (let at = 0; at < bytes.length; at += 65536) {
      await writer.write(bytes.subarray(at, at + 65536));
    }
    setTimeout(() => writer.close().catch(() => {})); // An error drops the unread chunks.
  };
  feed().catch(() => {}); // The reader gets the error as well.
  /** @type {Unpacked} */
  const result = {chunks: [], size: 0, isWhole: true};
  for (;;) {
    const {done, value} = await reader.read().catch(() => ({done: true, value: null}));
    result.isWhole = value !== null;
    if (done) return result;
    result.chunks.push(value);
    result.size += value.length;
    if (result.size > room) reader.cancel().catch(() => {});
    checkSize(result.size, room);
  }
}

/** @param {Uint8Array} bytes @param {number} start @returns {number} the next gzip file, or end */
function nextPacked(bytes, start) {
  for (let at = bytes.indexOf(0x1f, start); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && bytes[at + 3] < 32) return at;
  }
  return bytes.length;
}

// The browser unpacks one gzip file only; several in a row are cut where the next can begin.
/** @param {Uint8Array} bytes gzip files in a row @param {number} room for their text */
async function unpack(bytes, room) {
  /** @type {Unpacked} */
  const all = {chunks: [], size: 0, isWhole: true};
  for (let start = 0, end = 0; start < bytes.length && all.isWhole; start = end) {
    const left = room - all.size;
    let part = await inflate(bytes.subarray(start), left);
    end = part.isWhole ? bytes.length : start;
    for (let tries = 0; !part.isWhole && end < bytes.length && tries < 100; tries += 1) {
      end = nextPacked(bytes, end + 1);
      const first = await inflate(bytes.subarray(start, end), left);
      if (first.isWhole) part = first;
    }
    all.chunks = all.chunks.concat(part.chunks);
    all.size += part.size;
    all.isWhole = part.isWhole;
  }
  return all;
}

/** @param {Journal} journal for the module @param {number} room for its text, in bytes */
async function add({name, bytes, blob, base64}, room) {
  if (blob) checkSize(blob.size, room);
  bytes ??= blob ? new Uint8Array(await blob.arrayBuffer()) : fromBase64(base64 ?? "");
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const {chunks, size, isWhole} = isPacked ? await unpack(bytes, room)
    : {chunks: [bytes], size: bytes.length, isWhole: true};
  checkSize(size, room);
  let pointer = withText(name, (text, length) => (isPacked
    ? module.page_archive(text, length, size, isWhole ? 0 : 1)
    : module.page_file(text, length, size)));
  if (!pointer) throw new Error("there is not enough memory");
  for (const chunk of chunks) {
    write(pointer, chunk);
    pointer += chunk.length;
  }
  return size;
}

/** @param {Journal[]} journals @returns {Promise<string[]>} what was wrong with them */
async function addAll(journals) {
  let total = 0;
  const notes = [];
  for (const journal of journals) {
    try {
      total += await add(journal, mostText - total);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      const name = journal.name.replace(/\p{C}/gu, "\ufffd");
      notes.push(`${name}: not read, because ${/** @type {Error} */ (error).message}`);
    }
  }
  postMessage({total});
  return notes;
}

/** @param {string | WebAssembly.Module} source @returns {Promise<WebAssembly.Module>} */
async function start(source) {
  let compiled = source;
  if (typeof compiled === "string") {
    compiled = await WebAssembly.compile(fromLZMA(fromText(compiled)));
  }
  module = (await WebAssembly.instantiate(compiled, imports)).exports;
  return compiled;
}

/** @param {any} message of the page @returns {Promise<any>} */
async function serve({source, ask, journals, isJSON, settings}) {
  if (source !== undefined) return start(source);
  if (ask) return withText(ask, (text, length) => takeText(module.page_answer(text, length)));
  const notes = await addAll(journals);
  if (isJSON) return takeText(module.page_audit_json());
  withText(settings, (text, length) => module.page_audit(text, length));
  return notes;
}

let served = Promise.resolve(); // Messages are served one after the other.
self.onmessage = ({data}) => {
  served = served.then(() => serve(data)).then((value) => postMessage({id: data.id, value}),
    (error) => postMessage({failed: error instanceof Error ? error.message : String(error)}));
};
