//! Reading the file of a plug-in's library: its Python module, and the requirements for loading it.

use goblin::elf::Elf;
use goblin::elf::header;

/// The prefix of the name of the function with which Python loads a module.
const INIT: &str = "PyInit_";

/// A shared library.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Library {
    /// The names of the Python modules in the library.
    pub(super) modules: Vec<String>,
    /// The processor, by Python's name.
    pub(super) machine: String,
    /// The libraries that this one needs.
    pub(super) needs: Vec<String>,
    /// The newest version of the GNU C library whose functions the library needs: `[2, 34]`.
    pub(super) glibc: Option<[u32; 2]>,
}

impl Library {
    /// Reads the bytes of a library.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let elf =
            Elf::parse(bytes).map_err(|error| format!("it is not a shared library of Linux: {error}"))?;
        let machine = machine(&elf).ok_or("it is for a processor that is not known")?;
        let symbols = elf.dynsyms.iter().filter(|symbol| symbol.is_function() && !symbol.is_import());
        let names = symbols.filter_map(|symbol| elf.dynstrtab.get_at(symbol.st_name));
        let mut modules: Vec<String> =
            names.filter_map(|name| name.strip_prefix(INIT)).map(ToOwned::to_owned).collect();
        modules.sort();
        Ok(Self {
            modules,
            machine: machine.to_owned(),
            needs: elf.libraries.iter().map(|&name| name.to_owned()).collect(),
            glibc: glibc(&elf),
        })
    }
}

fn machine(elf: &Elf<'_>) -> Option<&'static str> {
    Some(match (elf.header.e_machine, elf.little_endian) {
        (header::EM_X86_64, _) => "x86_64",
        (header::EM_386, _) => "i686",
        (header::EM_AARCH64, true) => "aarch64",
        (header::EM_ARM, true) => "armv7l",
        (header::EM_PPC64, true) => "ppc64le",
        (header::EM_S390, false) => "s390x",
        (header::EM_RISCV, true) => "riscv64",
        _ => return None,
    })
}

/// The newest version of the GNU C library whose functions the library needs: `[2, 34]`.
fn glibc(elf: &Elf<'_>) -> Option<[u32; 2]> {
    let mut newest = None;
    for file in elf.verneed.iter().flatten() {
        let names = file.iter().filter_map(|version| elf.dynstrtab.get_at(version.vna_name));
        newest = newest.max(names.filter_map(glibc_version).max());
    }
    newest
}

/// Parses `GLIBC_2.34` as numbers. `GLIBC_PRIVATE` is not a version.
fn glibc_version(name: &str) -> Option<[u32; 2]> {
    let mut numbers = name.strip_prefix("GLIBC_")?.split('.');
    Some([numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_no_libraries() {
        for bytes in [&b""[..], b"import heat", b"\x7fELF", &[0x7f; 4096]] {
            let error = Library::read(bytes).unwrap_err();
            assert!(error.starts_with("it is not a shared library of Linux"), "{error}");
        }
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(glibc_version("GLIBC_2.2.5"), Some([2, 2]));
        assert_eq!(glibc_version("GLIBC_PRIVATE"), None);
        assert_eq!(glibc_version("GCC_3.0"), None);
        assert!(glibc_version("GLIBC_2.9") < glibc_version("GLIBC_2.17"));
    }
}
