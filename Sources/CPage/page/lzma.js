// @ts-check
// The decoder of the module: LZMA with the size in its header, and with contexts of literals only.

/** @param {Uint8Array} packed @returns {Uint8Array} */
function fromLZMA(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset);
  const bytes = new Uint8Array(header.getUint32(5, true));
  const contextBits = packed[0];
  // The odds of each kind of bit begin at an index; for the first six, the state is added.
  const [isCopy, isOld, isNotFirst, isNotSecond, isFourth, isLong] = [0, 12, 24, 36, 48, 60];
  const [slots, middle, low, newCount, oldCount, literals] = [72, 328, 443, 459, 733, 1007];
  const odds = new Uint16Array(literals + (768 << contextBits)).fill(1024);
  const coder = Uint32Array.of(2 ** 32 - 1, header.getUint32(14)); // The range and the code.
  let [next, at, state] = [18, 0, 0];
  const distances = [0, 0, 0, 0];

  function fill() {
    if (coder[0] >= 2 ** 24) return;
    coder[0] <<= 8;
    coder[1] = coder[1] << 8 | packed[next++];
  }
  /** @param {number} index of its odds */
  function bit(index) {
    const bound = (coder[0] >>> 11) * odds[index];
    const isOne = coder[1] >= bound;
    odds[index] += isOne ? -(odds[index] >> 5) : (2048 - odds[index]) >> 5;
    coder[0] = isOne ? coder[0] - bound : bound;
    if (isOne) coder[1] -= bound;
    fill();
    return isOne ? 1 : 0;
  }
  /** @param {number} base of the odds @param {number} count of bits */
  function number(base, count) {
    let node = 1;
    while (node < 1 << count) node = 2 * node + bit(base + node);
    return node - (1 << count);
  }
  /** @param {number} base of the odds @param {number} count of bits, the lowest first */
  function reversed(base, count) {
    const value = number(base, count);
    let result = 0;
    for (let index = 0; index < count; index += 1) result = result * 2 + (value >> index & 1);
    return result;
  }
  /** @param {number} base of the odds */
  function count(base) {
    if (!bit(base)) return 2 + number(base + 2, 3);
    return bit(base + 1) ? 18 + number(base + 18, 8) : 10 + number(base + 10, 3);
  }
  /** @param {number} slot the length and the highest bits of the distance */
  function distance(slot) {
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    let value = (2 + slot % 2) << bits;
    if (slot < 14) return value + reversed(middle + value - slot, bits);
    for (let index = bits - 1; index > 3; index -= 1) {
      coder[0] >>>= 1;
      if (coder[1] >= coder[0]) {
        coder[1] -= coder[0];
        value += 1 << index;
      }
      fill();
    }
    return value + reversed(low, 4);
  }
  function literal() {
    const base = literals + 768 * (at && bytes[at - 1] >> (8 - contextBits));
    let node = 1;
    // After a copy, the byte that would have been copied next is a context.
    for (let other = bytes[at - distances[0] - 1]; state > 6 && node < 256;) {
      const likely = other >> 7 & 1;
      const one = bit(base + 256 + 256 * likely + node);
      node = 2 * node + one;
      if (one !== likely) break;
      other <<= 1;
    }
    while (node < 256) node = 2 * node + bit(base + node);
    bytes[at++] = node;
    state = Math.max(0, state - (state < 10 ? 3 : 6));
  }
  /** Chooses one of the last four distances. @returns {number} the number of bytes to copy */
  function old() {
    const isFirst = !bit(isNotFirst + state);
    if (isFirst && !bit(isLong + state)) {
      state = state < 7 ? 9 : 11;
      return 1;
    }
    if (!isFirst) {
      const index = bit(isNotSecond + state) ? 2 + bit(isFourth + state) : 1;
      distances.unshift(...distances.splice(index, 1));
    }
    state = state < 7 ? 8 : 11;
    return count(oldCount);
  }
  /** @returns {number} the number of bytes to copy */
  function copy() {
    if (bit(isOld + state)) return old();
    state = state < 7 ? 7 : 10;
    const result = count(newCount);
    distances.pop();
    distances.unshift(distance(number(slots + 64 * Math.min(result - 2, 3), 6)));
    return result;
  }
  while (at < bytes.length) {
    if (!bit(isCopy + state)) literal();
    else for (let end = copy() + at; at < end; at += 1) bytes[at] = bytes[at - distances[0] - 1];
  }
  return bytes;
}
