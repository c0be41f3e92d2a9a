//! Writes the Rust blocks of the guide as modules. A block can use the items of previous blocks on its page,
//! as a reader would expect, so each is a module inside the previous one; a block that declares the plug-in starts again.

#![expect(clippy::panic, reason = "what cannot be read or written ends the build")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The declaration in the blocks that start again.
const RESTART: &str = "pub struct Token;";

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = root.join("site/guide");
    println!("cargo::rerun-if-changed={}", guide.display());
    let mut pages: Vec<PathBuf> = fs::read_dir(&guide)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .unwrap_or_else(|error| panic!("{}: {error}", guide.display()));
    // The pages for template authors, which have no Rust, are in a folder of their own.
    pages.retain(|path| path.is_file());
    pages.sort();
    let mut out = String::new();
    for (index, page) in pages.iter().enumerate() {
        println!("cargo::rerun-if-changed={}", page.display());
        let text = fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        let blocks = rust_blocks(&text);
        if blocks.is_empty() {
            continue;
        }
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        _ = writeln!(out, "mod page_{index} {{");
        let mut open = 0;
        for (line, code) in &blocks {
            if code.contains(RESTART) {
                out.push_str(&"}\n".repeat(open));
                open = 0;
            }
            _ = writeln!(out, "// {name}:{line}\nmod line_{line} {{\nuse super::*;\n{code}");
            open += 1;
        }
        out.push_str(&"}\n".repeat(open + 1));
    }
    let path = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("guide.rs");
    fs::write(&path, out).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// The blocks, each with its first line number.
fn rust_blocks(page: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().zip(1..);
    while let Some((fence, _)) = lines.next() {
        let Some(language) = fence.strip_prefix("```") else { continue };
        let mut code = String::new();
        let mut start = None;
        for (line, number) in lines.by_ref().take_while(|(line, _)| *line != "```") {
            start.get_or_insert(number);
            code.push_str(line);
            code.push('\n');
        }
        if language == "rust" {
            blocks.push((start.unwrap_or_default(), code));
        }
    }
    blocks
}
