//! Checks of the examples in the docs of rules with the catalogue that they are written for, for pages that show the findings of
//! a rule.

use std::path::Path;
use std::sync::LazyLock;

use heat_model::custom_constraint::Lookup;
use heat_model::load::load_schema;
use heat_model::{
    Appearance, CustomConstraint, CustomConstraintTable, FirstAppearance, PropertySchema, PropertyType,
    Release, ReleaseTable, ResourceType, Service, ServiceTable,
};
use heat_yaml::{Diagnostic, Source};
use indexmap::IndexMap;

use crate::{Rule, Tables, lint_file};

impl Rule {
    /// Returns the schemas in a section of the rule's docs, such as *Example*. Each is checked on its own.
    #[must_use]
    pub fn texts(&self, section: &str) -> Vec<&'static str> {
        let Some((_, rest)) = self.docs.split_once(&format!("## {section}\n")) else { return Vec::new() };
        let text = rest.split("\n## ").next().unwrap_or(rest);
        let blocks = text.split("```yaml\n").skip(1);
        blocks.map(|block| block.split("```").next().unwrap_or(block)).collect()
    }
}

/// Returns all findings in the text of an example, checked as a part of a small catalogue.
#[must_use]
pub fn check_example(yaml: &str) -> Vec<Diagnostic> {
    let file = yaml
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# "))
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "yaml"))
        .unwrap_or(FILE);
    let loaded = load_schema(&Source::new(file, yaml));
    let mut diagnostics = loaded.diagnostics;
    if let Some(file) = &loaded.file {
        diagnostics.extend(lint_file(file, &tables()));
    }
    diagnostics
}

/// File name of an example, unless a first line `# path` sets it.
const FILE: &str = "schemas/My/Custom/Token.yaml";

static RELEASES: LazyLock<ReleaseTable> = LazyLock::new(|| {
    let release = |(version, name): (&str, &str)| Release {
        version: version.to_owned(),
        name: name.to_owned(),
        date: "2026-01-01".to_owned(),
        ..Release::default()
    };
    let releases = [("2014.1", "Icehouse"), ("2014.2", "Juno"), ("5.0.0", "Liberty"), ("27.0.0", "2026.2")];
    ReleaseTable { releases: releases.map(release).to_vec() }
});

static SERVICES: LazyLock<ServiceTable> = LazyLock::new(|| {
    let client_plugin = |name: &str| Service {
        name: name.to_owned(),
        client_plugin: Some(name.to_owned()),
        types: Vec::new(),
    };
    ServiceTable { services: ["neutron", "nova"].map(client_plugin).to_vec() }
});

static CUSTOM_CONSTRAINTS: LazyLock<CustomConstraintTable> = LazyLock::new(|| CustomConstraintTable {
    constraints: [
        ("ip_addr", None),
        ("neutron.network", Some(Lookup::NameOrId)),
        ("nova.flavor", Some(Lookup::NameOrId)),
        ("nova.keypair", Some(Lookup::Name)),
        ("nova.server", Some(Lookup::Id)),
    ]
    .map(|(name, lookup)| (name.to_owned(), CustomConstraint { lookup, ..CustomConstraint::default() }))
    .into_iter()
    .collect::<IndexMap<_, _>>(),
});

static TYPES: LazyLock<[ResourceType; 3]> = LazyLock::new(|| {
    let mut types = ["My::Custom::Token", "My::Custom::Secret", "OS::Neutron::Port"].map(ResourceType::new);
    types[2].properties.insert("network".to_owned(), PropertySchema::new(PropertyType::String));
    types
});

/// History from 2014.2, which has a lock, to 27.0.0: a key was added in 5.0.0, and a property of it in 27.0.0.
#[derive(Debug)]
struct History;

impl FirstAppearance for History {
    fn first_appearance(&self, resource_type: &str, path: &str) -> Appearance<'_> {
        match (resource_type, path) {
            ("My::Custom::Lock", _) => Appearance::BeforeOrIn("2014.2"),
            ("My::Custom::Key", "properties.new") => Appearance::In("27.0.0"),
            ("My::Custom::Key", _) => Appearance::In("5.0.0"),
            _ => Appearance::Unknown,
        }
    }

    fn newest_version(&self) -> Option<&str> {
        Some("27.0.0")
    }
}

/// Returns the tables of a catalogue with three types, four releases with their changes, two services and five custom constraints.
fn tables() -> Tables<'static> {
    Tables {
        releases: Some(&RELEASES),
        services: Some(&SERVICES),
        custom_constraints: Some(&CUSTOM_CONSTRAINTS),
        history: Some(&History),
        types: TYPES.iter().map(|schema| (schema.name.as_str(), schema)).collect(),
        ..Tables::default()
    }
}
