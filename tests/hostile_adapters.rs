//! Adapters that hang, die, lie and flood: each with its outcome. Whatever they do, a run ends in time and within bounded
//! memory, leaves no process behind, and says whose mistake it was. Unix only; memory and leftovers are seen on Linux.

#[cfg(unix)]
#[path = "hostile_adapters/adapter.rs"]
mod adapter;
#[cfg(unix)]
#[path = "hostile_adapters/table.rs"]
mod table;

#[cfg(unix)]
fn main() {
    table::main();
}

#[cfg(not(unix))]
fn main() {}
