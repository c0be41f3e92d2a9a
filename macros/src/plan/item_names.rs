//! The Rust names of all derived items, and the errors if two items would have the same name.

use std::collections::HashMap;

use heat_model::load::SchemaFile;
use heat_model::suggest::nearest;
use heat_model::{ConstraintKind, PropertySchema, PropertyType, ResourceType, SchemaPath, Value};
use heat_yaml::Diagnostic;
use proc_macro2::Span as RustSpan;

use super::identifiers::{free, numbered, value_name};
use super::items::{Attribute, Member, Plan, Type};
use crate::input::{Rename, RenameTarget};
use crate::options::{FieldType, INTEGERS, IntegerType, Options};
use crate::rust_names::{bare, camel, snake};

/// The methods of builders. A setter of one of these names gets an underscore.
pub(crate) const BUILDER_METHODS: [&str; 3] = ["build", "to_value", "set"];

/// The types that each module contains. `PropertiesBuilder` is reserved even without builders, so that names stay the same if
/// builders are requested later.
const MODULE_TYPES: [&str; 12] = [
    "Values",
    "Properties",
    "PropertiesBuilder",
    "Property",
    "Updatable",
    "Attribute",
    "Attributes",
    "Changes",
    "StoredValues",
    "StoredProperties",
    "PlannedValues",
    "PlannedProperties",
];

/// The assignment of names, with the conflicts that were found.
pub(super) struct Names<'f> {
    file: &'f SchemaFile,
    renames: Vec<(Rename, bool)>,
    known: HashMap<&'static str, Vec<String>>,
    options: &'f Options,
    /// The paths of the properties and items that have a type chosen by the user.
    given_types: Vec<String>,
    /// The paths of all properties and items.
    paths: Vec<String>,
    diagnostics: Vec<Diagnostic>,
    errors: Vec<(RustSpan, String)>,
}

impl<'f> Names<'f> {
    pub(super) fn new(file: &'f SchemaFile, renames: &[Rename], options: &'f Options) -> Self {
        let renames = renames.iter().map(|rename| (rename.clone(), false)).collect();
        Self {
            file,
            renames,
            known: HashMap::new(),
            options,
            given_types: Vec::new(),
            paths: Vec::new(),
            diagnostics: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Returns whether the user has chosen a type for a property or an item.
    pub(super) fn has_given_type(&self, key: &str) -> bool {
        self.options.with.iter().any(|with| with.path == key)
    }

    /// The type that the user has chosen for a property or an item, if any. It must be able to contain the values that the
    /// schema allows.
    pub(super) fn given_type(
        &mut self,
        key: &str,
        schema: &PropertySchema,
        site: &SchemaPath,
    ) -> Option<Type> {
        self.paths.push(key.to_owned());
        let options = self.options;
        let with = options.with.iter().find(|with| with.path == key)?;
        self.given_types.push(key.to_owned());
        Some(match &with.field_type {
            FieldType::Own(name) => Type::Own(name.clone()),
            FieldType::Known(name) => Type::Known(name.clone()),
            FieldType::Integer(integer) => {
                if schema.property_type != PropertyType::Integer {
                    let what = schema.property_type;
                    self.errors.push((with.span, format!("`{key}` is of type `{what}`, not an integer")));
                }
                let (min, max) = bounds(schema);
                let beyond = [min, max].into_iter().flatten().find(|bound| !integer.has(*bound));
                if let Some(bound) = beyond {
                    let name = integer.name;
                    let at = self.file.key_span(site);
                    let source = &self.file.source;
                    self.diagnostics.push(
                        Diagnostic::error(
                            "integer-too-small",
                            format!("`{key}` can be {bound}, which does not fit in `{name}`"),
                        )
                        .with_label(source, at, "this property")
                        .with_help("use a type that holds its range, or limit the range"),
                    );
                }
                Type::Integer(integer)
            }
        })
    }

    /// The type of an integer: `i64`, unless its range decides. The range does not decide if translation rules insert values
    /// that were checked against other constraints.
    pub(super) fn integer(&self, schema: &PropertySchema, loose: bool) -> &'static IntegerType {
        let range = match bounds(schema) {
            (Some(min), Some(max)) if self.options.fits_integers && !loose => Some((min, max)),
            _ => None,
        };
        let smallest = range.and_then(|(min, max)| IntegerType::smallest(min, max));
        smallest
            .unwrap_or_else(|| INTEGERS.iter().find(|integer| integer.name == "i64").unwrap_or(&INTEGERS[0]))
    }

    /// The name of the type of a property: the one set by the user, or one built from the names on its path.
    pub(super) fn type_name(&mut self, prefix: &str, camel: &str, names: &[String]) -> String {
        if let Some(given) = self.given(RenameTarget::Type, names.join(".")) {
            return given;
        }
        let name = format!("{prefix}{camel}");
        if MODULE_TYPES.contains(&name.as_str()) { format!("{name}Type") } else { name }
    }

    /// The name set by the user for an item, if any.
    fn given(&mut self, of: RenameTarget, from: String) -> Option<String> {
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
            let given = self.given(RenameTarget::Property, member.names.join("."));
            member.field = given.clone().unwrap_or_else(|| snake(member.name));
            member.camel =
                camel(&given.map_or_else(|| member.name.to_owned(), |name| bare(&name).to_owned()));
        }
        // The first item with a name keeps it. Each other one gets the name that the help suggests, so that
        // it does not cause further collisions.
        let taken: Vec<(String, String)> =
            members.iter().map(|member| (member.field.clone(), member.camel.clone())).collect();
        let mut proposed: Vec<(String, String)> = Vec::new();
        for at in 1..members.len() {
            let Some((before, [member, ..])) = members.split_at_mut_checked(at) else { break };
            let twin = before.iter().find(|other| other.field == member.field || other.camel == member.camel);
            let Some(twin) = twin else { continue };
            let name = if twin.field == member.field { &member.field } else { &member.camel }.clone();
            let what = format!("`{}` and `{}`", twin.name, member.name);
            let twin_site = twin.site.clone();
            let is_taken = |field: &str| {
                let variant = camel(bare(field));
                taken
                    .iter()
                    .chain(&proposed)
                    .any(|(other, other_variant)| other == field || *other_variant == variant)
            };
            let field = numbered(bare(&member.field), is_taken);
            let help =
                format!("rename one of them: #[heat(rename({:?} = {field:?}))]", member.names.join("."));
            member.camel = camel(&field);
            member.field = field;
            proposed.push((member.field.clone(), member.camel.clone()));
            let site = member.site.clone();
            self.collision(&what, &name, [&twin_site, &site], help);
        }
    }

    /// Names the attributes.
    pub(super) fn attributes(&mut self, plan: &mut Plan<'_>) {
        for attribute in &mut plan.attributes {
            let given = self.given(RenameTarget::Attribute, attribute.name.to_owned());
            attribute.method = snake(given.as_deref().map_or(attribute.name, bare));
            attribute.variant = given.unwrap_or_else(|| camel(attribute.name));
        }
        let taken: Vec<(String, String)> =
            plan.attributes.iter().map(|one| (one.variant.clone(), one.method.clone())).collect();
        let mut proposed: Vec<(String, String)> = Vec::new();
        for at in 1..plan.attributes.len() {
            let Some((before, [attribute, ..])) = plan.attributes.split_at_mut_checked(at) else { break };
            let twin = before
                .iter_mut()
                .find(|other| other.variant == attribute.variant || other.method == attribute.method);
            let Some(twin) = twin else { continue };
            let what = format!("the attributes `{}` and `{}`", twin.name, attribute.name);
            let name = attribute.variant.clone();
            let sites = [attribute_site(twin), attribute_site(attribute)];
            // The base attribute is not declared anywhere, so the other one has to be renamed.
            let is_base = attribute.schema.is_none();
            let renamed = if is_base { twin } else { attribute };
            let is_taken = |variant: &str| {
                let method = snake(variant);
                taken
                    .iter()
                    .chain(&proposed)
                    .any(|(other, other_method)| other == variant || *other_method == method)
            };
            let variant = numbered(bare(&renamed.variant), is_taken);
            let mut help =
                format!("rename one of them: #[heat(rename_attribute({:?} = {variant:?}))]", renamed.name);
            if is_base {
                help = format!("every type has the attribute `{}`; {help}", ResourceType::BASE_ATTRIBUTE);
            }
            renamed.method = snake(&variant);
            renamed.variant = variant;
            proposed.push((renamed.variant.clone(), renamed.method.clone()));
            self.collision(&what, &name, [&sites[0], &sites[1]], help);
        }
    }

    /// Names allowed values, and the variant for all others if there is one.
    pub(super) fn values(
        &mut self,
        values: Vec<String>,
        with_other: bool,
        names: &[String],
        site: &SchemaPath,
    ) -> (Vec<(String, String)>, Option<String>) {
        let given: Vec<(String, String)> = values
            .into_iter()
            .map(|value| {
                let given = self.given(RenameTarget::Value, format!("{}[{value}]", names.join(".")));
                let variant = given.unwrap_or_else(|| value_name(&value));
                (value, variant)
            })
            .collect();
        let mut known: Vec<(String, String)> = Vec::with_capacity(given.len());
        for (value, variant) in &given {
            let Some((first, _)) = known.iter().find(|(_, taken)| taken == variant) else {
                known.push((value.clone(), variant.clone()));
                continue;
            };
            let [first_at, at] = [first, value].map(|value| site.join(self.position(site, value)));
            let what = format!("the allowed values `{first}` and `{value}`");
            let is_taken = |name: &str| given.iter().chain(&known).any(|(_, taken)| taken == name);
            let other = numbered(bare(variant), is_taken);
            let key = format!("{}[{value}]", names.join("."));
            let help = format!("rename one of them: #[heat(rename_value({key:?} = {other:?}))]");
            self.collision(&what, variant, [&first_at, &at], help);
            known.push((value.clone(), other));
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

    /// Ensures that no two types of the module have the same name.
    pub(super) fn types(&mut self, plan: &Plan<'_>) {
        let structs = plan.nested.iter().map(|nested| (&nested.name, &nested.names, &nested.site, true));
        let enums = plan.choices.iter().map(|choice| (&choice.name, &choice.names, &choice.site, false));
        let all: Vec<_> = structs.chain(enums).collect();
        let has_builders = self.options.builders;
        let with_builder = |name: &str, is_struct: bool| {
            let builder = (is_struct && has_builders).then(|| format!("{name}Builder"));
            [name.to_owned()].into_iter().chain(builder)
        };
        let module = SchemaPath::root().join("properties");
        let mut taken: HashMap<String, (&SchemaPath, String)> = MODULE_TYPES
            .iter()
            .map(|name| ((*name).to_owned(), (&module, "the module itself".to_owned())))
            .collect();
        let used: Vec<String> =
            all.iter().flat_map(|(name, _, _, is_struct)| with_builder(name, *is_struct)).collect();
        let mut proposed: Vec<String> = Vec::new();
        for (name, names, site, is_struct) in all {
            let path = names.join(".");
            let twin = with_builder(name, is_struct).find_map(|name| Some((taken.get(&name)?.clone(), name)));
            for name in with_builder(name, is_struct) {
                taken.entry(name).or_insert_with(|| (site, format!("`{path}`")));
            }
            let Some(((first, first_path), shared)) = twin else { continue };
            let is_taken = |name: &str| {
                let mut names = with_builder(name, is_struct);
                names.any(|name| {
                    used.contains(&name) || proposed.contains(&name) || MODULE_TYPES.contains(&name.as_str())
                })
            };
            let other = numbered(bare(name), is_taken);
            let what = format!("the types of {first_path} and `{path}`");
            let help = format!("rename one of them: #[heat(rename_type({path:?} = {other:?}))]");
            proposed.extend(with_builder(&other, is_struct));
            self.collision(&what, &shared, [first, site], help);
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

    /// The errors about names, and the overrides that match nothing.
    pub(super) fn finish(self) -> (Vec<Diagnostic>, Vec<(RustSpan, String)>) {
        let unused = self.renames.iter().filter(|(_, used)| !used).map(|(rename, _)| {
            let what = match rename.of {
                RenameTarget::Property => "property",
                RenameTarget::Type => "property with its own type",
                RenameTarget::Attribute => "attribute",
                RenameTarget::Value => "allowed value of a string",
            };
            let known = self.known.get(rename.of.key()).map(Vec::as_slice).unwrap_or_default();
            let hint = nearest(&rename.from, known.iter().map(String::as_str))
                .map(|near| format!(": did you mean `{near}`?"))
                .unwrap_or_default();
            (rename.span, format!("the schema has no {what} `{}`{hint}", rename.from))
        });
        let mut errors: Vec<_> = unused.collect();
        let unread = self.options.with.iter().filter(|with| !self.given_types.contains(&with.path));
        errors.extend(unread.map(|with| {
            let hint = nearest(&with.path, self.paths.iter().map(String::as_str))
                .map(|near| format!(": did you mean `{near}`?"))
                .unwrap_or_default();
            (with.span, format!("the schema has no property `{}`{hint}", with.path))
        }));
        errors.extend(self.errors);
        (self.diagnostics, errors)
    }
}

/// The position of an attribute; the base attribute may not be declared.
fn attribute_site(attribute: &Attribute<'_>) -> SchemaPath {
    match attribute.schema {
        Some(_) => SchemaPath::root().join("attributes").join(attribute.name),
        None => SchemaPath::root().join("type"),
    }
}

/// The minimum and the maximum that the ranges of an integer allow.
fn bounds(schema: &PropertySchema) -> (Option<i128>, Option<i128>) {
    let number = |value: &Option<Value>| i128::from(value.as_ref()?.as_i64()?).into();
    let mut bounds: (Option<i128>, Option<i128>) = (None, None);
    for constraint in &schema.constraints {
        if let ConstraintKind::Range { min, max } = &constraint.kind {
            bounds.0 = [bounds.0, number(min)].into_iter().flatten().max();
            bounds.1 = [bounds.1, number(max)].into_iter().flatten().min();
        }
    }
    bounds
}
