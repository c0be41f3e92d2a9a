//! Any text: reading it as YAML and as a template terminates without a panic, and its diagnostics can be rendered.
#![no_main]

use heat_yaml::render::{RenderStyle, text};
use heat_yaml::{ParseOptions, Source, parse, parse_template};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let source = Source::new("fuzz.yaml", input);
    let mut diagnostics = parse(&source, &ParseOptions::default()).diagnostics;
    diagnostics.extend(parse_template(&source, &ParseOptions::template()).diagnostics);
    _ = text(&diagnostics, RenderStyle::default());
});
