"""Searches beside other threads, and their end."""

import os
import signal
import subprocess
import sys
import threading

import pytest

import fewest

HARD = "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 _"


def hard():
    return fewest.puzzle("tiles").board(HARD)


@pytest.mark.parametrize(
    "search",
    [
        lambda: hard().solve(algorithm="bfs", time=60),
        lambda: hard().solve(algorithm="idastar", heuristic="manhattan", time=60),
        lambda: hard().solve(algorithm="bfs", threads=2, time=60),
        lambda: hard().compare(time=60),
        lambda: hard().explain(time=60),
        lambda: fewest.solve_all([hard(), hard(), hard()], algorithm="bfs", time=60),
        lambda: fewest.puzzle("tiles").census("3x4", time=60),
        lambda: fewest.puzzle("tiles").distances("3x4", time=60),
        lambda: hard().graph(max_states=10**9, time=60),
        lambda: fewest.solve(
            0, moves=lambda s: [1, 2], apply=lambda s, m: s + m, goal=lambda s: False, time=60
        ),
    ],
)
def test_an_interrupt_ends_a_search(search):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            search()
    finally:
        timer.cancel()


def test_other_threads_run_during_a_search():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    hard().solve(algorithm="bfs", time=0.5)
    done.set()
    thread.join()
    assert counted > 1000


def test_threads_share_a_board():
    board = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1")
    found = []
    threads = [
        threading.Thread(target=lambda: found.append((len(board.solve()), board.solve().count())))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1 and found[0][0] == 31


def test_progress_is_told():
    told = []
    outcome = hard().solve(algorithm="bfs", time=0.6, progress=told.append)
    assert isinstance(outcome, fewest.Stopped)
    assert told and all(isinstance(progress, fewest.Progress) for progress in told)
    assert [p.expanded for p in told] == sorted(p.expanded for p in told)
    assert told[-1].lower_bound <= outcome.lower_bound
    pytest.importorskip("tqdm")
    assert hard().solve(algorithm="bfs", time=0.3, progress=True).reason == "time"
    assert len(fewest.solve_all([hard()], time=0.2, algorithm="bfs", progress=True)) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_exceptions_of_the_callback_end_the_search(threads):
    def stop(progress):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        hard().solve(algorithm="bfs", time=60, threads=threads, progress=stop)


def test_a_process_ends_while_a_thread_searches():
    program = """
import threading, fewest
board = fewest.puzzle("tiles").board("14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 _")
thread = threading.Thread(
    target=lambda: board.solve(algorithm="bfs", time=60, progress=lambda p: None), daemon=True
)
thread.start()
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=30, capture_output=True)
    assert done.returncode == 0, done.stderr
