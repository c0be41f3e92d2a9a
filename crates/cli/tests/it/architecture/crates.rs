//! The crates below the program, and the dependencies that they must not have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use walkdir::WalkDir;

use super::layers::names;
use crate::support::cargo::{cargo, packages as workspace};

/// The crates with fewer than two users, and the reason why each is separate.
const WALLS: [(&str, &str); 7] = [
    ("heat-browser", "is compiled to WebAssembly, for a page"),
    (
        "heat-config",
        "is a program of its own, for servers, with an HTTP client: deployments are tried without it",
    ),
    ("heat-language-server", "has no session and no command line: messages in, messages out"),
    ("heat-macros", "runs in the compiler"),
    (
        "heat-plugin-openstack",
        "is the only crate for plug-ins with an HTTP client and TLS, which few of them need",
    ),
    (
        "heat-plugin-python",
        "is the only one that compiles PyO3: a plug-in's own crates are tested without Python",
    ),
    ("heat-rules", "joins the rules of all commands, of which the docs builder compiles none"),
];

/// Dependencies that only the program needs. A user of a single crate must not wait for them to compile.
const OF_THE_PROGRAM: [&str; 10] = [
    "clap",
    "clap_complete",
    "clap_mangen",
    "glob",
    "goblin",
    "lsp-server",
    "mimalloc",
    "notify",
    "tera",
    "zip",
];

/// The crates whose purpose requires one of these dependencies.
const FOR: [(&str, &str); 2] = [("heat-language-server", "lsp-server"), ("heat-site", "tera")];

/// Names that a library must not use: it returns values, and the program decides how they are shown and how it exits.
const NAMES_OF_THE_PROGRAM: [&str; 7] =
    ["ExitCode", "IsTerminal", "Session", "eprint", "eprintln", "print", "println"];
const PATHS_OF_THE_PROGRAM: [&str; 4] = ["io::stderr", "io::stdin", "io::stdout", "process::exit"];

/// The program, and the other programs.
const PROGRAMS: [&str; 5] = ["browser-build", "codegen", "conformance", "heat-codegen", "heat-config"];

/// A package of the workspace.
struct Package {
    name: String,
    folder: PathBuf,
    /// The names of the packages on which the package depends, except in tests.
    uses: BTreeSet<String>,
}

/// The packages of the workspace that are neither tests nor examples.
fn packages() -> Vec<Package> {
    let packages = workspace().into_iter().map(|package| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        Package {
            name: package["name"].as_str().unwrap().to_owned(),
            folder: Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned(),
            uses: dependencies
                .filter(|dependency| dependency["kind"] != "dev")
                .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
                .collect(),
        }
    });
    let root = super::root().canonicalize().unwrap();
    packages
        .filter(|package| {
            let folder = package.folder.strip_prefix(&root).unwrap();
            !folder.starts_with("tests") && !folder.starts_with("examples")
        })
        .collect()
}

#[test]
fn a_crate_has_two_users_or_is_a_wall() {
    let packages = packages();
    let mut users: BTreeMap<&str, usize> = BTreeMap::new();
    for used in packages.iter().flat_map(|package| &package.uses) {
        *users.entry(used).or_default() += 1;
    }
    let mut few: Vec<&str> = packages
        .iter()
        .map(|package| package.name.as_str())
        .filter(|name| !PROGRAMS.contains(name) || *name == "heat-config")
        .filter(|name| users.get(name).is_none_or(|users| *users < 2))
        .collect();
    few.sort_unstable();
    assert_eq!(few, WALLS.map(|(name, _)| name));
}

#[test]
fn nothing_below_the_program_compiles_what_only_it_needs() {
    let mut found = Vec::new();
    let packages = packages();
    let below: Vec<&Package> =
        packages.iter().filter(|package| !PROGRAMS.contains(&package.name.as_str())).collect();
    assert!(below.len() > 20, "the crates are found");
    let is_used = |name: &String| below.iter().any(|other| other.uses.contains(name));
    let mut open: Vec<&Package> = below.iter().copied().filter(|package| !is_used(&package.name)).collect();
    let mut done = BTreeSet::new();
    while let Some(package) = open.pop() {
        if !done.insert(package.name.clone()) {
            continue;
        }
        let tree =
            cargo(&["tree", "-p", &package.name, "-e", "normal", "--prefix", "none", "--format", "{p}"]);
        let compiled: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        let of_program = OF_THE_PROGRAM.iter().chain(&["codegen", "heat-codegen"]);
        let too_many: Vec<&str> = of_program.copied().filter(|name| compiled.contains(name)).collect();
        if too_many.is_empty() {
            // Nor does anything below it compile them.
            done.extend(compiled.into_iter().map(str::to_owned));
        } else {
            open.splice(0..0, below.iter().copied().filter(|other| package.uses.contains(&other.name)));
            found.extend(too_many.into_iter().map(|name| (package.name.as_str(), name)));
        }
    }
    assert!(below.iter().all(|package| done.contains(&package.name)), "all are compiled: {done:?}");
    found.sort_unstable();
    assert_eq!(found, FOR);
}

/// The packages of a selection, each with the features with which it is compiled.
fn compiled(selection: &[&str], kinds: &str) -> BTreeSet<String> {
    let tree =
        cargo(&[&["tree", "--prefix", "none", "--format", "{p} {f}", "--edges", kinds], selection].concat());
    tree.lines().map(|line| line.trim_end_matches(" (*)").trim_end().to_owned()).collect()
}

/// Packages that a build of the docs must not compile.
const NOT_FOR_DOCS: [&str; 12] = [
    "heat-deployments",
    "heat-diff",
    "heat-hot",
    "heat-language-server",
    "heat-plan",
    "heat-rules",
    "heat-software",
    "heat-template-check",
    "heat-witness",
    "lsp-types",
    "num-bigint",
    "yaql",
];

/// The first command that people run in a checkout builds the docs, so it must compile nothing else.
#[test]
fn the_docs_builder_compiles_no_other_part_of_the_program() {
    let tree = compiled(&["-p", "codegen"], "normal,build");
    let names: BTreeSet<&str> = tree.iter().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains("heat-site") && names.len() > 50, "{names:?}");
    let others = OF_THE_PROGRAM.iter().filter(|name| **name != "tera");
    let found: Vec<&&str> = NOT_FOR_DOCS.iter().chain(others).filter(|name| names.contains(*name)).collect();
    assert!(found.is_empty(), "{found:?}");
}

/// The lines of a crate's sources.
fn lines(folder: &Path) -> usize {
    let files = WalkDir::new(folder.join("src")).into_iter().map(Result::unwrap);
    let sources = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"));
    sources.map(|entry| fs::read_to_string(entry.path()).unwrap().lines().count()).sum()
}

/// The lines of the longest chain of crates that ends with this one: each crate in it has to wait for the one before it.
fn chain(name: &str, packages: &BTreeMap<&str, (&Package, usize)>) -> usize {
    let Some((package, lines)) = packages.get(name) else { return 0 };
    lines + package.uses.iter().map(|used| chain(used, packages)).max().unwrap_or(0)
}

/// Crates are independent of each other where possible, so that a second processor does not wait.
#[test]
fn the_longest_chain_of_crates_is_at_most_half_of_the_program() {
    let packages = packages();
    let packages: BTreeMap<&str, (&Package, usize)> =
        packages.iter().map(|package| (package.name.as_str(), (package, lines(&package.folder)))).collect();
    let tree = compiled(&["-p", "heat-codegen"], "normal");
    let names: BTreeSet<&str> = tree.iter().filter_map(|line| line.split(' ').next()).collect();
    let all: usize = names.iter().filter_map(|name| packages.get(name)).map(|(_, lines)| lines).sum();
    let longest = chain("heat-codegen", &packages);
    assert!(longest > 50_000, "{longest} lines are found");
    assert!(2 * longest <= all, "{longest} of {all} lines follow each other");
}

#[test]
fn the_program_is_compiled_once_for_itself_and_for_the_tests() {
    let alone = compiled(&["-p", "codegen", "-p", "heat-codegen"], "normal,build");
    let with_all = compiled(&["--workspace"], "normal,build,dev");
    assert!(alone.len() > 100, "{alone:?}");
    let again: Vec<&String> = alone.difference(&with_all).collect();
    assert!(again.is_empty(), "the tests compile these with other features: {again:?}");
}

/// The settings of a profile in a manifest.
fn profile<'m>(manifest: &'m str, table: &str) -> BTreeMap<&'m str, &'m str> {
    let (_, rest) = manifest.split_once(&format!("\n[{table}]\n")).unwrap();
    rest.lines().take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = ")).collect()
}

/// Code that runs in the compiler has no debug information by default. With any other difference, the derive macro and all its
/// dependencies would be compiled twice.
#[test]
fn what_the_compiler_runs_has_the_profile_of_the_rest() {
    let manifest = super::page("Cargo.toml");
    let mut expect = profile(&manifest, "profile.dev");
    assert_eq!(expect.remove("debug"), Some("\"none\""));
    assert_eq!(profile(&manifest, "profile.dev.build-override"), expect);
}

#[test]
fn recordings_and_fuzz_targets_do_not_compile_the_program() {
    let tree = cargo(&["tree", "-p", "conformance", "--prefix", "none"]);
    assert!(tree.contains("heat-plan ") && !tree.contains("codegen "), "{tree}");
    let manifest = fs::read_to_string(super::root().join("fuzz/Cargo.toml")).unwrap();
    assert!(manifest.contains("heat-hot") && !manifest.contains("codegen"), "{manifest}");
}

#[test]
fn libraries_return_values() {
    let mut found = Vec::new();
    for package in packages().iter().filter(|package| !PROGRAMS.contains(&package.name.as_str())) {
        let sources = WalkDir::new(package.folder.join("src"));
        for entry in sources.into_iter().map(Result::unwrap) {
            let is_test =
                entry.path().strip_prefix(&package.folder).unwrap().iter().any(|part| part == "tests");
            if is_test || entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap();
            let tokens: TokenStream = text.parse().unwrap();
            if names(tokens, &NAMES_OF_THE_PROGRAM)
                || PATHS_OF_THE_PROGRAM.iter().any(|path| text.contains(path))
            {
                found.push(
                    entry.path().strip_prefix(super::root().canonicalize().unwrap()).unwrap().to_owned(),
                );
            }
        }
    }
    assert_eq!(found, Vec::<PathBuf>::new(), "these name what belongs to the program");
}

/// The part of ARCHITECTURE.md about the floors.
fn part_about_floors() -> String {
    let page = super::page("ARCHITECTURE.md");
    let (_, rest) = page.split_once("\n## The floors\n").unwrap();
    rest.split_once("\n## ").unwrap().0.to_owned()
}

/// The crates of each floor, from the top, as the table of that part lists them.
fn floors(part: &str) -> Vec<BTreeSet<&str>> {
    let rows = part.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2).collect()).collect()
}

#[test]
fn floors_stand_on_those_below() {
    let part = part_about_floors();
    let floors = floors(&part);
    assert_eq!(floors.len(), 6, "{floors:?}");
    let floor = |name: &str| floors.iter().position(|floor| floor.contains(name));
    let mut wrong = Vec::new();
    let mut found = 0;
    for package in packages() {
        let Some(own) = floor(&package.name) else { continue };
        for (name, other) in package.uses.iter().filter_map(|used| Some((used, floor(used)?))) {
            found += 1;
            if other < own {
                wrong.push(format!("{} uses {name}, which is above", package.name));
            }
        }
    }
    assert!(found > 50, "{found} dependencies are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_crate_is_on_a_floor_or_beside_them() {
    let part = part_about_floors();
    let named: BTreeSet<&str> = part.split('`').skip(1).step_by(2).collect();
    for package in packages() {
        if package.name != "browser-build" && package.name != "conformance" {
            assert!(named.contains(package.name.as_str()), "{} is on no floor", package.name);
        }
    }
}
