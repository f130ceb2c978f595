"""Where the code of a tool is to lie, so that what runs often lies together.

Of each function the blocks that run are put into chains, along the jumps that are taken most often
(Pettis and Hansen, "Profile guided code positioning", 1990), and the others far away. Functions follow
those that call them most often (Ottoni and Maher, "Optimizing function placement for large-scale
data-center applications", 2017).
"""

from collections import Counter, defaultdict

#: Functions that call each other are kept within so many bytes: those of an instruction cache, twice.
MOST_TOGETHER = 65536


class Layout:
    """The layout of a tool by the counts of its runs; what runs less than `least` times is cold."""

    def __init__(self, tool, counts, least):
        self.tool, self.counts, self.least = tool, counts, least
        #: The blocks of each function that has hot ones, in their new order.
        self.blocks = {}
        self.weights = self.find_weights()
        for function, blocks in tool.functions.items():
            ran = [block for block in blocks if self.times(block) >= least]
            if ran and function in tool.names:
                self.blocks[function] = self.lay(blocks)
        self.functions = self.order()

    def times(self, block):
        return self.counts.executed[block.start]

    def find_weights(self):
        """How often control goes from one block of a function to another, by function."""
        weights, left = defaultdict(Counter), Counter()
        for (source, target), times in self.counts.jumps.items():
            a, b = self.tool.block(source), self.tool.block(target)
            if a and b:
                left[a.start] += times
                if a.function == b.function and b.start == target:
                    weights[a.function][a.start, target] += times
        for function, blocks in self.tool.functions.items():
            for block, following in zip(blocks, blocks[1:]):
                stayed = self.times(block) - left[block.start]
                if block.falls_through and stayed > 0:
                    weights[function][block.start, following.start] += stayed
        return weights

    def lay(self, blocks):
        """The hot blocks of a function: the chain of its entry first, then the busiest."""
        entry = blocks[0]
        hot = {block.start: block for block in blocks
               if block is entry or self.times(block) >= self.least}
        chains = {start: [start] for start in hot}
        weights = self.weights[entry.function]
        # Of jumps that are taken equally often the shorter one first: nearly the order of the compiler.
        for source, target in sorted(weights, key=lambda jump: (-weights[jump], jump[1] - jump[0])):
            if source not in hot or target not in hot or target == entry.start:
                continue
            first, second = chains[source], chains[target]
            if first is not second and first[-1] == source and second[0] == target:
                first += second
                chains.update((start, first) for start in second)
        first = chains[entry.start]
        others = {id(chain): chain for chain in chains.values() if chain is not first}
        rest = sorted(others.values(), key=lambda chain: -self.density(hot[s] for s in chain))
        return [hot[start] for chain in [first, *rest] for start in chain]

    def density(self, blocks):
        """How often a byte of these blocks runs."""
        blocks = list(blocks)
        return (sum(self.times(block) for block in blocks)
                / max(1, sum(block.size for block in blocks)))

    def order(self):
        """The functions, each near the one that calls it most often."""
        size = {function: sum(block.size for block in blocks)
                for function, blocks in self.blocks.items()}
        heat = Counter({function: sum(map(self.times, blocks))
                        for function, blocks in self.blocks.items()})
        # Of the Swift runtime nobody knows blocks; its functions move as they are.
        for address, times in self.counts.executed.items():
            function = self.tool.function(address)
            if function is not None and function not in self.tool.functions and times >= self.least:
                heat[function] += times
                size[function] = self.tool.sizes[function]
        callers = defaultdict(Counter)
        for (source, target), times in self.counts.calls.items():
            caller = self.tool.function(source)
            if caller in size and target in size and caller != target:
                callers[target][caller] += times
        groups = {function: [function] for function in size}
        by_density = sorted(size, key=lambda function: -heat[function] / max(1, size[function]))
        for function in by_density:
            if not callers[function]:
                continue
            caller = callers[function].most_common(1)[0][0]
            first, second = groups[caller], groups[function]
            if first is not second and sum(size[f] for f in first + second) <= MOST_TOGETHER:
                first += second
                groups.update((f, first) for f in second)
        distinct = {id(group): group for group in groups.values()}.values()
        busiest = sorted(distinct, key=lambda group:
                         -sum(heat[f] for f in group) / max(1, sum(size[f] for f in group)))
        return [function for group in busiest for function in group]

    def write(self, blocks, order):
        """Writes the two files that the linker reads."""
        lines = ["v1"]
        for function, laid in self.blocks.items():
            numbers = " ".join(str(block.number) for block in laid)
            lines += [f"f {self.tool.names[function][0]}", f"c {numbers}"]
        blocks.write_text("\n".join(lines) + "\n")
        names = [name for function in self.functions for name in self.tool.names[function]]
        order.write_text("\n".join(names) + "\n")
