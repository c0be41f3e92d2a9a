//! The Rust code of the guide, compiled unchanged; its tests are run. It uses the schema that the guide
//! shows.

#![cfg(test)]
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    clippy::all,
    clippy::pedantic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "the code is written to be read, a piece at a time"
)]

include!(concat!(env!("OUT_DIR"), "/guide.rs"));

const PAGE: &str = include_str!("../../../site/guide/70-derive.md");
const SCHEMA: &str = include_str!("../schemas/My/Custom/Token.yaml");

#[test]
fn the_schema_is_that_of_the_guide() {
    let shown = PAGE.split_once("\n```yaml\n").and_then(|(_, behind)| behind.split_once("```\n"));
    assert_eq!(shown.map(|(schema, _)| schema), Some(SCHEMA));
}

#[test]
fn every_block_is_compiled() {
    let guide = include_str!(concat!(env!("OUT_DIR"), "/guide.rs"));
    let fences = PAGE.matches("\n```rust").count();
    assert!(fences > 10 && guide.matches("// 70-derive.md:").count() == fences, "{fences}");
}
