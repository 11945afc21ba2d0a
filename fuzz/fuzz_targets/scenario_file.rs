#![no_main]

use todospec_fuzz::hostile::scenario_file;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    scenario_file::bears(bytes);
});
