#!/usr/bin/env python3
"""fewest beside Fast Downward's blind search, on the same puzzle files.

Fast Downward comes with the package up-fast-downward:

    python3 -m venv venv && venv/bin/pip install up-fast-downward
    cargo build --release -p fewest-cli
    venv/bin/python benches/fast_downward.py [--runs 5] [--fewest target/release/fewest]

Every puzzle is exported with `fewest export --to pddl`. Times are user CPU seconds of
whole processes, the least of several runs: for Fast Downward its search alone, and with
its translation to what the search reads; for fewest everything, with `--algorithm bfs`.
The lengths must agree. What is promised is that fewest takes at most a tenth.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

# Puzzle files and boards of theirs that take some work; None is the file's own start.
PUZZLES = {
    "flip": "w b w w b w b w w b w b w w b w",
    "four-in-a-row": "B B W O W B B O B W B W B W W W",
    "wall-pusher": """
  + x + x + x + x + x + x +
  _ . _ . _ . _ . _ . _ . x
  + x + _ + x + x + _ + _ +
  x . _ . x . _ . x . _ . x
  + _ + x + x + x + x + _ +
  x . x @ x . _ . x . x . x
  + x + x + _ + _ + x + x +
  _ . x . _ . x . _ . x . _
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
    """What a program prints, and the user CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, stdin=stdin, capture_output=True, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout, seconds


def least(runs, command, stdin=None):
    """What a program prints, and the least seconds of several runs."""
    out, best = "", float("inf")
    for _ in range(runs):
        with open(stdin or os.devnull) as file:
            out, seconds = run(command, file)
        best = min(best, seconds)
    return out, best


def measure(fewest, file, board, runs, folder):
    translate, downward = planner()
    boards = []
    if board is not None:
        boards = [f"{folder}/board.txt"]
        pathlib.Path(boards[0]).write_text(board)
    run([fewest, "export", file, *boards, "--to", "pddl", "--output", folder])
    sas = f"{folder}/output.sas"
    domain, problem = f"{folder}/domain.pddl", f"{folder}/problem.pddl"
    _, translated = least(runs, [*translate, domain, problem, "--sas-file", sas])
    search = [*downward, "--search", "astar(blind())", "--internal-plan-file", f"{folder}/plan"]
    told, searched = least(runs, search, sas)
    cost = int(re.search(r"Plan cost: (\d+)", told).group(1))
    answer, own = least(runs, [fewest, "solve", file, *boards, "--algorithm", "bfs", "-q", "--threads", "1"])
    moves = int(re.search(r"(\d+) moves?, proven", answer).group(1))
    if moves != cost:
        sys.exit(f"{file}: fewest says {moves} moves, Fast Downward {cost}")
    return moves, translated, searched, own


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--fewest", default=str(ROOT / "target" / "release" / "fewest"))
    parser.add_argument("files", nargs="*", help="puzzle files [default: the founding puzzles and the 8-puzzle]")
    args = parser.parse_args()
    own = [(str(ROOT / "examples" / "puzzles" / f"{name}.fewest"), board) for name, board in PUZZLES.items()]
    files = [(file, None) for file in args.files] or own
    print(f"{'puzzle':20} {'moves':>5} {'translate':>10} {'search':>10} {'fewest':>10} {'search/fewest':>14} {'all/fewest':>11}")
    for file, board in files:
        with tempfile.TemporaryDirectory() as folder:
            moves, translated, searched, own = measure(args.fewest, file, board, args.runs, folder)
        # A clock tick: less cannot be told from nothing.
        floor = max(own, 0.001)
        print(
            f"{pathlib.Path(file).stem:20} {moves:5} {translated:9.3f}s {searched:9.3f}s {own:9.3f}s"
            f" {searched / floor:13.1f}x {(translated + searched) / floor:10.1f}x",
            flush=True,
        )


if __name__ == "__main__":
    main()
