//! Architectures: templates with several resources, each in a folder with an introduction.

use std::collections::BTreeSet;
use std::path::Path;

use heat_catalogue::input;
use heat_graph::Graph;
use heat_yaml::Diagnostic;
use indexmap::IndexMap;

use crate::files::folder::files_below;
use crate::text::markdown;

/// The name of the file with the introduction.
const README: &str = "README.md";

/// The name of the file with the template that is launched.
pub(crate) const TEMPLATE: &str = Architecture::TEMPLATE;

/// The name of the file with the tests of the template.
pub(crate) const TESTS: &str = "template.test.yaml";

/// The snapshot with the dependency graphs of the built-in architectures, written by a test of `heat-codegen`. Its header ends
/// with the second `---`.
const GRAPHS: &str = include_str!("architecture_graphs.snap");

/// The dependency graphs of the built-in architectures, by name.
fn graphs() -> IndexMap<String, Graph> {
    let json = GRAPHS.splitn(3, "---\n").nth(2).unwrap_or_default();
    // A test checks that they can be parsed.
    serde_json::from_str(json).unwrap_or_default()
}

/// A template with several resources, and the files that belong to it.
#[derive(Debug, Clone)]
pub struct Architecture {
    /// The name of the architecture's folder and page.
    pub name: String,
    /// The title of the architecture.
    pub title: String,
    /// The first sentence of the introduction.
    pub description: String,
    /// The introduction, in CommonMark.
    pub text: String,
    /// The files with their contents: the template first, then environments, then all others by name.
    pub files: Vec<(String, String)>,
    /// The tests of the template.
    pub tests: Option<String>,
    /// The dependency graph of the template; only for built-in architectures.
    pub graph: Option<Graph>,
}

/// The architectures of a site.
#[derive(Debug, Clone, Default)]
pub struct Architectures {
    /// The architectures, in the order of their folders' names.
    pub list: Vec<Architecture>,
    /// The names of the architectures that are not built in.
    pub own: BTreeSet<String>,
}

/// The files of a built-in architecture.
macro_rules! files {
    ($folder:literal: $($file:literal)*) => {
        ($folder, &[$(($file, include_str!(concat!("../../site/architectures/", $folder, "/", $file)))),*])
    };
}

/// A folder with its files, each with its contents.
type Folder = (&'static str, &'static [(&'static str, &'static str)]);

/// The built-in architectures.
const BUILT_IN: [Folder; 10] = [
    files!("autoscaling": "README.md" "load-balancer.yaml" "template.test.yaml" "template.yaml" "web-server.yaml"),
    files!("dns": "README.md" "template.test.yaml" "template.yaml"),
    files!("kubernetes": "README.md" "template.test.yaml" "template.yaml"),
    files!("load-balanced-web-servers": "README.md" "template.test.yaml" "template.yaml" "web-server.yaml"),
    files!(
        "nested-stacks": "README.md" "database-server.yaml" "database-trove.yaml" "environment-trove.yaml"
        "environment.yaml" "network.yaml" "template.test.yaml" "template.yaml" "web-server.yaml"
    ),
    files!("persistent-volumes": "README.md" "prepare-disks.sh" "template.test.yaml" "template.yaml"),
    files!("private-network": "README.md" "template.test.yaml" "template.yaml"),
    files!("scheduled-workflow": "README.md" "switch-servers.yaml" "template.test.yaml" "template.yaml"),
    files!("secrets": "README.md" "application.yaml" "template.test.yaml" "template.yaml"),
    files!("software-deployment": "README.md" "install-application.sh" "install-database.sh" "template.test.yaml" "template.yaml"),
];

impl Architecture {
    /// The name of the file with the template that is launched.
    pub const TEMPLATE: &str = "template.yaml";

    fn new(name: &str, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let (mut text, mut tests) = (String::new(), None);
        let mut others: Vec<(String, String)> = Vec::new();
        for (file, contents) in files {
            match file.as_str() {
                README => text = contents,
                TESTS => tests = Some(contents),
                _ => others.push((file, contents)),
            }
        }
        others.sort_by_key(|(file, _)| (file != TEMPLATE, !is_environment(file)));
        let first = text.split("\n\n").find(|block| !block.starts_with('#') && !block.trim().is_empty());
        Self {
            name: name.to_owned(),
            title: markdown::title(&text).unwrap_or_else(|| name.to_owned()),
            description: markdown::first_sentence(&first.map(markdown::plain).unwrap_or_default()).to_owned(),
            text,
            files: others,
            tests,
            graph: None,
        }
    }

    /// The path of the architecture's page, relative to the site's root.
    #[must_use]
    pub fn url(&self) -> String {
        format!("architectures/{}.html", self.name)
    }

    /// The path of the introduction, in the site's folder.
    #[must_use]
    pub fn source(&self) -> String {
        format!("architectures/{}/{README}", self.name)
    }

    /// The contents of one of the architecture's files.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(file, _)| file == name).map(|(_, text)| text.as_str())
    }

    /// The names of the environments, each an alternative to the others.
    pub fn environments(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(file, _)| file.as_str()).filter(|file| is_environment(file))
    }
}

/// Returns whether a file is an environment file.
pub(crate) fn is_environment(file: &str) -> bool {
    file.starts_with("environment") && is_yaml(file)
}

/// Returns whether a file contains tests of another template, or snapshots: they are for authors, not for readers of the page.
fn is_other_test(file: &str) -> bool {
    file.contains(".test.") && file != TESTS
}

/// Returns whether a file is a template or an environment.
pub(crate) fn is_yaml(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension == "yaml")
}

impl Architectures {
    /// The built-in architectures.
    #[must_use]
    pub fn built_in() -> Self {
        let mut graphs = graphs();
        let one = |(name, files): &Folder| {
            let files = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
            Architecture { graph: graphs.shift_remove(*name), ..Architecture::new(name, files) }
        };
        Self { list: BUILT_IN.iter().map(one).collect(), own: BTreeSet::new() }
    }

    /// Adds other architectures: they replace existing ones with the same name.
    pub fn replace_with(&mut self, other: Self) {
        self.own.extend(other.own);
        for architecture in other.list {
            match self.list.iter_mut().find(|known| known.name == architecture.name) {
                Some(known) => *known = architecture,
                None => self.list.push(architecture),
            }
        }
    }

    /// Removes the built-in architectures that are not wanted, and returns the addresses of their pages.
    pub(crate) fn leave_out(&mut self, is_wanted: impl Fn(&Architecture) -> bool) -> Vec<String> {
        let is_kept = |each: &Architecture| self.own.contains(&each.name) || is_wanted(each);
        let (kept, left_out) = std::mem::take(&mut self.list).into_iter().partition(is_kept);
        self.list = kept;
        Vec::into_iter(left_out).map(|each: Architecture| each.url()).collect()
    }

    /// Reads the architectures of a site's folder: the folders in `architectures/` that have a `README.md` and a `template.yaml`.
    ///
    /// # Errors
    /// If a file or folder cannot be read.
    pub fn read(site: &Path) -> Result<Self, Diagnostic> {
        let mut list: Vec<(String, Vec<(String, String)>)> = Vec::new();
        for (name, path) in files_below(&site.join("architectures"))? {
            let in_folder =
                name.split_once('/').filter(|(_, file)| !file.contains('/') && !is_other_test(file));
            let Some((folder, file)) = in_folder else { continue };
            let file = (file.to_owned(), input::read_text(&path)?);
            match list.last_mut().filter(|(last, _)| last == folder) {
                Some((_, files)) => files.push(file),
                None => list.push((folder.to_owned(), vec![file])),
            }
        }
        let has = |files: &[(String, String)], name: &str| files.iter().any(|(file, _)| file == name);
        list.retain(|(_, files)| has(files, README) && has(files, TEMPLATE));
        let own = list.iter().map(|(name, _)| name.clone()).collect();
        let list = list.into_iter().map(|(name, files)| Architecture::new(&name, files));
        Ok(Self { list: list.collect(), own })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_architectures_are_those_of_the_folder() {
        let read =
            Architectures::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../site"))).unwrap();
        let shown = |all: &Architectures| -> Vec<_> {
            all.list.iter().map(|each| (each.name.clone(), each.text.clone(), each.files.clone())).collect()
        };
        assert_eq!(shown(&Architectures::built_in()), shown(&read));
        assert_eq!(read.list.len(), 10);
    }

    #[test]
    fn the_template_is_first_and_environments_follow() {
        let built_in = Architectures::built_in();
        let nested = built_in.list.iter().find(|each| each.name == "nested-stacks").unwrap();
        let names: Vec<_> = nested.files.iter().map(|(file, _)| file.as_str()).collect();
        assert_eq!(names[..3], ["template.yaml", "environment-trove.yaml", "environment.yaml"]);
        assert_eq!(nested.title, "Nested stacks, with parts that the environment chooses");
        assert_eq!(nested.description, "A shop consists of a network, a database and some web servers.");
    }
}
