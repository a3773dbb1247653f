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


def tile_goal(state):
    return state == GOAL


def code(state):
    return bytes(state)


PUZZLES = {
    "8-puzzle, tuples": (START, tile_moves, slide, tile_goal, code, GOAL),
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
    start, moves, apply, goal, encode, goal_state = PUZZLES[name]
    gc.collect()
    before = resident()
    began = time.perf_counter()
    given = dict(moves=moves, apply=apply)
    if how == "obvious":
        path = obvious(start, moves, apply, goal)
    elif how == "test":
        path = fewest.solve(start, goal=goal, **given)
    elif how == "state":
        path = fewest.solve(start, goal=goal_state, **given)
    elif how == "code":
        path = fewest.solve(start, goal=goal_state, encode=encode, **given)
    else:
        path = fewest.solve(start, goal=goal_state, inverse=lambda move: move, **given)
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
