//! The wheel of a plug-in: an archive that pip unpacks into the environment's `lib/heat`.

use std::fmt::Write as _;
use std::io::{Cursor, Write};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use heat_report::program::NAME;
use heat_yaml::one_line;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::cargo::{CompiledPlugin, Package};
use crate::outcome::Failure;

/// A wheel and its file name.
#[derive(Debug)]
pub(super) struct Wheel {
    pub(super) file_name: String,
    pub(super) bytes: Vec<u8>,
}

/// Packs the files of a plug-in, each with its name.
pub(super) fn pack(
    compiled: &CompiledPlugin,
    platform: &str,
    files: &[(String, Vec<u8>)],
) -> Result<Wheel, Failure> {
    let package = &compiled.package;
    let python = compiled.oldest_python.ok_or_else(|| {
        Failure::refused("the library is for one version of Python, so no wheel can say where it runs")
            .with_help("use PyO3 as heat-plugin-python does: with one of its features `abi3-py3…`")
    })?;
    let name = package.name.replace('-', "_").to_lowercase();
    let version = python_version(&package.version).ok_or_else(|| {
        Failure::refused(format!("Python has no versions like `{}`", package.version))
            .with_help("pre-releases that it knows are `alpha.1`, `beta.1` and `rc.1`")
    })?;
    let (start, tag) = (format!("{name}-{version}"), format!("cp3{python}-abi3-{platform}"));
    let mut all: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(file, bytes)| (format!("{start}.data/data/lib/heat/{file}"), bytes.clone()))
        .collect();
    all.push((format!("{start}.dist-info/METADATA"), metadata(package, &version, python).into_bytes()));
    let wheel = format!("Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: false\nTag: {tag}\n");
    all.push((format!("{start}.dist-info/WHEEL"), wheel.into_bytes()));
    let record = format!("{start}.dist-info/RECORD");
    let mut lines: String = all.iter().map(|(path, bytes)| recorded(path, bytes)).collect();
    lines.extend([&record, ",,\n"]);
    all.push((record, lines.into_bytes()));
    let bytes =
        archive(&all).map_err(|error| Failure::unreadable(format!("the wheel cannot be made: {error}")))?;
    Ok(Wheel { file_name: format!("{start}-{tag}.whl"), bytes })
}

/// Packs files. Equal files always result in the same archive.
fn archive(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).unix_permissions(0o644);
    for (path, bytes) in files {
        archive.start_file(path, options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// The line about a file in the wheel's list of files.
fn recorded(path: &str, bytes: &[u8]) -> String {
    format!("{path},sha256={},{}\n", BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(bytes)), bytes.len())
}

fn metadata(package: &Package, version: &str, oldest_python: u32) -> String {
    let mut text = format!("Metadata-Version: 2.1\nName: {}\nVersion: {version}\n", package.name);
    for (key, value) in [("Summary", &package.description), ("License", &package.license)] {
        if let Some(value) = value {
            text.extend([key, ": ", &one_line(value), "\n"]);
        }
    }
    _ = writeln!(text, "Requires-Python: >=3.{oldest_python}");
    text
}

/// Converts a version of cargo to Python's form: `1.2.0-rc.1` to `1.2.0rc1`.
fn python_version(version: &str) -> Option<String> {
    let (version, local) =
        version.split_once('+').map_or((version, None), |(version, local)| (version, Some(local)));
    let mut python = match version.split_once('-') {
        None => version.to_owned(),
        Some((release, pre)) => {
            let (stage, number) = pre.split_once('.').unwrap_or((pre, "0"));
            let stage = match stage {
                "alpha" => "a",
                "beta" => "b",
                "rc" => "rc",
                _ => return None,
            };
            let number: u32 = number.parse().ok()?;
            format!("{release}{stage}{number}")
        }
    };
    if let Some(local) = local {
        python.push('+');
        python.push_str(&local.replace('-', ".").to_lowercase());
    }
    Some(python)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_written_as_python_does() {
        let check = |version: &str, expect: Option<&str>| {
            assert_eq!(python_version(version).as_deref(), expect, "{version}");
        };
        check("0.1.0", Some("0.1.0"));
        check("1.2.0-rc.1", Some("1.2.0rc1"));
        check("1.2.0-alpha", Some("1.2.0a0"));
        check("1.2.0-beta.2+Debian-3", Some("1.2.0b2+debian.3"));
        check("1.2.0-nightly", None);
        check("1.2.0-rc.x", None);
    }
}
