//! Sets the module's stack size to that of the program's threads: nested stacks are resolved recursively.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={}", 8 << 20);
    }
    println!("cargo::rerun-if-changed=build.rs");
}
