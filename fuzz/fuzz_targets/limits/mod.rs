//! What an answer to hostile text may take. The limits are generous for a build with a sanitizer; what they are after grows
//! by orders of magnitude.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How much processor time an answer may take: however busy the machine is, it is the same.
const MAX_TIME: Duration = Duration::from_secs(10);

/// How many bytes may be written for no input at all, and for each byte of it.
const MAX_OUTPUT: (usize, usize) = (4 << 20, 2_000);

/// Runs what is to answer an input, and checks what it took. It gives how many bytes it wrote.
pub fn check(input: &str, answer: impl FnOnce() -> usize) {
    let start = processor_time();
    let written = answer();
    let took = processor_time() - start;
    assert!(took < MAX_TIME, "{} bytes took {took:?} of processor time", input.len());
    let (base, each) = MAX_OUTPUT;
    assert!(written < base + each * input.len(), "{} bytes became {written}", input.len());
}

/// The processor time of all threads of this process since it started.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a clock that starts at 0 is never negative")
}
