//! Replays recorded answers of real Heat.

fn main() {}
