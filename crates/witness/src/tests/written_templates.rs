//! Tests that the templates that the project writes are valid for Heat: the examples of the catalogue, the snippets of its pages,
//! and the witnesses of breaking changes.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use heat_catalogue::relations::References;
use heat_catalogue::{Catalogue, SchemaFiles};
use heat_diff::{Policy, RULES, compare};
use heat_hot::Template;
use heat_hot::environment::Registry;
use heat_hot::environment::files::Files;
use heat_hot::fault::{Exception, Fault, Problem};
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::environment_types::EnvironmentTypes;
use heat_hot::template::validate::{NestedStacks, Setting, validate};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::load::load_schema;
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType};
use heat_samples::snippet::{Snippets, snippets};
use heat_template_files::Examples;
use heat_yaml::Source;
use indexmap::IndexMap;

type Types = IndexMap<String, ResourceType>;

fn catalogue() -> Catalogue {
    let files = SchemaFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas"));
    assert!(!files.has_errors());
    files.into_catalogue()
}

/// The catalogue, and those of the releases before.
fn each() -> &'static [Catalogue] {
    static EACH: LazyLock<Vec<Catalogue>> =
        LazyLock::new(|| catalogue().as_of_each(Some(&Examples), |_, then| then).unwrap());
    &EACH
}

fn read(source: &Arc<Source>) -> Template {
    let read = Template::read(source);
    read.template.unwrap_or_else(|| panic!("{:?} {:?}\n{}", read.diagnostics, read.fault, source.text()))
}

/// A template, and whether it sets properties that exclude each other, because it shows all of them.
struct Written {
    text: String,
    is_full: bool,
}

impl From<String> for Written {
    fn from(text: String) -> Self {
        Self { text, is_full: false }
    }
}

/// The minimal snippet of a type, and the one with all properties.
fn both(made: Snippets) -> impl Iterator<Item = Written> {
    let full = made.full.map(|text| Written { text, is_full: true });
    [Some(made.minimal.into()), full].into_iter().flatten()
}

/// The errors that Heat reports for a template, except those about parameters without values.
fn mistakes(written: &Written, types: &Types, nested: NestedStacks) -> Vec<String> {
    let Written { text, is_full } = written;
    let source = Source::new("template", text);
    let template = read(&source);
    let (parameters, mut faults) = template.parameters(None, &ParameterInputs::default());
    // The registry includes the types that a group of instances adds, which other surroundings without an environment would
    // ignore.
    let (registry, files) = (Registry::default(), Files::default());
    let setting = Setting {
        parameters: &parameters,
        surroundings: &EnvironmentTypes::new(&source, registry, IndexMap::new(), types, &files),
        stack: None,
        strict: true,
        nested,
        customs: &WithoutCloud::timeless(),
    };
    faults.extend(validate(&template, setting).faults);
    let counts = |fault: &&Fault| match fault.exception.problem() {
        Problem::ViolatedValidationRule => !is_full,
        _ => !matches!(fault.exception, Exception::UserParameterMissing { .. }),
    };
    let faults = faults.iter().filter(counts);
    faults.map(ToString::to_string).collect()
}

/// Checks that some templates, each with its name, have no errors.
fn check<'t>(templates: impl Iterator<Item = (&'t str, Written)>, types: &Types, nested: NestedStacks) {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, written) in templates {
        count += 1;
        let text = &written.text;
        wrong.extend(
            mistakes(&written, types, nested).into_iter().map(|mistake| format!("{name}: {mistake}\n{text}")),
        );
    }
    assert!(count > 50, "there are templates: {count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_the_catalogue_are_valid() {
    let catalogue = catalogue();
    let examples = catalogue.types.values().flat_map(|schema| {
        schema.examples.iter().map(|example| (schema.name.as_str(), example.template.clone().into()))
    });
    check(examples, &catalogue.types, NestedStacks::Validated);
}

#[test]
fn examples_of_old_releases_are_those_that_are_valid() {
    let catalogue = catalogue();
    let mut gone = Vec::new();
    for then in each() {
        let examples = then.types.values().flat_map(|schema| {
            schema.examples.iter().map(|example| (schema.name.as_str(), example.template.clone().into()))
        });
        check(examples, &then.types, NestedStacks::Validated);
        for schema in then.types.values() {
            let now = catalogue.types.get(&schema.name).into_iter().flat_map(|now| &now.examples);
            for example in now.filter(|now| schema.examples.iter().all(|then| then.title != now.title)) {
                let wrong = mistakes(&example.template.clone().into(), &then.types, NestedStacks::Validated);
                assert!(!wrong.is_empty(), "{}: {} was left out", schema.name, example.title);
                gone.push((then.releases.newest().unwrap().name.clone(), schema.name.clone(), wrong));
            }
        }
    }
    let listener = ("Rocky", "OS::Octavia::Listener", "Unknown Property allowed_cidrs");
    // The type accepts this template, but that of another resource in it does not.
    let policy = ("Rocky", "OS::Heat::ScalingPolicy", "resources.cpu_high.properties.aggregation_method");
    for (release, name, reason) in [listener, policy] {
        let is_it = |(of, gone, wrong): &(String, String, Vec<String>)| {
            of == release && gone == name && wrong[0].contains(reason)
        };
        assert!(gone.iter().any(is_it), "{name} in {release}");
    }
}

#[test]
fn snippets_of_old_releases_are_valid() {
    let catalogue = catalogue();
    let mut count = 0;
    for (then, release) in each().iter().skip(1).zip(&catalogue.past.releases) {
        let references = References::new(&then.types, &then.custom_constraints);
        let differing = then.visible().filter(|schema| release.types.contains_key(&schema.name));
        for schema in differing {
            for written in both(snippets(schema, &references)) {
                count += 1;
                // The examples that show which properties go together may use properties that this release did not have.
                let written = Written { is_full: true, ..written };
                let wrong = mistakes(&written, &then.types, NestedStacks::Validated);
                let text = &written.text;
                assert!(wrong.is_empty(), "{} in {}: {wrong:?}\n{text}", schema.name, release.version);
            }
        }
    }
    assert!(count > 100, "there are snippets: {count}");
}

#[test]
fn snippets_are_valid() {
    let catalogue = catalogue();
    let references = References::new(&catalogue.types, &catalogue.custom_constraints);
    let all = catalogue.visible().flat_map(|schema| {
        both(snippets(schema, &references)).map(|written| (schema.name.as_str(), written))
    });
    check(all, &catalogue.types, NestedStacks::Validated);
}

#[test]
fn witnesses_show_what_changed() {
    let load = |text: &String| load_schema(&Source::new("Token.yaml", text.as_str())).file.unwrap().schema;
    let mut count = 0;
    for rule in RULES.iter().filter(|rule| rule.table().is_none()) {
        let [before, after] = rule.example().map(|side| side.iter().map(load).collect::<Vec<_>>());
        let releases = ReleaseTable::default();
        let [old, new] = [&before, &after].map(|side| side.iter().collect::<Vec<_>>());
        let findings = compare(&old, &new, &Policy::new(&releases));
        let Some(finding) = findings.first() else { continue };
        let named =
            |side: &[&'_ ResourceType]| side.iter().position(|each| each.name == finding.resource_type);
        let Some(was) = named(&old) else { continue };
        let is = named(&new).map(|index| new[index]);
        let Some(witness) = crate::find(finding, old[was], is, &CustomConstraintTable::default()) else {
            continue;
        };
        count += 1;
        let types = |side: Vec<ResourceType>| -> Types {
            side.into_iter().map(|schema| (schema.name.clone(), schema)).collect()
        };
        let (before, after) = (types(before), types(after));
        for template in std::iter::once(&witness.template).chain(&witness.update) {
            assert_eq!(
                mistakes(&template.clone().into(), &before, NestedStacks::Validated),
                [""; 0],
                "{}: {template}",
                rule.id
            );
        }
        let refused = mistakes(&witness.template.clone().into(), &after, NestedStacks::Validated);
        assert_eq!(refused.is_empty(), witness.update.is_some(), "{}: {refused:?}\n{witness:#?}", rule.id);
    }
    assert!(count > 20, "there are witnesses: {count}");
}
