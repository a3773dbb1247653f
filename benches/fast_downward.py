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

With --check nothing is timed against each other. The start of every example file is exported,
translated within 10 seconds of processor time and 1 GB, and solved within a minute of it. The lengths must agree;
where the search is stopped, the moves of `fewest` must lead to the goal of the translated task.
"""

import argparse
import importlib.util
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

import sas

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


def bounded(command, seconds, bytes_, stdin=None):
    """What a program says that may take so many seconds of processor time and so many bytes (None if it is
    stopped), and the seconds that it took."""

    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdin=stdin, capture_output=True, text=True, preexec_fn=bound)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (done.stdout if done.returncode == 0 else None), took


def check(fewest, file, folder):
    """A line about the export of a puzzle's start, and whether it is right."""
    translate, downward = planner()
    run([fewest, "export", file, "--to", "pddl", "--output", folder])
    told = f"{folder}/output.sas"
    command = [*translate, f"{folder}/domain.pddl", f"{folder}/problem.pddl", "--sas-file", told]
    out, seconds = bounded(command, 10, 1 << 30)
    if out is None:
        return "not translated within 10 s and 1 GB", False
    peak = int(re.search(r"peak memory: (\d+) KB", out).group(1)) / 1024
    operators = int(re.search(r"Translator operators: (\d+)", out).group(1))
    answer, _ = run([fewest, "solve", file, "--json", "-q"])
    moves = json.loads(answer)["moves"]
    command = [*downward, "--search", "astar(blind())", "--internal-plan-file", f"{folder}/plan"]
    with open(told) as stdin:
        out, searched = bounded(command, 60, 4 << 30, stdin)
    if out is None:
        right = sas.Task(pathlib.Path(told).read_text()).solved_by(moves)
        theirs = "stopped; moves replayed" if right else "stopped; the moves do not solve it"
    else:
        cost = int(re.search(r"Plan cost: (\d+)", out).group(1))
        theirs, right = f"{cost} in {searched:.2f} s", cost == len(moves)
    line = f"{operators:9} {seconds:9.2f}s {peak:6.0f} MB {len(moves):7}   {theirs}"
    return line, right


def check_all(fewest, files):
    print(f"{'puzzle':20} {'operators':>9} {'translated':>10} {'peak':>9} {'fewest':>7}   Fast Downward")
    wrong = []
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            line, right = check(fewest, file, folder)
        print(f"{pathlib.Path(file).stem:20} {line}", flush=True)
        if not right:
            wrong.append(pathlib.Path(file).stem)
    if wrong:
        sys.exit(f"wrong: {', '.join(wrong)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--fewest", default=str(ROOT / "target" / "release" / "fewest"))
    parser.add_argument("files", nargs="*", help="puzzle files [default: the founding puzzles and the 8-puzzle]")
    parser.add_argument("--check", action="store_true", help="check the export of every example file")
    args = parser.parse_args()
    if args.check:
        examples = [ROOT / "examples" / "crates.fewest", *sorted((ROOT / "examples" / "puzzles").glob("*.fewest"))]
        return check_all(args.fewest, args.files or [str(file) for file in examples])
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
