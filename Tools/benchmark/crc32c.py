"""CRC-32C of lines that differ from a template in a few bytes.

Without its two complements the checksum is linear: the checksum of a line is that of the template with zeros
in the blanks, combined with that of each filling, shifted by the number of bytes after it. So a filled line
costs eight look-ups, whatever its length.
"""

POLYNOMIAL = 0x82F63B78


def _table():
    table = []
    for byte in range(256):
        state = byte
        for _ in range(8):
            state = state >> 1 ^ (POLYNOMIAL if state & 1 else 0)
        table.append(state)
    return table


_TABLE = _table()


def update(state, data):
    for byte in data:
        state = state >> 8 ^ _TABLE[(state ^ byte) & 0xFF]
    return state


def checksum(data):
    return update(0xFFFFFFFF, data) ^ 0xFFFFFFFF


class Shift:
    """Shifts a state by a number of zero bytes, with tables that are made on demand."""

    def __init__(self):
        self._bases = [[1 << bit for bit in range(32)]]
        self._tables = {}

    def tables(self, count):
        if count not in self._tables:
            while len(self._bases) <= count:
                self._bases.append(
                    [state >> 8 ^ _TABLE[state & 0xFF] for state in self._bases[-1]])
            basis = self._bases[count]
            self._tables[count] = [self._spread(basis[8 * lane:8 * lane + 8]) for lane in range(4)]
        return self._tables[count]

    @staticmethod
    def _spread(basis):
        table = [0] * 256
        for byte in range(1, 256):
            low = byte & -byte
            table[byte] = table[byte ^ low] ^ basis[low.bit_length() - 1]
        return table


SHIFT = Shift()


class LineSum:
    """The checksum of one line of a template, given the states of its two fillings."""

    def __init__(self, line, session, date):
        places = [(line.index(mark), len(mark)) for mark in (session, date)]
        blank = bytearray(line)
        for place, length in places:
            blank[place:place + length] = bytes(length)
        self.constant = update(0xFFFFFFFF, blank) ^ 0xFFFFFFFF
        self.session, self.date = (
            SHIFT.tables(len(line) - place - length) for place, length in places)

    def of(self, session, date):
        a, b = self.session, self.date
        return (self.constant
                ^ a[0][session & 255] ^ a[1][session >> 8 & 255]
                ^ a[2][session >> 16 & 255] ^ a[3][session >> 24]
                ^ b[0][date & 255] ^ b[1][date >> 8 & 255]
                ^ b[2][date >> 16 & 255] ^ b[3][date >> 24])
