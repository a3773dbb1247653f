#!/usr/bin/env python3
"""fewest beside Fast Downward's blind search, on the same puzzle files.

Fast Downward comes with the package up-fast-downward:

    python3 -m venv venv && venv/bin/pip install up-fast-downward
    cargo build --release -p fewest-cli
    venv/bin/python benches/fast_downward.py [--runs 5] [--fewest target/release/fewest]

Every puzzle is exported with `fewest export --to pddl`. Times are seconds, the least of
several runs: of the search as each program reports it of itself, and of whole processes
from start to end, with the translation that Fast Downward's search needs. `fewest` searches
with `--algorithm bfs`. The lengths must agree. What is promised is that fewest takes at most
a tenth.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# Puzzle files and boards of theirs that take some work; None is the file's own start.
PUZZLES = {
    "flip": "w b w w b w b w w b w b w w b w",
    "four-in-a-row": "B B B W W W B B B W W B O O W W\nturn B",
    "wall-pusher": """
  + x + x + x + x + x + x +
  x @ _ . _ . x . x . _ . x
  + x + _ + _ + x + _ + x +
  x . _ . _ . x . x . _ . x
  + _ + x + _ + _ + x + _ +
  x . _ . _ . x . x . x . _
  + x + _ + x + _ + x + _ +
  x . _ . _ . _ . x . _ . x
  + x + x + x + x + x + x +
""",
    "rotation": "1 3 1 2 2 3 2 2 3 2 3 3 1 2 2 1 1 1 3 3 2 3 1 1",
    "eight": None,
}
ROOT = pathlib.Path(__file__).resolve().parent.parent


def planner():
    """The commands of Fast Downward's translator and its search."""
    # The package imports another, a framework that is not needed here, so it is only looked up.
    found = importlib.util.find_spec("up_fast_downward")
    if found is None or found.origin is None:
        sys.exit("Fast Downward is not installed: pip install up-fast-downward")
    folder = pathlib.Path(found.origin).parent / "downward"
    programs = folder / "builds" / "release" / "bin"
    # The translator is a module beside the program of the search.
    os.environ["PYTHONPATH"] = str(programs)
    return [sys.executable, "-m", "fast_downward.translate"], [str(programs / "downward")]


def run(command, stdin=None):
    """What a program prints, and the seconds that it took."""
    before = time.perf_counter()
    done = subprocess.run(command, stdin=stdin, capture_output=True, text=True)
    seconds = time.perf_counter() - before
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout, seconds


def least(runs, command, of, stdin=None):
    """What a program prints, and the least seconds of several runs: of the whole process,
    and what `of` reads of its output."""
    out, whole, own = "", float("inf"), float("inf")
    for _ in range(runs):
        with open(stdin or os.devnull) as file:
            out, seconds = run(command, file)
        whole, own = min(whole, seconds), min(own, of(out))
    return out, whole, own


def measure(fewest, file, board, runs, folder):
    translate, downward = planner()
    boards = []
    if board is not None:
        boards = [f"{folder}/board.txt"]
        pathlib.Path(boards[0]).write_text(board)
    run([fewest, "export", file, *boards, "--to", "pddl", "--output", folder])
    sas = f"{folder}/output.sas"
    domain, problem = f"{folder}/domain.pddl", f"{folder}/problem.pddl"
    _, translated, _ = least(runs, [*translate, domain, problem, "--sas-file", sas], lambda _: 0)
    search = [*downward, "--search", "astar(blind())", "--internal-plan-file", f"{folder}/plan"]
    told, searched, their_search = least(
        runs, search, lambda out: float(re.search(r"Search time: ([0-9.e-]+)s", out).group(1)), sas
    )
    cost = int(re.search(r"Plan cost: (\d+)", told).group(1))
    solve = [fewest, "solve", file, *boards, "--algorithm", "bfs", "--json", "-q", "--threads", "1"]
    answer, whole, our_search = least(runs, solve, lambda out: json.loads(out)["seconds"])
    moves = len(json.loads(answer)["moves"])
    if moves != cost:
        sys.exit(f"{file}: fewest says {moves} moves, Fast Downward {cost}")
    return moves, (their_search, our_search), (translated + searched, whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--fewest", default=str(ROOT / "target" / "release" / "fewest"))
    parser.add_argument("files", nargs="*", help="puzzle files [default: the founding puzzles and the 8-puzzle]")
    args = parser.parse_args()
    own = [(str(ROOT / "examples" / "puzzles" / f"{name}.fewest"), board) for name, board in PUZZLES.items()]
    files = [(file, None) for file in args.files] or own
    columns = f"{'Fast Downward':>14} {'fewest':>11} {'ratio':>8}"
    print(f"{'':20} {'':>5}   {'search':34}   whole process")
    print(f"{'puzzle':20} {'moves':>5} {columns} {columns}")
    for file, board in files:
        with tempfile.TemporaryDirectory() as folder:
            moves, *measured = measure(args.fewest, file, board, args.runs, folder)
        told = [f"{theirs:13.5f}s {ours:10.5f}s {theirs / ours:7.1f}x" for theirs, ours in measured]
        print(f"{pathlib.Path(file).stem:20} {moves:5} {' '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
