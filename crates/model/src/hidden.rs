//! HIDDEN items, and schemas without them.
//!
//! Heat keeps HIDDEN items working for existing stacks but does not show them. Everything that is published is generated from a
//! schema that has passed through [`ResourceType::without_hidden`], so that no hidden item can slip out.

use indexmap::IndexMap;

use crate::group::{ApiVersions, GroupExpression, Member};
use crate::update_effect::EffectCase;
use crate::validation_rule::Condition;
use crate::{NestedSchema, PropertiesGroup, PropertySchema, ResourceType, TranslationRule, Value};

impl ResourceType {
    /// Returns the type without its HIDDEN properties, members and attributes, and without the rules, groups and dependencies
    /// that refer to them.
    #[must_use]
    pub fn without_hidden(&self) -> Self {
        let mut shown = self.clone();
        shown.hide();
        shown
    }

    /// Returns whether Heat keeps only the name of the type. The class of such a type is a `NoneResource`, which accepts any
    /// properties, returns null for any attribute, and does nothing; its schema is HIDDEN and empty. A class from outside Heat is
    /// never a placeholder: Heat continues to check its properties against the schema.
    #[must_use]
    pub fn is_placeholder(&self) -> bool {
        let may_be =
            self.python_class.as_ref().is_none_or(|class| class.starts_with("heat.engine.resources."));
        may_be && self.is_hidden() && self.properties.is_empty() && self.attributes.is_empty()
    }

    /// Number of HIDDEN properties and members that property data set.
    #[must_use]
    pub fn hidden_given(&self, data: &IndexMap<String, Value>) -> usize {
        data.iter().filter_map(|(name, value)| Some(hidden_in(self.properties.get(name)?, value))).sum()
    }

    /// Removes the type's HIDDEN properties, members and attributes, and the rules, groups and dependencies that refer to them.
    pub fn hide(&mut self) {
        let hidden = hidden_paths(self);
        // Everything below a hidden item is removed with it.
        let removed = |path: &[String]| hidden.iter().any(|hidden| path.starts_with(hidden));
        self.set_service_facts(self.service_facts_where(&|path| !removed(path)));
        self.properties.values_mut().chain(self.update_policy.values_mut()).for_each(hide_in_defaults);
        retain_shown(&mut self.properties);
        retain_shown(&mut self.update_policy);
        self.attributes.retain(|_, attribute| !attribute.support_status.is_hidden());
        self.translation_rules.retain(|rule| !refers_to(rule, &removed));
        self.properties_groups =
            self.properties_groups.iter().filter_map(|group| group_without(group, &removed)).collect();
        self.validation_rules.retain(|rule| {
            let mut is_shown = true;
            rule.visit_paths(&mut |path, _| is_shown &= !removed(path));
            is_shown
        });
        self.dependencies_by_value
            .retain(|dependency| dependency.of.is_some() || !removed(&dependency.equals));
        let are_shown = |conditions: &[Condition]| {
            let mut are_shown = true;
            let mut visit = |path: &[String], _: bool| are_shown &= !removed(path);
            for condition in conditions {
                condition.visit_paths(&mut visit);
            }
            are_shown
        };
        let is_shown = |case: &EffectCase| {
            are_shown(&case.before)
                && are_shown(&case.when)
                && !case.with.iter().any(|name| removed(std::slice::from_ref(name)))
        };
        self.properties.values_mut().for_each(|property| hide_cases(property, &is_shown));
        let is_shown = |name: &String| !removed(std::slice::from_ref(name));
        self.sections.iter_mut().for_each(|section| section.properties.retain(is_shown));
        self.sections.retain(|section| !section.properties.is_empty());
        // A word in capitals is the name of a property.
        let is_hidden =
            |word: &str| hidden.iter().any(|path| path.len() == 1 && path.concat().to_uppercase() == word);
        let names_hidden = |command: &mut String| command.split(' ').any(is_hidden);
        self.commands.list.take_if(names_hidden);
        self.commands.show.take_if(names_hidden);
        // Accepted findings are of no interest to readers.
        self.accepted_findings.clear();
    }
}

/// Removes the cases of updates that refer to hidden properties.
fn hide_cases(property: &mut PropertySchema, is_shown: &dyn Fn(&EffectCase) -> bool) {
    if let Some(effect) = &mut property.update_effect {
        effect.cases.retain(is_shown);
    }
    match &mut property.schema {
        Some(NestedSchema::Item(item)) => hide_cases(item, is_shown),
        Some(NestedSchema::Members(members)) => {
            members.values_mut().for_each(|member| hide_cases(member, is_shown));
        }
        None => {}
    }
}

/// Returns the paths of all hidden properties and members; the items of a list do not add a step.
fn hidden_paths(schema: &ResourceType) -> Vec<Vec<String>> {
    fn collect(members: &IndexMap<String, PropertySchema>, around: &[String], out: &mut Vec<Vec<String>>) {
        for (name, member) in members {
            let path: Vec<String> = around.iter().cloned().chain([name.clone()]).collect();
            let nested = member.item().unwrap_or(member);
            if member.support_status.is_hidden() {
                out.push(path);
            } else if let Some(members) = nested.members() {
                collect(members, &path, out);
            }
        }
    }
    let mut out = Vec::new();
    collect(&schema.properties, &[], &mut out);
    out
}

/// Number of hidden properties and members that a value sets, including its property.
fn hidden_in(schema: &PropertySchema, value: &Value) -> usize {
    let inside = match (&schema.schema, value) {
        (Some(NestedSchema::Item(item)), Value::List(items)) => {
            items.iter().map(|each| hidden_in(item, each)).sum()
        }
        (Some(NestedSchema::Members(members)), Value::Map(map)) => {
            map.iter().filter_map(|(name, each)| Some(hidden_in(members.get(name)?, each))).sum()
        }
        _ => 0,
    };
    usize::from(schema.support_status.is_hidden()) + inside
}

/// Removes hidden members from the defaults of a property, and of everything in it.
fn hide_in_defaults(schema: &mut PropertySchema) {
    if let Some(mut default) = schema.default.take() {
        hide_in_value(&mut default, schema);
        schema.default = Some(default);
    }
    match &mut schema.schema {
        Some(NestedSchema::Members(members)) => members.values_mut().for_each(hide_in_defaults),
        Some(NestedSchema::Item(item)) => hide_in_defaults(item),
        None => {}
    }
}

fn hide_in_value(value: &mut Value, schema: &PropertySchema) {
    match (value, &schema.schema) {
        (Value::Map(map), Some(NestedSchema::Members(members))) => {
            map.retain(|name, _| members.get(name).is_none_or(|member| !member.support_status.is_hidden()));
            for (name, value) in map.iter_mut() {
                if let Some(member) = members.get(name) {
                    hide_in_value(value, member);
                }
            }
        }
        (Value::List(items), Some(NestedSchema::Item(item))) => {
            for value in items.iter_mut() {
                hide_in_value(value, item);
            }
        }
        _ => {}
    }
}

fn retain_shown(members: &mut IndexMap<String, PropertySchema>) {
    members.retain(|_, member| !member.support_status.is_hidden());
    for member in members.values_mut() {
        retain_shown_below(member);
    }
}

fn retain_shown_below(schema: &mut PropertySchema) {
    match &mut schema.schema {
        Some(NestedSchema::Members(members)) => retain_shown(members),
        Some(NestedSchema::Item(item)) => retain_shown_below(item),
        None => {}
    }
}

fn refers_to(rule: &TranslationRule, removed: &impl Fn(&[String]) -> bool) -> bool {
    let condition = rule.when.as_ref().map(|when| vec![when.property.clone()]);
    [Some(rule.translation_path.clone()), rule.source_path(), condition]
        .into_iter()
        .flatten()
        .any(|path| removed(&path))
}

/// Returns a group without the removed properties; `None` if too few are left.
fn group_without(group: &PropertiesGroup, removed: &impl Fn(&[String]) -> bool) -> Option<PropertiesGroup> {
    match group {
        PropertiesGroup::Expression(group) => {
            expression_without(group, removed).map(PropertiesGroup::Expression)
        }
        PropertiesGroup::ApiVersions(versions) => {
            let properties: Vec<_> =
                versions.properties.iter().filter(|path| !removed(path)).cloned().collect();
            (!properties.is_empty())
                .then(|| PropertiesGroup::ApiVersions(ApiVersions { properties, ..versions.clone() }))
        }
    }
}

fn expression_without(
    group: &GroupExpression,
    removed: &impl Fn(&[String]) -> bool,
) -> Option<GroupExpression> {
    let members: Vec<Member> = group
        .members
        .iter()
        .filter_map(|member| match member {
            Member::Property(path) => (!removed(path)).then(|| member.clone()),
            Member::Group(inner) => expression_without(inner, removed).map(Member::Group),
        })
        .collect();
    (!members.is_empty()).then_some(GroupExpression { operator: group.operator, members })
}

#[cfg(test)]
mod tests {
    use crate::ResourceType;

    #[test]
    fn hidden_properties_and_members_in_data_are_counted() {
        let hidden = r#""support_status": [{"status": "HIDDEN"}]"#;
        let schema = format!(
            r#"{{"type": "A::B", "properties": {{"a": {{"type": "string", {hidden}}}, "b": {{"type": "string"}}, "l": {{"type": "list",
                "schema": {{"*": {{"type": "map", "schema": {{"x": {{"type": "string", {hidden}}}, "y": {{"type": "string"}}}}}}}}}}}}}}"#
        );
        let schema: ResourceType = serde_json::from_str(&schema).unwrap();
        let check = |data: &str, expect| {
            assert_eq!(schema.hidden_given(&serde_json::from_str(data).unwrap()), expect, "{data}");
        };
        check(r#"{"b": "1", "c": "2"}"#, 0);
        check(r#"{"a": "1", "b": "2"}"#, 1);
        check(r#"{"a": null, "l": [{"x": "1"}, {"y": "2"}, {"x": "3", "y": "4"}]}"#, 3);
        check(r#"{"l": "x"}"#, 0);
    }

    #[test]
    fn hidden_members_are_removed_from_defaults() {
        let schema: ResourceType = serde_json::from_str(
            r#"{"type": "A", "properties": {"m": {"type": "list", "default": [{"seen": 1, "secret": 2}],
                "schema": {"*": {"type": "map", "schema": {"seen": {"type": "integer"},
                    "secret": {"type": "integer", "support_status": [{"status": "HIDDEN"}]}}}}}}}"#,
        )
        .unwrap();
        let shown = serde_json::to_string(&schema.without_hidden()).unwrap();
        assert!(shown.contains(r#""default":[{"seen":1}]"#), "{shown}");
        assert!(!shown.contains("secret"), "{shown}");
    }

    #[test]
    fn facts_about_services_do_not_name_what_is_hidden() {
        let facts = |name: &str| {
            format!(
                r#""unique": [{{"properties": [["{name}"]]}}], "exclusive": [{{"property": ["{name}"], "as": "x"}}],
                "service_rules": [{{"by": "x", "none": [["{name}"]]}}, {{"by": "x", "address": ["{name}"], "within": ["seen"]}}],
                "needs_first": [{{"type": "B", "when": [["{name}"]], "reason": "R."}}], "holds": [{{"what": "it", "when": [["{name}"]]}}]"#
            )
        };
        let check = |name: &str, expect: bool| {
            let schema = format!(
                r#"{{"type": "A", {}, "properties": {{"seen": {{"type": "string", "update_effect": {{"level": "none", "cases":
                    [{{"with": ["{name}"], "level": "refused", "reason": "R."}}, {{"when": [["{name}"]], "level": "refused", "reason": "R."}}]}}}},
                "secret": {{"type": "string", "support_status": [{{"status": "HIDDEN"}}]}}}}}}"#,
                facts(name)
            );
            let schema: ResourceType = serde_json::from_str(&schema).unwrap();
            let shown = schema.without_hidden();
            let cases = shown.properties["seen"].update_effect.as_ref().unwrap().cases.len();
            let kept = [
                shown.unique.len(),
                shown.exclusive.len(),
                shown.service_rules.len() / 2,
                shown.needs_first.len(),
                shown.holds.len(),
                cases / 2,
            ];
            assert_eq!(kept, [usize::from(expect); 6], "{name}");
        };
        check("seen", true);
        check("secret", false);
    }

    #[test]
    fn what_only_the_docs_show_does_not_name_what_is_hidden() {
        let schema: ResourceType = serde_json::from_str(
            r#"{"type": "A", "properties": {"Seen": {"type": "string"},
                "secret": {"type": "string", "support_status": [{"status": "HIDDEN"}]}},
                "commands": {"list": "thing list SEEN", "show": "thing show SECRET ID"},
                "sections": [{"title": "One", "properties": ["secret", "Seen"]}, {"title": "Two", "properties": ["secret"]}]}"#,
        )
        .unwrap();
        let shown = serde_json::to_value(schema.without_hidden()).unwrap();
        assert_eq!(shown["commands"], serde_json::json!({"list": "thing list SEEN"}));
        assert_eq!(shown["sections"], serde_json::json!([{"title": "One", "properties": ["Seen"]}]));
    }

    #[test]
    fn api_versions_keep_only_visible_properties() {
        let schema: ResourceType = serde_json::from_str(
            r#"{"type": "A", "properties": {"seen": {"type": "string"},
                "secret": {"type": "string", "support_status": [{"status": "HIDDEN"}]}},
                "properties_groups": [
                    {"api_versions": {"client_plugin": "nova", "versions": ["2.1"], "properties": [["seen"], ["secret"]]}},
                    {"api_versions": {"client_plugin": "nova", "versions": ["2.2"], "properties": [["secret"]]}}]}"#,
        )
        .unwrap();
        let shown = serde_json::to_value(schema.without_hidden()).unwrap();
        assert_eq!(
            shown["properties_groups"],
            serde_json::json!([
                {"api_versions": {"client_plugin": "nova", "versions": ["2.1"], "properties": [["seen"]]}}
            ])
        );
    }

    #[test]
    fn nothing_hidden_is_left() {
        let schema: ResourceType = serde_json::from_str(
            r#"{"type": "A::B::C",
                "properties": {
                    "subnet": {"type": "string"},
                    "subnet_id": {"type": "string", "support_status": [{"status": "HIDDEN"}]},
                    "ports": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                        "id": {"type": "string", "support_status": [{"status": "HIDDEN"}]},
                        "name": {"type": "string"}}}}}},
                "attributes": {"removed": {"support_status": [{"status": "HIDDEN"}]}, "kept": {}},
                "properties_groups": [{"or": [["subnet"], ["subnet_id"]]}, {"and": [["subnet_id"]]}],
                "translation_rules": [
                    {"rule": "replace", "translation_path": ["subnet"], "value_path": ["subnet_id"]},
                    {"rule": "replace", "translation_path": ["ports", "name"], "value_name": "id"},
                    {"rule": "resolve", "translation_path": ["subnet"], "client_plugin": "neutron"}]}"#,
        )
        .unwrap();
        let shown = serde_json::to_string(&schema.without_hidden()).unwrap();
        assert_eq!(
            shown,
            r#"{"type":"A::B::C","properties":{"subnet":{"type":"string"},"ports":{"type":"list","schema":{"*":{"type":"map","schema":{"name":{"type":"string"}}}}}},"properties_groups":[{"or":[["subnet"]]}],"translation_rules":[{"rule":"resolve","translation_path":["subnet"],"client_plugin":"neutron"}],"attributes":{"kept":{}}}"#
        );
    }
}
