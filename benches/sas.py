"""Moves replayed in what Fast Downward's translator makes of a puzzle (the SAS+ format, version 3)."""

import re


class Task:
    """A planning task: a state is a list of values, one for each variable."""

    def __init__(self, text):
        self.lines = iter(text.splitlines())
        self.until("end_metric")
        for _ in range(self.number()):
            self.until("end_variable")
        for _ in range(self.number()):
            self.until("end_mutex_group")
        self.until("begin_state")
        self.start = [int(line) for line in self.until("end_state")]
        self.until("begin_goal")
        self.goal = [tuple(map(int, line.split())) for line in self.until("end_goal")[1:]]
        self.operators = [self.operator() for _ in range(self.number())]
        if self.number() != 0:
            raise ValueError("axioms")

    def number(self):
        return int(next(self.lines))

    def until(self, end):
        """The lines before the one that says so."""
        lines = []
        while (line := next(self.lines)) != end:
            lines.append(line)
        return lines

    def operator(self):
        """Its name, what must be, and its effects: when what is, what variable gets which value."""
        _, name, *rest = self.until("end_operator")
        prevail = int(rest[0])
        before = [tuple(map(int, line.split())) for line in rest[1 : prevail + 1]]
        effects = []
        for line in rest[prevail + 2 : -1]:
            count, *numbers = map(int, line.split())
            when = [tuple(numbers[2 * i : 2 * i + 2]) for i in range(count)]
            variable, old, new = numbers[2 * count :]
            if old != -1:
                before.append((variable, old))
            effects.append((when, variable, new))
        return name.split()[0], before, effects

    def after(self, states, wanted):
        """Where the operators whose names match lead from any of the states."""
        found = set()
        for name, before, effects in self.operators:
            if not wanted.fullmatch(name):
                continue
            for state in states:
                if all(state[variable] == value for variable, value in before):
                    new = list(state)
                    for when, variable, value in effects:
                        if all(state[v] == w for v, w in when):
                            new[variable] = value
                    found.add(tuple(new))
        return found

    def solved_by(self, moves):
        """Whether the moves, as `fewest` names them, lead to the goal."""
        states = {tuple(self.start)}
        for move in moves:
            name = re.sub("[^a-z0-9]", "-", move.lower())
            states = self.after(states, re.compile(rf"m\d+-{name}(-rule\d+)?"))
        while (more := states | self.after(states, re.compile(r"finish-\d+(-step\d+)?"))) != states:
            states = more
        return any(all(state[v] == value for v, value in self.goal) for state in states)
