"""Compares `fewest.solve` with the obvious breadth-first search in Python, in time and memory.

Run it with an installed release wheel: `python python/benches/obvious.py`.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections import deque

import fewest

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
START = (8, 6, 7, 2, 5, 4, 3, 0, 1)
NEAR = [[n for n in (b - 3, b - 1, b + 1, b + 3)
         if 0 <= n < 9 and (n // 3 == b // 3 or n % 3 == b % 3)] for b in range(9)]


def tile_moves(state):
    return NEAR[state.index(0)]


def slide(state, to):
    cells = list(state)
    blank = cells.index(0)
    cells[blank], cells[to] = cells[to], 0
    return tuple(cells)


def text_moves(state):
    return NEAR[state.index("0")]


def slide_in_text(state, to):
    tile = state[to]
    return state.replace("0", "x").replace(tile, "0").replace("x", tile)


def flips(state):
    return range(2, len(state) + 1)


def flip(state, count):
    return state[:count][::-1] + state[count:]


def disk_moves(state):
    tops = {}
    for disk, peg in enumerate(state):
        tops.setdefault(peg, disk)
    return [(disk, to) for peg, disk in tops.items() for to in range(3)
            if to != peg and tops.get(to, len(state)) > disk]


def put_disk(state, move):
    disk, to = move
    return state[:disk] + (to,) + state[disk + 1:]


def text(state):
    return "".join(map(str, state))


# The start, moves, apply, the goal, and encode.
PUZZLES = {
    "8-puzzle, tuples": (START, tile_moves, slide, GOAL, bytes),
    "8-puzzle, text": (text(START), text_moves, slide_in_text, text(GOAL), str.encode),
    "9 pancakes, tuples": ((5, 3, 6, 1, 8, 4, 9, 2, 7), flips, flip, tuple(range(1, 10)), bytes),
    "Hanoi 12, tuples": ((0,) * 12, disk_moves, put_disk, (2,) * 12, bytes),
}


def obvious(start, moves, apply, goal):
    parents = {start: None}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for move in moves(state):
            after = apply(state, move)
            if after not in parents:
                parents[after] = (state, move)
                if goal(after):
                    path = []
                    while parents[after] is not None:
                        after, move = parents[after]
                        path.append(move)
                    return path[::-1]
                queue.append(after)
    return None


def run(name: str, how: str) -> tuple[float, int, int]:
    start, moves, apply, goal, encode = PUZZLES[name]

    def is_goal(state):
        return state == goal

    gc.collect()
    before = resident()
    began = time.perf_counter()
    given = dict(moves=moves, apply=apply)
    if how == "obvious":
        path = obvious(start, moves, apply, is_goal)
    elif how == "test":
        path = fewest.solve(start, goal=is_goal, **given)
    elif how == "state":
        path = fewest.solve(start, goal=goal, **given)
    elif how == "code":
        path = fewest.solve(start, goal=goal, encode=encode, **given)
    else:
        path = fewest.solve(start, goal=goal, inverse=lambda move: move, **given)
    took = time.perf_counter() - began
    return took, peak() - before, len(path)


def resident() -> int:
    return status("VmRSS")


def peak() -> int:
    return status("VmHWM")


def status(field: str) -> int:
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(*run(*sys.argv[1:]))
        raise SystemExit
    for name in PUZZLES:
        base = None
        for how in ("obvious", "test", "state", "code", "inverse"):
            runs = [subprocess.run([sys.executable, __file__, name, how], check=True, text=True,
                                   stdout=subprocess.PIPE).stdout.split() for _ in range(3)]
            took, memory = min(float(r[0]) for r in runs), int(runs[0][1])
            base = base or (took, memory)
            print(f"{name:18} {how:8} {took:6.2f} s {base[0] / took:5.2f}x "
                  f"{memory / 2**20:7.1f} MiB {memory / base[1]:5.2f}  {runs[0][2]} moves")
