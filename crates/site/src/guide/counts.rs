//! Tests that numbers in the guide and the README match the catalogue. After adding a type, they list the texts to change.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::named_properties::count_named;
use heat_catalogue::{Catalogue, SchemaFiles};

use crate::HiddenItems;
use crate::releases::edition::visible_part;
use crate::text::terms::thousands;

/// Nouns that follow a number in the texts.
const NOUNS: [&str; 7] = ["types", "properties", "attributes", "pages", "rules", "architectures", "HIDDEN"];

/// Nouns that also follow a number in the output of an import, in lines that begin with the release.
const IMPORTED: [&str; 2] = ["new", "unchanged"];

/// The counts in invented examples.
const INVENTED: [(&str, &str); 4] = [
    ("75-python-plug-ins.md", "2 types"),
    ("85-history.md", "200 types"),
    ("85-history.md", "3 types"),
    ("85-history.md", "4 types"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The numbers in a text that are followed by one of the nouns, together with the noun.
fn counted(text: &str) -> Vec<String> {
    text.lines().flat_map(counted_in_line).collect()
}

fn counted_in_line(line: &str) -> Vec<String> {
    let is_noun = |word: &str| NOUNS.contains(&word) || line.starts_with("Heat ") && IMPORTED.contains(&word);
    let words: Vec<&str> = line.split_whitespace().collect();
    let pairs = words.windows(2).filter_map(|pair| {
        let [number, noun] =
            [pair[0].trim_start_matches('('), pair[1].trim_matches(|char: char| ",;:.()".contains(char))];
        let is_number = number.starts_with(|first: char| first.is_ascii_digit())
            && number.chars().all(|char| char.is_ascii_digit() || char == ',')
            && !number.ends_with(',');
        (is_number && is_noun(noun)).then(|| format!("{number} {noun}"))
    });
    pairs.collect()
}

/// The correct counts that a text may contain.
fn true_counts(catalogue: Catalogue) -> BTreeSet<String> {
    let all = catalogue.types.len();
    let (shown, _) = visible_part(catalogue, HiddenItems::InHistory);
    let types = shown.types.len();
    let properties = shown.types.values().map(count_named).sum();
    let attributes = shown.types.values().map(|schema| schema.attributes.len()).sum();
    // The imports in the texts are into an empty folder, and into one in which one type has changed.
    let counts = [
        (all, "types"),
        (types, "types"),
        (all - types, "HIDDEN"),
        (properties, "properties"),
        (attributes, "attributes"),
        (all, "new"),
        (0, "new"),
        (0, "unchanged"),
        (all - 1, "unchanged"),
    ];
    counts.into_iter().map(|(number, noun)| format!("{} {noun}", thousands(number))).collect()
}

fn texts() -> Vec<(String, String)> {
    let folders = ["site/guide", "site/guide/template-authors"].map(|folder| root().join(folder));
    let files =
        folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
    files.sort();
    files.push(root().join("README.md"));
    let named = |path: PathBuf| {
        (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
    };
    files.into_iter().map(named).collect()
}

#[test]
fn counts_are_those_of_the_catalogue() {
    let expect = true_counts(SchemaFiles::read(&root().join("schemas")).catalogue());
    let mut seen = 0;
    for (name, text) in texts() {
        for count in counted(&text) {
            seen += 1;
            let is_invented = INVENTED.contains(&(name.as_str(), count.as_str()));
            assert!(is_invented || expect.contains(&count), "{name}: `{count}`; write one of {expect:#?}");
        }
    }
    assert!(seen >= 8, "only {seen} counts were found");
}

#[test]
fn counts_are_found_in_texts() {
    let counts =
        "163 types (38 HIDDEN omitted), 1,441 properties, and 27 or types; 3. types, v2 pages, 5 new";
    assert_eq!(counted(counts), ["163 types", "38 HIDDEN", "1,441 properties"]);
    assert_eq!(counted("Heat 27.0.1: 201 types; 5 new, 2 gone"), ["201 types", "5 new"]);
}
