#![no_main]

use todospec_fuzz::hostile::adapter_answer;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    adapter_answer::bears(bytes);
});
