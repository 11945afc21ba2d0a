//! Random sequences of actions, judged by the oracle.
