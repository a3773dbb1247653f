"""Puzzles written in Python."""

import gc
import pickle
from collections import deque

import pytest

import fewest

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
STEPS = {"U": -3, "D": 3, "L": -1, "R": 1}
LEGAL = [
    [m for m in "DLRU" if not (m == "U" and b < 3 or m == "D" and b > 5
                               or m == "L" and b % 3 == 0 or m == "R" and b % 3 == 2)]
    for b in range(9)
]


class Eight(fewest.Puzzle[tuple, str]):
    """The 8-puzzle."""

    def moves(self, state):
        return LEGAL[state.index(0)]

    def apply(self, state, move):
        blank = state.index(0)
        other = blank + STEPS[move]
        cells = list(state)
        cells[blank], cells[other] = cells[other], 0
        return tuple(cells)

    def is_goal(self, state):
        return state == GOAL

    def __eq__(self, other):
        return type(self) is type(other)

    def __hash__(self):
        return 1


class Informed(Eight):
    def heuristic(self, state):
        far = 0
        for at, tile in enumerate(state):
            if tile:
                row, column = divmod(tile - 1, 3)
                far += abs(at // 3 - row) + abs(at % 3 - column)
        return far


class BothEnds(Eight):
    def goals(self):
        return [GOAL]

    def inverse(self, move):
        return {"U": "D", "D": "U", "L": "R", "R": "L"}[move]


class Encoded(Eight):
    def encode(self, state):
        return int("".join(map(str, state)))


class EncodedBytes(Informed):
    def encode(self, state):
        return bytes(state)


def all_shortest(puzzle, start):
    """The obvious search: all shortest solutions, in the order of moves."""
    depth, before = {start: 0}, {start: []}
    queue, goal = deque([start]), None
    goals = [start] if puzzle.is_goal(start) else []
    while queue:
        state = queue.popleft()
        if goals and depth[state] >= depth[goals[0]]:
            break
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in depth:
                depth[after] = depth[state] + 1
                before[after] = []
                queue.append(after)
                if puzzle.is_goal(after):
                    goals.append(after)
            if depth[after] == depth[state] + 1:
                before[after].append((state, move))
    if not goals:
        return None, len(depth)

    def paths(state):
        if state == start:
            return [()]
        return [path + (move,) for b, move in before[state] for path in paths(b)]

    nearest = [goal for goal in goals if depth[goal] == depth[goals[0]]]
    order = {m: i for i, m in enumerate("DLRU")}
    found = [path for goal in nearest for path in paths(goal)]
    return sorted(found, key=lambda path: [order[m] for m in path]), len(depth)


def scrambled(steps, seed):
    state, eight = GOAL, Eight()
    for _ in range(steps):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        moves = eight.moves(state)
        state = eight.apply(state, moves[(seed >> 33) % len(moves)])
    return state


@pytest.mark.parametrize("kind", [Eight, Informed, BothEnds, Encoded, EncodedBytes])
@pytest.mark.parametrize("seed", range(4))
def test_answers_are_those_of_the_obvious_search(kind, seed):
    start = scrambled(14 + seed, seed)
    expected, _ = all_shortest(Eight(), start)
    solved = kind().solve(start)
    assert solved.moves == expected[0]
    assert solved.positions[0] == start and solved.positions[-1] == GOAL
    assert solved.count() == len(expected) and solved.all() == expected
    assert solved.all(limit=1) == expected[:1]


@pytest.mark.parametrize(
    "kind, algorithm",
    [(Informed, "bfs"), (Informed, "astar"), (Informed, "idastar"), (BothEnds, "bidirectional"),
     (EncodedBytes, "idastar"), (EncodedBytes, "astar")],
)
def test_every_algorithm(kind, algorithm):
    start = scrambled(30, 5)
    expected = all_shortest(Eight(), start)[0][0]
    assert kind().solve(start, algorithm=algorithm).moves == expected


@pytest.mark.parametrize("kind", [Eight, Encoded])
def test_unsolvable_boards_are_proven_so(kind):
    unsolvable = (2, 1, 3, 4, 5, 6, 7, 8, 0)
    outcome = kind().solve(unsolvable)
    assert isinstance(outcome, fewest.Unsolvable) and outcome.reached == 181440


def test_a_start_that_is_a_goal():
    solved = Eight().solve(GOAL)
    assert solved.moves == () and solved.positions == (GOAL,) and solved.count() == 1


def test_functions_and_a_goal_state():
    eight = Eight()
    start = scrambled(12, 1)
    given = dict(moves=eight.moves, apply=eight.apply)
    by_state = fewest.solve(start, goal=GOAL, **given)
    by_test = fewest.solve(start, goal=lambda state: state == GOAL, **given)
    assert by_state.moves == by_test.moves == eight.solve(start).moves
    both = fewest.solve(start, goal=GOAL, inverse=BothEnds().inverse, **given)
    assert both.moves == by_test.moves and "bidirectional" in both.method


def test_limits():
    start = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    eight = Eight()
    assert eight.solve(start, states=500).reason == "states"
    assert eight.solve(start, memory=100_000).reason == "memory"
    stopped = eight.solve(start, time=0.05)
    assert stopped.reason == "time" and stopped.lower_bound >= 1


def test_slow_callbacks_keep_the_time_limit():
    import time

    class Slow(Eight):
        def apply(self, state, move):
            time.sleep(0.01)
            return super().apply(state, move)

    stopped = Slow().solve((8, 6, 7, 2, 5, 4, 3, 0, 1), time=0.05)
    assert isinstance(stopped, fewest.Stopped) and stopped.reason == "time"
    assert stopped.statistics.expanded < 500


class Boom(Exception):
    pass


@pytest.mark.parametrize("method", ["moves", "apply", "is_goal", "heuristic", "encode"])
@pytest.mark.parametrize("after", [0, 1, 100])
def test_exceptions_end_the_search(method, after):
    calls = 0

    def broken(self, *arguments):
        nonlocal calls
        calls += 1
        if calls > after:
            raise Boom(method)
        # The numbers of this code are shorter than the states, so that they are used.
        kind = Encoded if method == "encode" else EncodedBytes
        return getattr(kind, method)(self, *arguments)

    kind = type("Broken", (EncodedBytes,), {method: broken})
    with pytest.raises(Boom, match=method):
        kind().solve((8, 6, 7, 2, 5, 4, 3, 0, 1))
    assert calls == after + 1


class Nasty:
    """A state whose hash or comparison raises, or which starts another search."""

    def __init__(self, n, hashes=True, equals=True):
        self.n, self.hashes, self.equals = n, hashes, equals

    def __hash__(self):
        if not self.hashes:
            raise Boom("hash")
        return 7

    def __eq__(self, other):
        if not self.equals:
            raise Boom("eq")
        gc.collect()
        return self.n == other.n


@pytest.mark.parametrize("broken", [{"hashes": False}, {"equals": False}])
def test_states_that_raise(broken):
    with pytest.raises(Boom):
        fewest.solve(
            Nasty(0),
            moves=lambda s: [1],
            apply=lambda s, m: Nasty(s.n + m, **broken),
            goal=lambda s: s.n == 5,
        )


def test_states_that_collide_and_collect_garbage():
    solved = fewest.solve(
        Nasty(0), moves=lambda s: [1, 2], apply=lambda s, m: Nasty(s.n + m), goal=lambda s: s.n == 9
    )
    assert len(solved) == 5


def test_a_search_inside_a_search():
    def inner(n):
        return len(fewest.solve(0, moves=lambda s: [1], apply=lambda s, m: s + m, goal=n))

    solved = fewest.solve(
        0, moves=lambda s: [1, 2], apply=lambda s, m: s + inner(m), goal=lambda s: s == 7
    )
    assert solved.moves == (1, 2, 2, 2)


def test_moves_can_be_any_iterable_and_any_object():
    marks = [object(), object()]
    solved = fewest.solve(
        0,
        moves=lambda s: (mark for mark in marks),
        apply=lambda s, m: s + 1 + marks.index(m),
        goal=4,
    )
    assert solved.moves == (marks[1], marks[1])


def test_bounds_may_be_fractions_or_dead_ends():
    def heuristic(state):
        return float("inf") if state > 20 else (20 - state) / 3

    given = dict(moves=lambda s: [1, 3], apply=lambda s, m: s + m, goal=20)
    assert len(fewest.solve(0, heuristic=heuristic, **given)) == 8
    for wrong in (float("nan"), -1, -0.5):
        with pytest.raises(ValueError):
            fewest.solve(0, heuristic=lambda s: wrong, **given)
    for wrong in ("3", None, [1]):
        with pytest.raises(TypeError):
            fewest.solve(0, heuristic=lambda s: wrong, **given)


def test_wrong_codes():
    given = dict(moves=lambda s: [1], apply=lambda s, m: s + m, goal=3)
    for wrong in (-1, 2**128, "code", None, 1.5):
        with pytest.raises(TypeError):
            fewest.solve(0, encode=lambda s: wrong, **given)
    assert len(fewest.solve(0, encode=lambda s: 2**128 - 1 - s, **given)) == 3
    assert len(fewest.solve(0, encode=lambda s: b"x" * s, **given)) == 3


def test_wrong_arguments():
    with pytest.raises(TypeError):
        fewest.solve(0, moves=1, apply=lambda s, m: s, goal=1)
    with pytest.raises(TypeError):
        fewest.solve([], moves=lambda s: [], apply=lambda s, m: s, goal=lambda s: False)
    with pytest.raises(TypeError):
        fewest.solve(0, moves=lambda s: 5, apply=lambda s, m: s, goal=1)
    with pytest.raises(ValueError, match="heuristic"):
        Eight().solve(GOAL, algorithm="astar")
    with pytest.raises(ValueError, match="inverse"):
        Eight().solve(GOAL, algorithm="bidirectional")
    with pytest.raises(ValueError):
        Eight().solve(GOAL, algorithm="linear")
    with pytest.raises(TypeError):
        fewest.Puzzle()
    with pytest.raises(NotImplementedError):
        type("Aimless", (fewest.Puzzle,), {"moves": Eight.moves, "apply": Eight.apply})().solve(GOAL)


def test_outcomes_of_python_puzzles_are_values():
    solved = Eight().solve(scrambled(10, 2))
    restored = pickle.loads(pickle.dumps(solved))
    assert restored == solved and hash(restored) == hash(solved)
    assert restored.count() == solved.count() and restored.positions == solved.positions


def test_nothing_is_kept_after_a_search():
    class Counted:
        alive = 0

        def __init__(self, n):
            self.n = n
            Counted.alive += 1

        def __del__(self):
            Counted.alive -= 1

        def __hash__(self):
            return hash(self.n)

        def __eq__(self, other):
            return self.n == other.n

    fewest.solve(
        Counted(0),
        moves=lambda s: [1, 2],
        apply=lambda s, m: Counted(s.n + m),
        goal=lambda s: s.n == 100,
    )
    gc.collect()
    assert Counted.alive == 0


PLAIN = [0, 1, -1, 239, 240, 255, 256, 2**15, 2**31, 2**40, -(2**63), 2**63 - 1, True, False, None,
         "", "a", "ab", "é", "a" * 254, "a" * 255, "a" * 300, b"", b"a", b"ab", (), ((),), (0,),
         (0, 0), ((0,), 0), (0, (0,)), ("a", "b"), ("ab",), (None,), (1, "a", b"a", (2, 3)),
         (1,) * 300, (True, 1), (0, 1), (False, True)]
OTHER = [2**64, -(2**64), 1.0, 1.5, 0.0, frozenset({1}), (1.0,), (0.0, 1.0), "\ud800", ("\ud800",),
         (((((((((0,),),),),),),),),), (((((((((1,),),),),),),),),), range(3)]


@pytest.mark.parametrize("others", [[], OTHER, OTHER[::-1]])
@pytest.mark.parametrize("first", [True, False])
def test_states_are_equal_if_python_says_so(others, first):
    values = others + PLAIN if first else PLAIN + others
    outcome = fewest.solve(
        "start",
        moves=lambda s: range(len(values)) if s == "start" else [],
        apply=lambda s, m: values[m],
        goal=lambda s: False,
    )
    assert outcome.reached == len({*values, "start"})


def test_a_search_starts_again_when_states_are_not_plain():
    given = dict(moves=lambda s: [1, 2], apply=lambda s, m: (s + m) * (1.0 if s > 4 else 1) % 10)
    assert fewest.solve(0, goal=lambda s: False, **given).reached == 10
    solved = fewest.solve(0, goal=lambda s: s == 9, **given)
    assert len(solved) == 5 and solved.count() == 5 and len(set(solved.all())) == 5


class Climb(fewest.Puzzle[int, int]):
    """Climb from 0 to 12 by steps of one, three or five."""

    costs = {1: 2, 3: 5, 5: 11}

    def moves(self, state):
        return [step for step in self.costs if state + step <= 12]

    def apply(self, state, move):
        return state + move

    def is_goal(self, state):
        return state == 12

    def cost(self, state, move):
        return self.costs[move]


class InformedClimb(Climb):
    def heuristic(self, state):
        return (12 - state) * 5 / 3


def cheapest(puzzle, start):
    """All solutions of least cost with the fewest moves, by trying everything."""
    found = {}
    stack = [(start, (), 0)]
    while stack:
        state, path, cost = stack.pop()
        if puzzle.is_goal(state):
            found.setdefault((cost, len(path)), []).append(path)
            continue
        for move in puzzle.moves(state):
            stack.append((puzzle.apply(state, move), (*path, move), cost + puzzle.cost(state, move)))
    best = min(found)
    return best[0], sorted(found[best])


@pytest.mark.parametrize("kind", [Climb, InformedClimb])
@pytest.mark.parametrize("costs", [{1: 2, 3: 5, 5: 11}, {1: 1, 3: 3, 5: 5}, {1: 7, 3: 5, 5: 0}])
def test_the_cost_is_the_least(kind, costs):
    puzzle = kind()
    puzzle.costs = costs
    if kind is InformedClimb:
        puzzle.heuristic = lambda state: (12 - state) * min(c / s for s, c in costs.items())
    cost, solutions = cheapest(puzzle, 0)
    solved = puzzle.solve(0)
    assert solved.cost == cost == sum(costs[move] for move in solved)
    assert len(solved) == len(solutions[0]) and solved.moves in solutions
    assert solved.count() == len(solutions) and sorted(solved.all()) == solutions
    assert solved.positions[-1] == 12
    given = dict(moves=puzzle.moves, apply=puzzle.apply, goal=12, cost=puzzle.cost)
    assert fewest.solve(0, **given).cost == cost
    assert fewest.solve(0, encode=lambda state: state, **given).cost == cost


def test_wrong_costs():
    given = dict(moves=lambda s: [1], apply=lambda s, m: s + 1, goal=3)
    for wrong, error in ((-1, ValueError), (65536, ValueError), (1.5, TypeError), (None, TypeError)):
        with pytest.raises(error, match="cost"):
            fewest.solve(0, cost=lambda s, m: wrong, **given)
    with pytest.raises(ValueError, match="without costs"):
        Climb().solve(0, algorithm="bfs")
    with pytest.raises(ValueError, match="needs costs"):
        Eight().solve(GOAL, algorithm="dijkstra")
    stopped = Climb().solve(0, states=2)
    assert isinstance(stopped, fewest.Stopped) and stopped.lower_bound > 0


def test_a_batch_that_raises_does_not_hide_a_nearer_goal():
    def moves(state):
        if state > 40:
            raise RuntimeError("beyond the goal")
        return [1, 2]

    solved = fewest.solve(0, moves=moves, apply=lambda s, m: 2 * s + m, goal=lambda s: s == 30)
    assert len(solved) == 4
    with pytest.raises(RuntimeError, match="beyond"):
        fewest.solve(0, moves=moves, apply=lambda s, m: 2 * s + m, goal=lambda s: s == 1000)


@pytest.mark.parametrize("length", [1, 15, 16, 17, 40])
def test_codes_of_every_length_are_compared_in_full(length):
    """States that differ in one byte, or in their length."""
    base = [bytes([at]) + bytes(length) for at in range(3)]
    ends = [bytes(length) + bytes([at]) for at in range(3)]
    states = [*base, *ends, *(bytes(n) for n in range(length, length + 4))]
    for encode in (lambda s: s, None):
        outcome = fewest.solve(
            b"start",
            moves=lambda s: range(2 * len(states)) if s == b"start" else [],
            apply=lambda s, m: states[m % len(states)],
            goal=lambda s: False,
            encode=encode,
        )
        assert outcome.reached == len(set(states)) + 1


def test_the_number_of_states_may_be_limited_exactly():
    for states in (1, 2, 3, 100):
        stopped = Eight().solve((8, 6, 7, 2, 5, 4, 3, 0, 1), states=states, algorithm="bfs")
        assert stopped.reason == "states" and stopped.statistics.expanded == states


@pytest.mark.parametrize("algorithm", ["bfs", "astar", "idastar"])
@pytest.mark.parametrize("impure", ["goal", "apply"])
def test_solutions_are_replayed(algorithm, impure):
    """Callbacks that change their mind: the solution is refuted and not returned."""
    seen = set()

    def once(state):
        first = state not in seen
        seen.add(state)
        return first

    def apply(state, move):
        return state + move + (0 if impure == "goal" or once((state, move)) else 100)

    def goal(state):
        return state == 5 and (impure == "apply" or once(state))

    with pytest.raises(RuntimeError, match="called again"):
        fewest.solve(0, moves=lambda s: [1, 2] if s < 50 else [], apply=apply, goal=goal,
                     heuristic=lambda s: 0, algorithm=algorithm)
