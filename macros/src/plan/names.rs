//! The names in Rust of all that is derived, and what to say where two things would have the same.

use std::collections::HashMap;

use heat_model::load::SchemaFile;
use heat_model::suggest::nearest;
use heat_model::{ResourceType, SchemaPath, Segment};
use heat_yaml::Diagnostic;
use proc_macro2::Span as RustSpan;

use super::{Member, Plan};
use crate::input::{Rename, Renamed};
use crate::names::{bare, camel, snake};

/// The methods of builders. A setter of one of these names gets an underscore.
pub(crate) const BUILDER_METHODS: [&str; 3] = ["build", "to_value", "set"];

/// The types that each module has.
const MODULE_TYPES: [&str; 6] =
    ["Values", "Properties", "PropertiesBuilder", "Property", "Attribute", "Changes"];

/// Gives names, and notes what cannot be.
pub(super) struct Names<'f> {
    file: &'f SchemaFile,
    renames: Vec<(Rename, bool)>,
    known: HashMap<&'static str, Vec<String>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'f> Names<'f> {
    pub(super) fn new(file: &'f SchemaFile, renames: &[Rename]) -> Self {
        let renames = renames.iter().map(|rename| (rename.clone(), false)).collect();
        Self { file, renames, known: HashMap::new(), diagnostics: Vec::new() }
    }

    /// The name given for something, if one is.
    fn given(&mut self, of: Renamed, from: String) -> Option<String> {
        let found = self.renames.iter_mut().find(|(rename, _)| rename.of == of && rename.from == from);
        let to = found.map(|(rename, used)| {
            *used = true;
            rename.to.clone()
        });
        self.known.entry(of.key()).or_default().push(from);
        to
    }

    /// Names the properties of one map.
    pub(super) fn members(&mut self, members: &mut [Member<'_>]) {
        for member in members.iter_mut() {
            let given = self.given(Renamed::Property, member.names.join("."));
            member.field = given.clone().unwrap_or_else(|| snake(member.name));
            member.camel =
                camel(&given.map_or_else(|| member.name.to_owned(), |name| bare(&name).to_owned()));
        }
        let mut fields = Taken::default();
        let mut variants = Taken::default();
        for member in members.iter() {
            let (field, variant) = (&member.field, &member.camel);
            let twin = fields.take(field, &member.site).map(|first| (first, field));
            let variant_twin = variants.take(variant, &member.site).map(|first| (first, variant));
            if let Some((first, name)) = twin.or(variant_twin) {
                let what = format!("`{}` and `{}`", last(&first), member.name);
                let other = free(&format!("{}_2", bare(field)), |name| {
                    members.iter().any(|member| member.field == name)
                });
                let help =
                    format!("name one of them: #[heat(rename({:?} = {other:?}))]", member.names.join("."));
                self.collision(&what, name, [&first, &member.site], help);
            }
        }
    }

    /// Names the attributes.
    pub(super) fn attributes(&mut self, plan: &mut Plan<'_>) {
        let mut taken = Taken::default();
        for attribute in &mut plan.attributes {
            let given = self.given(Renamed::Attribute, attribute.name.to_owned());
            attribute.variant = given.unwrap_or_else(|| camel(attribute.name));
            let site = match attribute.schema {
                Some(_) => SchemaPath::root().join("attributes").join(attribute.name),
                None => SchemaPath::root().join("type"),
            };
            if let Some(first) = taken.take(&attribute.variant, &site) {
                // The base attribute is written nowhere, so that the other one is to be renamed.
                let (one, is_base) = match attribute.schema {
                    Some(_) => (attribute.name, false),
                    None => (last(&first), true),
                };
                let what = format!("the attributes `{}` and `{}`", last(&first), attribute.name);
                let name = format!("{}2", bare(&attribute.variant));
                let mut help = format!("name one of them: #[heat(rename_attribute({one:?} = {name:?}))]");
                if is_base {
                    let base = ResourceType::BASE_ATTRIBUTE;
                    help = format!("every type has the attribute `{base}`; {help}");
                }
                self.collision(&what, &attribute.variant, [&first, &site], help);
            }
        }
    }

    /// Names allowed values, and the variant for all others where there is to be one.
    pub(super) fn values(
        &mut self,
        values: Vec<String>,
        with_other: bool,
        names: &[String],
        site: &SchemaPath,
    ) -> (Vec<(String, String)>, Option<String>) {
        let mut taken: HashMap<String, String> = HashMap::new();
        let mut known = Vec::with_capacity(values.len());
        for value in values {
            let key = format!("{}[{value}]", names.join("."));
            let given = self.given(Renamed::Value, key.clone());
            let variant = given.unwrap_or_else(|| value_name(&value));
            if let Some(first) = taken.get(&variant) {
                let [first_at, at] = [first, &value].map(|value| site.join(self.position(site, value)));
                let help = format!(
                    "name one of them: #[heat(rename_value({key:?} = {:?}))]",
                    format!("{}2", bare(&variant))
                );
                let what = format!("the allowed values `{first}` and `{value}`");
                self.collision(&what, &variant, [&first_at, &at], help);
            } else {
                taken.insert(variant.clone(), value.clone());
            }
            known.push((value, variant));
        }
        let other =
            with_other.then(|| free("Other", |name| known.iter().any(|(_, variant)| variant == name)));
        (known, other)
    }

    /// The index of an allowed value in the text.
    fn position(&self, site: &SchemaPath, value: &str) -> usize {
        let count = (0..).take_while(|index| self.file.string_at(&site.join(*index)).is_some());
        count.into_iter().find(|index| self.file.string_at(&site.join(*index)) == Some(value)).unwrap_or(0)
    }

    /// Sees to it that no two types of the module have one name.
    pub(super) fn types(&mut self, plan: &Plan<'_>) {
        let structs = plan.nested.iter().map(|nested| (&nested.name, &nested.names, &nested.site, true));
        let enums = plan.choices.iter().map(|choice| (&choice.name, &choice.names, &choice.site, false));
        let mut taken: HashMap<String, (SchemaPath, &[String])> = HashMap::new();
        for (name, names, site, has_builder) in structs.chain(enums) {
            let builder = has_builder.then(|| format!("{name}Builder"));
            for name in [name.clone()].into_iter().chain(builder) {
                let Some((first, first_names)) = taken.insert(name.clone(), (site.clone(), names)) else {
                    continue;
                };
                let what = format!("the types of `{}` and `{}`", first_names.join("."), names.join("."));
                let other = format!("{}_2", bare(&snake(names.last().map_or("", String::as_str))));
                let help = format!("name one of them: #[heat(rename({:?} = {other:?}))]", names.join("."));
                self.collision(&what, &name, [&first, site], help);
            }
        }
    }

    fn collision(&mut self, what: &str, name: &str, [first, second]: [&SchemaPath; 2], help: String) {
        let [first, second] = [first, second].map(|path| self.file.key_span(path));
        let source = &self.file.source;
        self.diagnostics.push(
            Diagnostic::error("name-collision", format!("{what} have the same name in Rust: `{name}`"))
                .with_label(source, second, "this one")
                .with_label(source, first, "and this one")
                .with_help(help),
        );
    }

    /// What is wrong with the names, and the overrides that fit nothing.
    pub(super) fn finish(self) -> (Vec<Diagnostic>, Vec<(RustSpan, String)>) {
        let unused = self.renames.iter().filter(|(_, used)| !used).map(|(rename, _)| {
            let what = match rename.of {
                Renamed::Property => "property",
                Renamed::Attribute => "attribute",
                Renamed::Value => "allowed value of a string",
            };
            let known = self.known.get(rename.of.key()).map(Vec::as_slice).unwrap_or_default();
            let hint = nearest(&rename.from, known.iter().map(String::as_str))
                .map(|near| format!(": did you mean `{near}`?"))
                .unwrap_or_default();
            (rename.span, format!("the schema has no {what} `{}`{hint}", rename.from))
        });
        let unused = unused.collect();
        (self.diagnostics, unused)
    }
}

/// The name of a type, which is none of those that each module has.
pub(super) fn type_name(prefix: &str, camel: &str) -> String {
    let name = format!("{prefix}{camel}");
    if MODULE_TYPES.contains(&name.as_str()) { format!("{name}Type") } else { name }
}

/// The name that a path ends with.
fn last(site: &SchemaPath) -> &str {
    match site.0.last() {
        Some(Segment::Key(key)) => key,
        _ => "",
    }
}

/// The variant of an allowed value; signs that are all there is of it are spelt.
fn value_name(value: &str) -> String {
    if value.is_empty() {
        return "Empty".to_owned();
    }
    if value.chars().any(|letter| letter == '_' || letter.is_alphanumeric()) {
        // `-1` and `1` are different things.
        let rest =
            value.strip_prefix('-').filter(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
        return rest.map_or_else(|| camel(value), |rest| camel(&format!("minus {rest}")));
    }
    let spelt: Vec<&str> = value
        .chars()
        .map(|sign| match sign {
            '=' => "equal",
            '!' => "not",
            '<' => "less",
            '>' => "greater",
            '+' => "plus",
            '-' => "minus",
            '*' => "star",
            '/' => "slash",
            '.' => "dot",
            ' ' => "space",
            _ => "sign",
        })
        .collect();
    camel(&spelt.join("_"))
}

/// Names, and where each was first taken.
#[derive(Default)]
struct Taken(HashMap<String, SchemaPath>);

impl Taken {
    /// Takes a name; answers with who has it already.
    fn take(&mut self, name: &str, site: &SchemaPath) -> Option<SchemaPath> {
        if let Some(first) = self.0.get(name) {
            return Some(first.clone());
        }
        self.0.insert(name.to_owned(), site.clone());
        None
    }
}

fn free(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    let mut number = 2;
    while is_taken(&free) {
        free = format!("{name}{number}");
        number += 1;
    }
    free
}
