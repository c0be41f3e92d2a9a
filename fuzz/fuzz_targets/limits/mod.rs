//! What an answer to hostile text may take. The limits are generous for a build with a sanitizer; what they are after grows
//! by orders of magnitude.

use std::time::{Duration, Instant};

/// How long an answer may take.
const MAX_TIME: Duration = Duration::from_secs(10);

/// How many bytes may be written for no input at all, and for each byte of it.
const MAX_OUTPUT: (usize, usize) = (4 << 20, 2_000);

/// Runs what is to answer an input, and checks what it took. It gives how many bytes it wrote.
pub fn check(input: &str, answer: impl FnOnce() -> usize) {
    let start = Instant::now();
    let written = answer();
    let took = start.elapsed();
    assert!(took < MAX_TIME, "{} bytes took {took:?}", input.len());
    let (base, each) = MAX_OUTPUT;
    assert!(written < base + each * input.len(), "{} bytes became {written}", input.len());
}
