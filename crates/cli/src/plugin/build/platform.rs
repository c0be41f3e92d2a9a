//! The platforms on which a library runs, in the words of Python's wheels.

use crate::plugin::library::Library;

/// Libraries that every Linux with the GNU C library has, among those that PEP 600 allows.
const ON_EVERY_LINUX: [&str; 6] =
    ["libc.so.6", "libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "librt.so.1"];

/// The oldest version of the GNU C library that Rust supports, and the first with a name that all versions of pip know.
const OLDEST_GLIBC: [u32; 2] = [2, 17];

/// The tag of the platform, and the libraries that prevent the plug-in from running on other Linux systems.
pub(super) fn tag(library: &Library) -> (String, Vec<String>) {
    let machine = &library.machine;
    let is_loader = |name: &str| name.starts_with("ld-linux") || name.starts_with("ld64.so");
    let is_musl = |name: &str| name.starts_with("libc.musl-") || name == "libc.so";
    let others: Vec<String> = library
        .needs
        .iter()
        .filter(|name| !ON_EVERY_LINUX.contains(&name.as_str()) && !is_loader(name) && !is_musl(name))
        .cloned()
        .collect();
    let tag = if !others.is_empty() {
        format!("linux_{machine}")
    } else if library.needs.iter().any(|name| is_musl(name)) {
        format!("musllinux_1_2_{machine}")
    } else {
        let [major, minor] = library.glibc.unwrap_or(OLDEST_GLIBC).max(OLDEST_GLIBC);
        format!("manylinux_{major}_{minor}_{machine}")
    };
    (tag, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(needs: &[&str], glibc: Option<[u32; 2]>, expect: &str, others: &[&str]) {
        let needs = needs.iter().map(|&name| name.to_owned()).collect();
        let library = Library { modules: Vec::new(), machine: "x86_64".to_owned(), needs, glibc };
        let (tag, found) = tag(&library);
        assert_eq!(
            (tag.as_str(), found.iter().map(String::as_str).collect::<Vec<_>>()),
            (expect, others.to_vec())
        );
    }

    #[test]
    fn the_tag_follows_from_what_is_needed() {
        let usual = ["libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"];
        check(&usual, Some([2, 34]), "manylinux_2_34_x86_64", &[]);
        check(&usual, Some([2, 4]), "manylinux_2_17_x86_64", &[]);
        check(&["libc.so"], None, "musllinux_1_2_x86_64", &[]);
        check(&["libc.so.6", "libssl.so.3"], Some([2, 34]), "linux_x86_64", &["libssl.so.3"]);
    }
}
