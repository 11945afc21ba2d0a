"""Steps a second of Hypothesis' rule-based state machine on the toy list model; prints one number."""

import time

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

ITEM = st.tuples(st.sampled_from(["a", "be", "sea", "deed", "easel"]), st.sampled_from(["pending", "in_progress", "completed"]))
steps = 0


class Toy(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.list, self.model, self.shown = [], [], False

    @rule(items=st.lists(ITEM, max_size=4))
    def update(self, items):
        global steps
        steps += 1
        if len({text for text, _ in items}) == len(items):
            self.list, self.model, self.shown = list(items), list(items), True

    @rule()
    def next_turn(self):
        global steps
        steps += 1
        self.shown = False

    @invariant()
    def same(self):
        assert self.list == self.model


started = time.perf_counter()
run_state_machine_as_test(
    Toy, settings=settings(max_examples=60, stateful_step_count=24, database=None, suppress_health_check=list(HealthCheck))
)
print(steps / (time.perf_counter() - started))
