//! Code that does not compile, and the compiler's messages.
//!
//! The schemas are copied to the folder in which trybuild puts its package, because paths of schemas are
//! relative to the package.
//!
//! Ignored by default, because it compiles the crates again: `cargo test -p heat-plugin --test ui -- --ignored`.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[test]
#[ignore = "compiles a crate: `.ci/run` runs it"]
fn errors_in_schemas_are_compile_errors() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| package.join("../../target"), PathBuf::from);
    let schemas = target.join("tests/trybuild/heat-plugin/schemas");
    fs::create_dir_all(&schemas).unwrap();
    for entry in fs::read_dir(package.join("tests/ui/schemas")).unwrap() {
        let file = entry.unwrap();
        fs::copy(file.path(), schemas.join(file.file_name())).unwrap();
    }
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}
