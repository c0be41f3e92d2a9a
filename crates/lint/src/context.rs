//! Input of a rule: the schema, flattened for easy iteration, and the tables of its catalogue.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use heat_model::load::SchemaFile;
use heat_model::{
    AttributeSchema, Constraint, ConstraintKind, CustomConstraintTable, FirstAppearance, PropertySchema,
    PropertyType, ReleaseTable, ResourceType, SchemaPath, ServiceTable, SupportStatus,
};
use indexmap::IndexMap;

use crate::example::{ParsedExample, ParsedExamples};

/// Tables of a catalogue, next to the schema being checked.
#[derive(Debug, Clone, Default)]
pub struct Tables<'a> {
    /// Release table of the catalogue; without it, rules about versions report nothing.
    pub releases: Option<&'a ReleaseTable>,
    /// Releases of Heat, if the catalogue is a plug-in's: a status can name one of them, unless a release of the plug-in has its version.
    pub heat_releases: Option<&'a ReleaseTable>,
    /// Services of the catalogue; without them, rules about services report nothing.
    pub services: Option<&'a ServiceTable>,
    /// Custom constraint table of the catalogue; without it, rules about custom constraints report nothing.
    pub custom_constraints: Option<&'a CustomConstraintTable>,
    /// History of the catalogue, with the changes of every release; without it, rules about the history report nothing.
    pub history: Option<&'a dyn FirstAppearance>,
    /// All types of the catalogue, by name; without them, rules about other types report nothing.
    pub types: BTreeMap<&'a str, &'a ResourceType>,
    /// Names of the types of Heat that the schemas of a plug-in can name although its catalogue does not have them.
    pub heat_types: Vec<String>,
    /// Cache of the parsed templates of examples; without it, they are parsed and dropped.
    pub examples: Option<&'a ParsedExamples>,
}

impl<'a> Tables<'a> {
    /// The release table of the catalogue, unless it is missing or empty.
    #[must_use]
    pub fn known_releases(&self) -> Option<&'a ReleaseTable> {
        self.releases.filter(|table| !table.releases.is_empty())
    }

    /// Returns whether there is a type of this name, in the catalogue or in Heat.
    #[must_use]
    pub fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(name) || self.heat_types.iter().any(|known| known == name)
    }

    /// The custom constraint table of the catalogue, unless it is missing or empty.
    #[must_use]
    pub fn known_custom_constraints(&self) -> Option<&'a CustomConstraintTable> {
        self.custom_constraints.filter(|table| !table.constraints.is_empty())
    }
}

/// Part of a type that a property belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Properties of the type.
    Properties,
    /// Update policy of the type.
    UpdatePolicy,
}

/// Property, or a field or an item of one, with its path.
#[derive(Debug, Clone)]
pub struct PropertySite<'a> {
    /// Schema of the property.
    pub schema: &'a PropertySchema,
    /// Path of the property's schema in the file.
    pub path: SchemaPath,
    /// Names of the property and of those around it, outermost first, with `*` for an item.
    pub names: Vec<&'a str>,
    /// Part of the type that the property belongs to.
    pub section: Section,
    /// Path of each constraint of the property.
    pub constraint_paths: Vec<SchemaPath>,
    /// Flaw of each constraint of the property, if it has one:
    /// [`ConstraintKind::flaw`](heat_model::ConstraintKind::flaw).
    pub flaws: Vec<Option<String>>,
    /// `true` if the type of the property could be read. If not, that has already been reported; the schema then has the type
    /// `any`, which rules must not rely on.
    pub is_typed: bool,
}

impl PropertySite<'_> {
    /// Names of the property as translation rules and properties groups write them: without a step for items.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        let named = self.names.iter().filter(|name| **name != heat_model::NestedSchema::ITEM_KEY);
        named.map(ToString::to_string).collect()
    }

    /// Name of the property in messages: ``property `networks.fixed_ip` ``, ``an item of `networks` ``.
    #[must_use]
    pub fn what(&self) -> String {
        let name = self.steps().join(".");
        match (self.is_item(), self.section) {
            (true, _) => format!("an item of `{name}`"),
            (false, Section::Properties) => format!("property `{name}`"),
            (false, Section::UpdatePolicy) => format!("update policy `{name}`"),
        }
    }

    /// Returns the constraints of the property with their paths.
    pub fn constraints(&self) -> impl Iterator<Item = (&SchemaPath, &Constraint)> {
        self.constraint_paths.iter().zip(&self.schema.constraints)
    }

    /// Returns the constraints of the property that can be applied: they apply to its type and have no flaw.
    pub fn usable_constraints(&self) -> impl Iterator<Item = (&SchemaPath, &Constraint)> {
        let property_type = self.schema.property_type;
        self.constraints().zip(&self.flaws).filter_map(move |((path, constraint), flaw)| {
            let fits = flaw.is_none() && constraint.kind.valid_types().contains(&property_type);
            fits.then_some((path, constraint))
        })
    }

    /// Returns whether the property is an item of a list, which has no name of its own.
    #[must_use]
    pub fn is_item(&self) -> bool {
        self.names.last() == Some(&heat_model::NestedSchema::ITEM_KEY)
    }
}

/// Kind of item that a support status belongs to.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// Resource type itself.
    Type,
    /// Property or field.
    Property(&'a PropertySchema),
    /// Attribute of the type.
    Attribute(&'a AttributeSchema),
}

/// Support status with its path.
#[derive(Debug, Clone)]
pub struct StatusSite<'a> {
    /// Support status itself.
    pub status: &'a SupportStatus,
    /// Path of the support status, including the `support_status` key.
    pub path: SchemaPath,
    /// Kind of item that the support status belongs to.
    pub subject: Subject<'a>,
    /// Name of the item with the support status in messages: ``property `networks.fixed_ip` ``.
    pub name: String,
}

/// Schema in the form that rules check.
#[derive(Debug)]
pub struct Context<'a> {
    /// Schema that is checked.
    pub schema: &'a ResourceType,
    /// Name of the schema's file, with `/` between folders.
    pub file_name: Option<String>,
    /// Tables of the catalogue that the schema is in.
    pub tables: &'a Tables<'a>,
    /// `true` if the whole file of the schema could be read. If not, the errors have already been reported, and rules must not
    /// rely on anything being missing.
    pub is_whole: bool,
    /// All properties, fields and items of the schema, in source order.
    pub properties: Vec<PropertySite<'a>>,
    /// All explicit support statuses in the schema, in source order.
    pub statuses: Vec<StatusSite<'a>>,
}

impl<'a> Context<'a> {
    /// Prepares a schema for the rules.
    #[must_use]
    pub fn new(schema: &'a ResourceType, file_name: Option<&str>, tables: &'a Tables<'a>) -> Self {
        let mut properties = Vec::new();
        let sections = [
            ("properties", Section::Properties, &schema.properties),
            ("update_policy", Section::UpdatePolicy, &schema.update_policy),
        ];
        for (key, section, members) in sections {
            walk_members(members, &SchemaPath::root().join(key), &[], section, &mut properties);
        }
        find_flaws(&mut properties);
        let statuses = statuses(schema, &properties);
        let file_name = file_name.map(|name| name.replace('\\', "/"));
        Self { schema, file_name, tables, is_whole: true, properties, statuses }
    }

    /// Returns the parsed template of an example, taken from the cache if the tables have one.
    pub(super) fn example(&self, text: &str) -> Arc<ParsedExample> {
        let kept = self.tables.examples.map(|examples| examples.get(text));
        kept.unwrap_or_else(|| Arc::new(ParsedExample::new(text)))
    }

    /// Records the parts of the file that could not be read.
    pub(super) fn note_unread(&mut self, file: &SchemaFile) {
        self.is_whole = file.is_whole;
        for site in &mut self.properties {
            site.is_typed = site.schema.property_type != PropertyType::Any
                || file.string_at(&site.path.join("type")) == Some(PropertyType::Any.as_str());
        }
    }
}

fn walk_members<'a>(
    members: &'a IndexMap<String, PropertySchema>,
    path: &SchemaPath,
    names: &[&'a str],
    section: Section,
    out: &mut Vec<PropertySite<'a>>,
) {
    for (name, schema) in members {
        walk(schema, path.join(name), names, name, section, out);
    }
}

fn walk<'a>(
    schema: &'a PropertySchema,
    path: SchemaPath,
    around: &[&'a str],
    name: &'a str,
    section: Section,
    out: &mut Vec<PropertySite<'a>>,
) {
    let names: Vec<&str> = around.iter().copied().chain([name]).collect();
    let nested = path.join("schema");
    let constraints = path.join("constraints");
    out.push(PropertySite {
        constraint_paths: (0..schema.constraints.len()).map(|index| constraints.join(index)).collect(),
        flaws: Vec::new(),
        schema,
        path,
        names: names.clone(),
        section,
        is_typed: true,
    });
    for (name, member) in schema.schema.iter().flat_map(heat_model::NestedSchema::entries) {
        walk(member, nested.join(name), &names, name, section, out);
    }
}

/// Finds the flaws of all constraints. Each pattern is compiled only once: properties often share one, and
/// compiling it takes as long as reading most schemas.
fn find_flaws(properties: &mut [PropertySite<'_>]) {
    let mut patterns: HashMap<&str, Option<String>> = HashMap::new();
    for site in properties {
        let constraints = site.schema.constraints.iter();
        let flaws = constraints.map(|constraint| match &constraint.kind {
            kind @ ConstraintKind::AllowedPattern(pattern) => {
                patterns.entry(pattern).or_insert_with(|| kind.flaw()).clone()
            }
            kind => kind.flaw(),
        });
        site.flaws = flaws.collect();
    }
}

fn statuses<'a>(schema: &'a ResourceType, properties: &[PropertySite<'a>]) -> Vec<StatusSite<'a>> {
    let mut statuses = Vec::new();
    if !schema.support_status.is_empty() {
        statuses.push(StatusSite {
            status: &schema.support_status,
            path: SchemaPath::root().join("support_status"),
            subject: Subject::Type,
            name: format!("`{}`", schema.name),
        });
    }
    let properties = properties.iter().filter(|site| !site.schema.support_status.is_empty());
    statuses.extend(properties.map(|site| StatusSite {
        status: &site.schema.support_status,
        path: site.path.join("support_status"),
        subject: Subject::Property(site.schema),
        name: site.what(),
    }));
    let attributes = schema.attributes.iter().filter(|(_, attribute)| !attribute.support_status.is_empty());
    statuses.extend(attributes.map(|(name, attribute)| StatusSite {
        status: &attribute.support_status,
        path: SchemaPath::root().join("attributes").join(name).join("support_status"),
        subject: Subject::Attribute(attribute),
        name: format!("attribute `{name}`"),
    }));
    statuses
}
