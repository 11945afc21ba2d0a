#![no_main]

use todospec_fuzz::hostile::trace_log;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    trace_log::bears(bytes);
});
