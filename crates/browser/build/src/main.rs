//! Builds the checker that runs in a browser: compiles `heat-browser` to WebAssembly, and writes the module with its JavaScript.
//!
//! `cargo run -p browser-build` writes to `target/checker`, where `heat-codegen build` finds it; an argument names another folder. It
//! needs the target: `rustup target add wasm32-unknown-unknown`. With `--pack`, it writes the files compressed to the folder of
//! `heat-site`: a program that is compiled after that contains them, and so does its package.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, error, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use wasm_bindgen_cli_support::Bindgen;

/// The target, the profile in the workspace's manifest, and the package.
const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "browser";
const PACKAGE: &str = "heat-browser";

/// The output folder, below the working folder: not `target/browser`, in which cargo puts the files of the profile of that
/// name.
const FOLDER: &str = "target/checker";

#[expect(clippy::print_stderr, reason = "the only output of this program")]
fn main() -> ExitCode {
    let argument = env::args_os().nth(1);
    let is_packed = argument.as_deref().is_some_and(|argument| argument == "--pack");
    let folder = argument.filter(|_| !is_packed).map_or_else(|| PathBuf::from(FOLDER), PathBuf::from);
    let built = build(&folder).and_then(|size| if is_packed { pack(&folder) } else { Ok((folder, size)) });
    match built {
        Ok((folder, size)) => {
            eprintln!("the browser checker is in {} ({} kB)", folder.display(), size / 1000);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds into a folder; returns the size of the module.
fn build(folder: &Path) -> Result<u64, Box<dyn error::Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = here.parent().unwrap_or(here).join("Cargo.toml");
    // This program is in `target/debug`, wherever that is.
    let program = env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("the program is in no folder of cargo's")?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--locked", "--lib", "--target", TARGET, "--profile", PROFILE])
        .arg("--manifest-path")
        .arg(&manifest)
        .arg("--target-dir")
        .arg(target)
        .status()?;
    if !status.success() {
        return Err(
            format!("{PACKAGE} was not compiled: `rustup target add {TARGET}` installs its target").into()
        );
    }
    let module = target.join(TARGET).join(PROFILE).join("heat_browser.wasm");
    fs::create_dir_all(folder)?;
    Bindgen::new()
        .input_path(&module)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(fs::metadata(folder.join("heat_browser_bg.wasm"))?.len())
}

/// Compresses the files of a folder into that of `heat-site`; returns the folder, and the size of all of them.
fn pack(from: &Path) -> Result<(PathBuf, u64), Box<dyn error::Error>> {
    let to = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../site/checker");
    let mut size = 0;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&fs::read(&path)?)?;
        let packed = packed.finish()?;
        size += u64::try_from(packed.len())?;
        let file = to.join(format!("{name}.gz"));
        // An unchanged file stays as it is: writing it would compile `heat-site` again. A changed file is replaced as a whole,
        // because cargo may be packing the folder.
        if fs::read(&file).is_ok_and(|old| old == packed) {
            continue;
        }
        let new = to.join(format!("{name}.new"));
        fs::write(&new, packed)?;
        fs::rename(new, file)?;
    }
    Ok((to, size))
}
