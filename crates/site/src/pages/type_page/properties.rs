//! The rows of properties, nested properties and parts of the update policy.

use heat_model::{NestedSchema, PageSection, PropertySchema, Status};
use heat_report::RuleSet;
use heat_schema_text::flow;
use heat_updates::{effect_words, update_behaviour};
use indexmap::IndexMap;

use super::checks::checks;
use super::context::{Effect, EffectCase, Item, Property, PropertyGroup, UpdateMark};
use super::release_strip::release_strip;
use super::rules_about::rules_about;
use super::text_writer::TextWriter;
use crate::links::row_anchors::TextRow;
use crate::pages::frame::page_links::RuleLink;
use crate::text::markdown::slug;
use crate::text::terms::{constraint_text, effect_class, status_class, status_word, type_words};

/// Required, optional and deprecated properties, each in source order, with unused ones last.
pub(super) fn sections(writer: &TextWriter<'_>) -> [Vec<Property>; 3] {
    let mut sections = [Vec::new(), Vec::new(), Vec::new()];
    for (name, schema) in in_page_order(&writer.schema.properties) {
        let section = match (schema.support_status.status(), schema.required) {
            (Status::Deprecated | Status::Hidden, _) => 2,
            (_, true) => 0,
            (_, false) => 1,
        };
        let mark = update_behaviour(writer.schema, name).map(UpdateMark::Behaviour);
        let is_grouped = section == 1 && !writer.schema.sections.is_empty();
        let level = if is_grouped { 4 } else { 3 };
        sections[section].push(property(writer, name, schema, &format!("prop-{name}"), level, mark));
    }
    if !writer.schema.sections.is_empty() {
        group(&writer.schema.sections, &mut sections[1]);
    }
    sections
}

/// Sorts properties by the sections of their type, and adds the title of each section to its first property. Those that are in no
/// section form another one at the end, so that a new property is always shown.
fn group(sections: &[PageSection], properties: &mut [Property]) {
    let place_of = |property: &Property| {
        let names_it = |section: &PageSection| section.properties.contains(&property.name);
        sections.iter().position(names_it).unwrap_or(sections.len())
    };
    properties.sort_by_key(place_of);
    let mut before = None;
    for property in properties {
        let place = Some(place_of(property));
        if place != before {
            let title = sections.get(place_of(property)).map_or("Other", |section| &section.title);
            let (id, title) = (format!("group-{}", slug(title)), title.to_owned());
            property.group = Some(PropertyGroup { id, title });
        }
        before = place;
    }
}

/// The parts of the update policy, in source order, with unused ones last.
pub(super) fn policy(writer: &TextWriter<'_>) -> Vec<Property> {
    let members = in_page_order(&writer.schema.update_policy);
    members.map(|(name, schema)| property(writer, name, schema, &format!("policy-{name}"), 3, None)).collect()
}

fn property(
    writer: &TextWriter<'_>,
    name: &str,
    schema: &PropertySchema,
    id: &str,
    level: u8,
    around: Option<UpdateMark>,
) -> Property {
    let mark = schema.update_effect.as_ref().map(|effect| UpdateMark::of_level(effect.level)).or(around);
    let (item, members) = nested(writer, schema, id, level, mark);
    let constraints = &writer.site.catalogue.custom_constraints;
    let list = schema.item().is_some();
    let members_label = match (members.len(), list) {
        (0, _) => String::new(),
        (1, false) => "1 field".to_owned(),
        (1, true) => "1 field per item".to_owned(),
        (count, false) => format!("{count} fields"),
        (count, true) => format!("{count} fields per item"),
    };
    let open = members.len() <= 3 && members.iter().all(|member| member.members.is_empty());
    let status = schema.support_status.status();
    let row = TextRow { anchor: id, property: Some(schema) };
    Property {
        id: id.to_owned(),
        name: name.to_owned(),
        group: None,
        level,
        words: type_words(schema),
        list,
        required: schema.required,
        implemented: schema.implemented,
        status: status_class(status),
        status_word: status_word(status),
        note_html: writer.note(&schema.support_status, row),
        update: mark.map(UpdateMark::class),
        update_word: mark.map(UpdateMark::word).unwrap_or_default(),
        update_mark: mark,
        support_status: status,
        effect: effect(writer, schema, row),
        description_html: writer.block(schema.description.as_deref(), row),
        default: schema.default.as_ref().map(flow),
        accepts: schema.constraints.iter().map(|each| constraint_text(each, constraints)).collect(),
        item,
        history: writer.history(&schema.support_status, row),
        members,
        members_label,
        open,
        checks: checks(writer.schema, id),
        rules: rules(writer, id, schema),
        releases: release_strip(writer.site, &writer.schema.name, id),
        today: writer.change_mark(id),
    }
}

/// The reason for the cost of updating a property, and the cases with another cost; `None` if the schema has neither.
fn effect(writer: &TextWriter<'_>, schema: &PropertySchema, row: TextRow<'_>) -> Option<Effect> {
    let effect = schema.update_effect.as_ref().filter(|effect| !effect.is_plain())?;
    let cases = effect.cases.iter().map(|case| EffectCase {
        class: effect_class(case.level),
        word: case.level.in_words(),
        level: case.level,
        html: writer.line(&effect_words::case(case), row),
    });
    let reason_html = effect.reason.as_deref().map(|reason| writer.line(reason, row)).unwrap_or_default();
    Some(Effect { reason_html, cases: cases.collect() })
}

/// The template rules about a property, if the site has their pages.
fn rules(writer: &TextWriter<'_>, id: &str, schema: &PropertySchema) -> Vec<RuleLink> {
    let Some(path) = id.strip_prefix("prop-") else { return Vec::new() };
    let path: Vec<&str> = path.split('.').collect();
    let rules = rules_about(writer.schema, &path, schema);
    if rules.is_empty() || writer.site.options.guide.list_of(RuleSet::Templates).is_none() {
        return Vec::new();
    }
    // The rules about several properties are listed on the page itself.
    let others = rules.into_iter().filter(|id| *id != "validation-rule");
    others.filter_map(|id| writer.site.options.rule(RuleSet::Templates, id)).map(RuleLink::new).collect()
}

/// The constraints of a list's items, and the fields of a map or of a list's items.
fn nested(
    writer: &TextWriter<'_>,
    schema: &PropertySchema,
    id: &str,
    level: u8,
    around: Option<UpdateMark>,
) -> (Option<Item>, Vec<Property>) {
    match &schema.schema {
        None => (None, Vec::new()),
        Some(NestedSchema::Members(members)) => {
            let members = in_page_order(members).map(|(name, member)| {
                property(writer, name, member, &format!("{id}.{name}"), (level + 1).min(6), around)
            });
            (None, members.collect())
        }
        Some(NestedSchema::Item(item)) => {
            let (_, members) = nested(writer, item, id, level, around);
            let constraints = &writer.site.catalogue.custom_constraints;
            let described = Item {
                description_html: writer
                    .block(item.description.as_deref(), TextRow { anchor: id, property: Some(item) }),
                accepts: item.constraints.iter().map(|each| constraint_text(each, constraints)).collect(),
            };
            let known = !described.description_html.is_empty() || !described.accepts.is_empty();
            (known.then_some(described), members)
        }
    }
}

/// Properties in source order, unimplemented ones after those in use, deprecated ones last.
fn in_page_order(
    members: &IndexMap<String, PropertySchema>,
) -> impl Iterator<Item = (&String, &PropertySchema)> {
    let mut ordered: Vec<_> = members.iter().collect();
    ordered.sort_by_key(|(_, schema)| {
        (out_of_use(schema.support_status.status()), !schema.implemented, !schema.required)
    });
    ordered.into_iter()
}

/// A sort key for statuses, by their distance from normal use.
pub(super) fn out_of_use(status: Status) -> u8 {
    match status {
        Status::Supported => 0,
        Status::Unsupported | Status::Unknown => 1,
        Status::Deprecated => 2,
        Status::Hidden => 3,
    }
}
