//! `heat-codegen`, the command.

fn main() {}
