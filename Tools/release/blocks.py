"""The functions of a tool and the basic blocks of each, as the linker wrote them down."""

import bisect
import struct
from pathlib import Path
from typing import NamedTuple

#: What a block says of itself: control can fall through its end into the next one.
FALLS_THROUGH = 8
#: The map lists the ends of the calls of each block.
LISTS_CALLS = 32


class Block(NamedTuple):
    """One basic block: its number in the function, where it begins, its bytes."""

    number: int
    start: int
    size: int
    falls_through: bool
    function: int


class Tool:
    """The symbols of an ELF file, and its blocks."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        sections = read_sections(data)
        for needed in (".symtab", ".llvm_bb_addr_map"):
            if needed not in sections:
                raise ValueError(f"{path} has no section {needed}")
        #: The names and the size of the function that begins at an address.
        self.names, self.sizes = read_symbols(data, sections)
        #: The blocks of the function that begins at an address.
        self.functions = read_map(section(data, sections[".llvm_bb_addr_map"]))
        self.blocks = sorted((block for blocks in self.functions.values() for block in blocks),
                             key=lambda block: block.start)
        self.starts = [block.start for block in self.blocks]
        self.symbols = sorted(self.sizes)

    def block(self, address):
        """The block in which an address lies; none where nobody wrote down blocks."""
        place = bisect.bisect(self.starts, address) - 1
        if place < 0:
            return None
        found = self.blocks[place]
        return found if address < found.start + max(found.size, 1) else None

    def function(self, address):
        """Where the function of an address begins; none outside of all."""
        place = bisect.bisect(self.symbols, address) - 1
        if place < 0:
            return None
        start = self.symbols[place]
        return start if address < start + max(self.sizes[start], 1) else None


def read_sections(data):
    """The header of each section by its name."""
    if data[:5] != b"\x7fELF\x02":
        raise ValueError("no 64-bit ELF file")
    table = struct.unpack_from("<Q", data, 0x28)[0]
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, table + number * size)
               for number in range(count)]
    return {text(data, headers[names][4] + header[0]): header for header in headers}


def section(data, header):
    return data[header[4]:header[4] + header[5]]


def text(data, place):
    return data[place:data.index(b"\0", place)].decode()


def read_symbols(data, sections):
    names, sizes = {}, {}
    strings = section(data, sections[".strtab"])
    for name, info, _, index, value, size in struct.iter_unpack(
            "<IBBHQQ", section(data, sections[".symtab"])):
        if info & 15 == 2 and index:
            names.setdefault(value, []).append(text(strings, name))
            sizes[value] = max(size, sizes.get(value, 0))
    return names, sizes


def read_map(data):
    """The blocks of each function: LLVM's map of blocks, versions 2 and 3, one range a function."""
    place, functions = 0, {}

    def number():
        nonlocal place
        value = shift = 0
        while True:
            byte = data[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(data):
        version, features = data[place], data[place + 1]
        if version not in (2, 3) or features & ~LISTS_CALLS:
            raise ValueError(f"the map of blocks is of another kind: {version}, {features}")
        function = struct.unpack_from("<Q", data, place + 2)[0]
        place += 10
        blocks, end = [], function
        for _ in range(number()):
            block, start = number(), end + number()
            # What is left behind the last call counts from its end.
            calls = sum(number() for _ in range(number())) if features & LISTS_CALLS else 0
            end = start + calls + number()
            blocks.append(
                Block(block, start, end - start, bool(number() & FALLS_THROUGH), function))
        functions[function] = blocks
    return functions
