//! Limits for processing hostile text. They are generous for a build with a sanitizer; the problems that they detect exceed
//! them by orders of magnitude.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The maximum processor time, which does not depend on the load of the machine.
const MAX_TIME: Duration = Duration::from_secs(10);

/// The maximum number of bytes of output for an empty input, and per byte of input.
const MAX_OUTPUT: (usize, usize) = (4 << 20, 2_000);

/// Runs the processing of an input, and checks its resource use. The closure returns the number of bytes that it wrote.
pub fn check(input: &str, answer: impl FnOnce() -> usize) {
    let start = processor_time();
    let written = answer();
    let took = processor_time() - start;
    assert!(took < MAX_TIME, "{} bytes took {took:?} of processor time", input.len());
    let (base, each) = MAX_OUTPUT;
    assert!(written < base + each * input.len(), "{} bytes became {written}", input.len());
}

/// The processor time of all threads of this process since its start.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).expect("a clock that starts at 0 is never negative")
}
