//! What a rule looks at: the schema, flattened for easy walking, and the tables of its catalogue.

use std::collections::BTreeSet;

use heat_model::load::SchemaFile;
use heat_model::{
    AttributeSchema, Constraint, CustomConstraintTable, FirstAppearance, PropertySchema, PropertyType,
    ReleaseTable, ResourceType, SchemaPath, SupportStatus,
};
use indexmap::IndexMap;

/// What a catalogue knows beside the schema in hand.
#[derive(Debug, Clone, Default)]
pub struct Tables<'a> {
    /// The releases; rules about versions keep quiet where there are none.
    pub releases: Option<&'a ReleaseTable>,
    /// The custom constraints; rules about them keep quiet where there are none.
    pub custom_constraints: Option<&'a CustomConstraintTable>,
    /// What changed in every release; rules about it keep quiet where there is none.
    pub history: Option<&'a dyn FirstAppearance>,
    /// The names of all types; rules about other types keep quiet where there are none.
    pub type_names: BTreeSet<&'a str>,
}

impl<'a> Tables<'a> {
    /// The releases, if any are known.
    #[must_use]
    pub fn known_releases(&self) -> Option<&'a ReleaseTable> {
        self.releases.filter(|table| !table.releases.is_empty())
    }

    /// The custom constraints, if any are known.
    #[must_use]
    pub fn known_custom_constraints(&self) -> Option<&'a CustomConstraintTable> {
        self.custom_constraints.filter(|table| !table.constraints.is_empty())
    }
}

/// Which part of a type a property belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Its properties.
    Properties,
    /// Its update policy.
    UpdatePolicy,
}

/// A property, or a member or an item of one, with its place.
#[derive(Debug, Clone)]
pub struct PropertySite<'a> {
    /// Its schema.
    pub schema: &'a PropertySchema,
    /// Where its schema stands.
    pub path: SchemaPath,
    /// Its names from the top, `*` for an item.
    pub names: Vec<&'a str>,
    /// Which part of the type it belongs to.
    pub section: Section,
    /// Where each of its constraints stands.
    pub constraint_paths: Vec<SchemaPath>,
    /// What is wrong with each of its constraints by itself: [`ConstraintKind::flaw`](heat_model::ConstraintKind::flaw).
    pub flaws: Vec<Option<String>>,
    /// Whether its type could be read. Where it could not, that has been reported; the schema has `any` in its place,
    /// from which nothing is to be concluded.
    pub is_typed: bool,
}

impl PropertySite<'_> {
    /// Its names as translation rules and properties groups write them: without a step for items.
    #[must_use]
    pub fn steps(&self) -> Vec<String> {
        let named = self.names.iter().filter(|name| **name != heat_model::NestedSchema::ITEM_KEY);
        named.map(ToString::to_string).collect()
    }

    /// What it is, for a message: ``property `networks.fixed_ip` ``, ``an item of `networks` ``.
    #[must_use]
    pub fn what(&self) -> String {
        let name = self.steps().join(".");
        match (self.is_item(), self.section) {
            (true, _) => format!("an item of `{name}`"),
            (false, Section::Properties) => format!("property `{name}`"),
            (false, Section::UpdatePolicy) => format!("update policy `{name}`"),
        }
    }

    /// The constraints with their places.
    pub fn constraints(&self) -> impl Iterator<Item = (&SchemaPath, &Constraint)> {
        self.constraint_paths.iter().zip(&self.schema.constraints)
    }

    /// The constraints that can be applied: they stand on a type that can have them, and have no flaw of their own.
    pub fn usable_constraints(&self) -> impl Iterator<Item = (&SchemaPath, &Constraint)> {
        let property_type = self.schema.property_type;
        self.constraints().zip(&self.flaws).filter_map(move |((path, constraint), flaw)| {
            let fits = flaw.is_none() && constraint.kind.valid_types().contains(&property_type);
            fits.then_some((path, constraint))
        })
    }

    /// Whether it is an item of a list, which has no name of its own.
    #[must_use]
    pub fn is_item(&self) -> bool {
        self.names.last() == Some(&heat_model::NestedSchema::ITEM_KEY)
    }
}

/// What a support status is of.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// The resource type.
    Type,
    /// A property or a member.
    Property(&'a PropertySchema),
    /// An attribute.
    Attribute(&'a AttributeSchema),
}

/// A support status with its place.
#[derive(Debug, Clone)]
pub struct StatusSite<'a> {
    /// The status.
    pub status: &'a SupportStatus,
    /// Where its history stands, the `support_status` key included.
    pub path: SchemaPath,
    /// What it is of.
    pub subject: Subject<'a>,
    /// What it is of, for a message: ``property `networks.fixed_ip` ``.
    pub name: String,
}

/// A schema as rules look at it.
#[derive(Debug)]
pub struct Context<'a> {
    /// The schema.
    pub schema: &'a ResourceType,
    /// The name of its file, with `/` between folders.
    pub file_name: Option<String>,
    /// What the catalogue knows beside it.
    pub tables: &'a Tables<'a>,
    /// Whether the schema is all that was written. If not, its mistakes have been reported, and nothing is to be
    /// concluded from what is missing.
    pub is_whole: bool,
    /// All properties, members and items, in source order.
    pub properties: Vec<PropertySite<'a>>,
    /// All support statuses that are written, in source order.
    pub statuses: Vec<StatusSite<'a>>,
}

impl<'a> Context<'a> {
    /// Lays a schema out for the rules.
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
        let statuses = statuses(schema, &properties);
        let file_name = file_name.map(|name| name.replace('\\', "/"));
        Self { schema, file_name, tables, is_whole: true, properties, statuses }
    }

    /// Notes what could not be read from the file.
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
        flaws: schema.constraints.iter().map(|constraint| constraint.kind.flaw()).collect(),
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
