//! What the readers are held to, whatever they are given. The tests in `arbitrary.rs` and the fuzz targets in `fuzz/` throw
//! bytes at the same functions: one file here for each kind of input, each with a function `bears`.

pub mod adapter_answer;
pub mod reading_back;
pub mod scenario_file;
pub mod trace_log;

/// Panics at a text that a terminal would not merely show.
#[track_caller]
pub fn is_printable(text: &str) {
    let unprintable = text.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(unprintable, None, "{text:?}");
}
