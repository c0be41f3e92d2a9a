//! Any text as an expression of yaql: parsing it, and finding out what it uses.
#![no_main]

mod limits;

use libfuzzer_sys::fuzz_target;
use yaql::Expression;

fuzz_target!(|input: &str| {
    limits::check(input, || match Expression::parse(input) {
        Ok(parsed) => format!("{:?}", parsed.inspect()).len(),
        Err(error) => {
            let span = error.span.expect("a syntax error has a place");
            assert!(input.get(span.start..span.end).is_some(), "{error:?}");
            error.message.len()
        }
    });
});
