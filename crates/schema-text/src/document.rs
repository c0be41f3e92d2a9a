//! A schema as a tree of YAML values: its keys in order, without defaults.

use heat_model::dependency::NeedsFirst;
use heat_model::group::{API_VERSIONS, GroupExpression, Member};
use heat_model::service_rule::{ServiceCheck, ServiceRule};
use heat_model::unique::{Collision, ExclusiveHold, Holding, Scope, UniqueKey, UnsetValue, Within};
use heat_model::update_effect::{EffectCase, UpdateEffect, ValueSet};
use heat_model::validation_rule::{Bounds, Condition, Operand, Requirement};
use heat_model::{
    AttributeSchema, CacheMode, Commands, Constraint, ConstraintKind, PropertiesGroup, PropertySchema,
    ResourceType, Status, StatusEntry, SupportStatus, TranslationRule, ValidationRule, Value,
    ValueDependency, When,
};
use indexmap::IndexMap;

use super::item::{Item, Layout, TextStyle};
use super::scalar;

/// The entries of a map under construction.
#[derive(Default)]
struct Entries(Vec<(String, Item)>);

impl Entries {
    fn put(&mut self, key: &str, value: Item) {
        self.0.push((key.to_owned(), value));
    }

    fn put_some(&mut self, key: &str, value: Option<Item>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// A list or map, unless it is empty.
    fn put_full(&mut self, key: &str, value: Item) {
        if !value.is_empty_collection() {
            self.put(key, value);
        }
    }

    fn put_line(&mut self, key: &str, text: Option<&String>) {
        self.put_some(key, text.map(|text| Item::line(text)));
    }

    fn put_prose(&mut self, key: &str, text: Option<&String>) {
        self.put_some(key, text.map(|text| Item::prose(text)));
    }

    fn put_flag(&mut self, key: &str, flag: bool, unset: bool) {
        if flag != unset {
            self.put(key, Item::Literal(flag.to_string()));
        }
    }

    fn block(self) -> Item {
        Item::Map(self.0, Layout::Block)
    }

    fn flow(self) -> Item {
        Item::Map(self.0, Layout::Flow)
    }
}

/// The entries of a schema.
pub fn schema(schema: &ResourceType) -> Vec<(String, Item)> {
    let mut map = Entries::default();
    map.put("type", Item::line(&schema.name));
    map.put_prose("description", schema.description.as_ref());
    map.put_full("support_status", support_status(&schema.support_status));
    map.put_full("keywords", Item::names(&schema.keywords));
    map.put_line("default_client_name", schema.default_client_name.as_ref());
    map.put_line("entity", schema.entity.as_ref());
    map.put_line("required_service_extension", schema.required_service_extension.as_ref());
    if schema.physical_resource_name_limit != ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT {
        let limit = schema.physical_resource_name_limit.to_string();
        map.put("physical_resource_name_limit", Item::Literal(limit));
    }
    map.put_line("python_class", schema.python_class.as_ref());
    map.put_flag("always_replace_on_check_failed", schema.always_replace_on_check_failed, true);
    map.put_flag("requires_deferred_auth", schema.requires_deferred_auth, false);
    map.put_flag("strict_dependency", schema.strict_dependency, true);
    if schema.no_signal_actions != ResourceType::new("").no_signal_actions {
        map.put("no_signal_actions", Item::names(&schema.no_signal_actions));
    }
    map.put_flag("supports_snapshot_deletion", schema.supports_snapshot_deletion, false);
    map.put_flag("any_property", schema.any_property, false);
    map.put_flag("any_attribute", schema.any_attribute, false);
    map.put_some("has_show", schema.has_show.map(|has_show| Item::Literal(has_show.to_string())));
    map.put_some(
        "reference_before_creation",
        schema.reference_before_creation.map(|reference| Item::line(reference.as_str())),
    );
    map.put_prose("get_resource", schema.get_resource.as_ref());
    map.put_full("commands", commands(&schema.commands));
    map.put_full("properties", named(&schema.properties, property));
    map.put_full(
        "sections",
        list(&schema.sections, |section| {
            let mut map = Entries::default();
            map.put("title", Item::line(&section.title));
            map.put("properties", Item::names(&section.properties));
            map.block()
        }),
    );
    map.put_full("properties_groups", list(&schema.properties_groups, properties_group));
    map.put_full("validation_rules", list(&schema.validation_rules, validation_rule));
    map.put_full("translation_rules", list(&schema.translation_rules, translation_rule));
    map.put_full("dependencies_by_value", list(&schema.dependencies_by_value, value_dependency));
    map.put_full("unique", list(&schema.unique, unique_key));
    map.put_full("exclusive", list(&schema.exclusive, exclusive_hold));
    map.put_full("service_rules", list(&schema.service_rules, service_rule));
    map.put_full("needs_first", list(&schema.needs_first, needs_first));
    map.put_full("holds", list(&schema.holds, holding));
    map.put_full("attributes", named(&schema.attributes, attribute));
    map.put_full("update_policy", named(&schema.update_policy, property));
    map.put_full(
        "examples",
        list(&schema.examples, |example| {
            let mut map = Entries::default();
            map.put("title", Item::prose(&example.title));
            map.put("template", Item::Text(example.template.clone(), TextStyle::Lines));
            map.block()
        }),
    );
    map.put_full(
        "accepted_findings",
        list(&schema.accepted_findings, |finding| {
            let mut map = Entries::default();
            map.put("rule", Item::line(&finding.rule));
            map.put_line("path", finding.path.as_ref());
            map.put("reason", Item::prose(&finding.reason));
            map.flow()
        }),
    );
    map.0
}

fn commands(commands: &Commands) -> Item {
    let mut map = Entries::default();
    map.put_line("list", commands.list.as_ref());
    map.put_line("show", commands.show.as_ref());
    map.put_prose("none", commands.none.as_ref());
    map.flow()
}

fn named<T>(map: &IndexMap<String, T>, item: impl Fn(&T) -> Item) -> Item {
    Item::Map(map.iter().map(|(name, value)| (name.clone(), item(value))).collect(), Layout::Block)
}

fn list<T>(items: &[T], item: impl Fn(&T) -> Item) -> Item {
    Item::List(items.iter().map(item).collect(), Layout::Block)
}

pub(super) fn support_status(status: &SupportStatus) -> Item {
    list(&status.history, |entry| {
        let StatusEntry { status, version, message, substitute_class } = entry;
        let mut map = Entries::default();
        if *status != Status::Supported || *entry == StatusEntry::default() {
            map.put("status", Item::line(status.as_str()));
        }
        map.put_line("version", version.as_ref());
        map.put_prose("message", message.as_ref());
        map.put_line("substitute_class", substitute_class.as_ref());
        map.flow()
    })
}

fn property(property: &PropertySchema) -> Item {
    let mut map = Entries::default();
    map.put("type", Item::line(property.property_type.as_str()));
    map.put_prose("description", property.description.as_ref());
    map.put_full("support_status", support_status(&property.support_status));
    map.put_flag("required", property.required, false);
    map.put_some("default", property.default.as_ref().map(value));
    map.put_flag("update_allowed", property.update_allowed, false);
    map.put_flag("immutable", property.immutable, false);
    map.put_some("update_effect", property.update_effect.as_ref().map(update_effect));
    map.put_flag("implemented", property.implemented, true);
    map.put_flag("allow_conversion", property.allow_conversion, false);
    map.put_full("constraints", list(&property.constraints, constraint));
    if let Some(nested) = &property.schema {
        let members = nested.entries().map(|(name, member)| (name.to_owned(), self::property(member)));
        map.put("schema", Item::Map(members.collect(), Layout::Block));
    }
    map.block()
}

fn update_effect(effect: &UpdateEffect) -> Item {
    if effect.is_plain() {
        return Item::line(effect.level.as_str());
    }
    let mut map = Entries::default();
    map.put("level", Item::line(effect.level.as_str()));
    map.put_prose("reason", effect.reason.as_ref());
    map.put_full("cases", list(&effect.cases, effect_case));
    map.block()
}

fn effect_case(case: &EffectCase) -> Item {
    let mut map = Entries::default();
    map.put_full("change", words(case.change.iter().map(|kind| kind.as_str())));
    map.put_some("was", case.was.as_ref().map(value_set));
    map.put_some("becomes", case.becomes.as_ref().map(value_set));
    map.put_some("entries", case.entries.map(|entries| Item::line(entries.as_str())));
    map.put_full("fields", words(case.fields.iter().map(String::as_str)));
    map.put_full("with", words(case.with.iter().map(String::as_str)));
    map.put_full("before", conditions(&case.before));
    map.put_full("when", conditions(&case.when));
    map.put_some("if_cloud", case.if_cloud.as_ref().map(|words| Item::prose(words)));
    map.put("level", Item::line(case.level.as_str()));
    map.put("reason", Item::prose(&case.reason));
    map.block()
}

fn words<'w>(words: impl Iterator<Item = &'w str>) -> Item {
    Item::List(words.map(Item::line).collect(), Layout::Flow)
}

/// The values that a property has in a case: a list, or a pattern.
fn value_set(set: &ValueSet) -> Item {
    match set {
        ValueSet::Values(values) => values_item(values),
        ValueSet::Pattern { pattern } => {
            let mut map = Entries::default();
            map.put("pattern", Item::line(pattern));
            map.flow()
        }
    }
}

/// A condition of the value of a property.
fn property_condition(when: &When) -> Item {
    let mut map = Entries::default();
    map.put("property", Item::line(&when.property));
    map.put_full("in", values_item(&when.values));
    map.flow()
}

fn attribute(attribute: &AttributeSchema) -> Item {
    let mut map = Entries::default();
    map.put_some("type", attribute.attribute_type.map(|word| Item::line(word.as_str())));
    map.put_prose("description", attribute.description.as_ref());
    map.put_some("example", attribute.example.as_ref().map(value));
    map.put_full("support_status", support_status(&attribute.support_status));
    if attribute.cache_mode != CacheMode::default() {
        map.put("cache_mode", Item::line(attribute.cache_mode.as_str()));
    }
    map.block()
}

fn constraint(constraint: &Constraint) -> Item {
    let pair = |keys: [&str; 2], values: [&Option<Value>; 2]| {
        let mut map = Entries::default();
        for (key, end) in keys.into_iter().zip(values) {
            map.put_some(key, end.as_ref().map(value));
        }
        map.flow()
    };
    let asked = match &constraint.kind {
        ConstraintKind::Range { min, max } | ConstraintKind::Length { min, max } => {
            pair(["min", "max"], [min, max])
        }
        ConstraintKind::Modulo { step, offset } => pair(["step", "offset"], [step, offset]),
        ConstraintKind::AllowedValues(values) => values_item(values),
        ConstraintKind::AllowedPattern(text) | ConstraintKind::Custom(text) => Item::line(text),
    };
    let mut map = Entries::default();
    map.put(constraint.kind.key(), asked);
    map.put_prose("description", constraint.description.as_ref());
    map.block()
}

fn properties_group(group: &PropertiesGroup) -> Item {
    match group {
        PropertiesGroup::Expression(group) => {
            let mut map = Entries::default();
            map.put(group.operator.as_str(), members(group));
            map.block()
        }
        PropertiesGroup::ApiVersions(versions) => {
            let mut inner = Entries::default();
            inner.put("client_plugin", Item::line(&versions.client_plugin));
            inner.put("versions", Item::names(&versions.versions));
            inner.put("properties", paths(&versions.properties));
            let mut map = Entries::default();
            map.put(API_VERSIONS, inner.block());
            map.block()
        }
    }
}

fn members(group: &GroupExpression) -> Item {
    let member = |member: &Member| match member {
        Member::Property(path) => Item::names(path),
        Member::Group(group) => {
            Item::Map(vec![(group.operator.as_str().to_owned(), members(group))], Layout::Flow)
        }
    };
    Item::List(group.members.iter().map(member).collect(), Layout::Flow)
}

fn paths(paths: &[Vec<String>]) -> Item {
    Item::List(paths.iter().map(|path| Item::names(path)).collect(), Layout::Flow)
}

fn translation_rule(rule: &TranslationRule) -> Item {
    let mut map = Entries::default();
    map.put("rule", Item::line(rule.rule.as_str()));
    map.put("translation_path", Item::names(&rule.translation_path));
    map.put_some("value", rule.value.as_ref().map(value));
    map.put_line("value_name", rule.value_name.as_ref());
    map.put_some("value_path", rule.value_path.as_deref().map(Item::names));
    map.put_some("custom_value_path", rule.custom_value_path.as_deref().map(Item::names));
    map.put_line("client_plugin", rule.client_plugin.as_ref());
    map.put_line("finder", rule.finder.as_ref());
    map.put_line("entity", rule.entity.as_ref());
    map.put_some("when", rule.when.as_ref().map(property_condition));
    map.flow()
}

fn validation_rule(rule: &ValidationRule) -> Item {
    let mut map = Entries::default();
    validation_rule_entries(&mut map, rule);
    map.flow()
}

fn validation_rule_entries(map: &mut Entries, rule: &ValidationRule) {
    map.put_some("for_each", rule.for_each.as_deref().map(Item::names));
    map.put_full("when", conditions(&rule.when));
    let required = match &rule.requirement {
        Requirement::AtMostOne(listed)
        | Requirement::AtLeastOne(listed)
        | Requirement::ExactlyOne(listed)
        | Requirement::All(listed)
        | Requirement::None(listed) => conditions(listed),
        Requirement::Equal(listed) => paths(listed),
        Requirement::Ascending(operands) => Item::List(operands.iter().map(operand).collect(), Layout::Flow),
    };
    map.put(rule.requirement.key(), required);
    map.put_some("description", rule.description.as_ref().map(|text| Item::prose(text)));
    map.put_some("message", rule.message.as_ref().map(|text| Item::prose(text)));
    map.put_line("exception", rule.exception.as_ref());
    map.put_flag("already_enforced", rule.already_enforced, false);
}

fn conditions(conditions: &[Condition]) -> Item {
    Item::List(conditions.iter().map(condition).collect(), Layout::Flow)
}

fn condition(written: &Condition) -> Item {
    let mut map = Entries::default();
    let property = match written {
        Condition::Filled(path) => return Item::names(path),
        Condition::Items { items, matching } => {
            map.put("items", Item::names(items));
            map.put_full("where", conditions(matching));
            return map.flow();
        }
        Condition::Count { items, matching, count } => {
            map.put("items", Item::names(items));
            map.put_full("where", conditions(matching));
            map.put("count", bounds(count));
            return map.flow();
        }
        Condition::Each { for_each, all } => {
            map.put("for_each", Item::names(for_each));
            map.put("all", conditions(all));
            return map.flow();
        }
        Condition::Any { any } => {
            map.put("any", conditions(any));
            return map.flow();
        }
        Condition::All { all } => {
            map.put("all", conditions(all));
            return map.flow();
        }
        Condition::Not { not } => {
            map.put("not", condition(not));
            return map.flow();
        }
        Condition::Is { property, .. }
        | Condition::In { property, .. }
        | Condition::NotIn { property, .. }
        | Condition::Satisfies { property, .. }
        | Condition::Matches { property, .. }
        | Condition::Range { property, .. }
        | Condition::Length { property, .. }
        | Condition::Contains { property, .. }
        | Condition::Within { property, .. } => property,
    };
    map.put("property", Item::names(property));
    match written {
        Condition::Is { is, .. } => map.put("is", Item::line(is.as_str())),
        Condition::In { values, .. } => map.put("in", values_item(values)),
        Condition::NotIn { values, .. } => map.put("not_in", values_item(values)),
        Condition::Satisfies { custom_constraint, .. } => {
            map.put("custom_constraint", Item::line(custom_constraint));
        }
        Condition::Matches { allowed_pattern, .. } => {
            map.put("allowed_pattern", Item::line(allowed_pattern));
        }
        Condition::Range { range, .. } => map.put("range", bounds(range)),
        Condition::Length { length, .. } => map.put("length", bounds(length)),
        Condition::Contains { contains, .. } => map.put("contains", value(contains)),
        Condition::Within { within, .. } => map.put("within", Item::line(within)),
        _ => {}
    }
    map.flow()
}

fn bounds(bounds: &Bounds) -> Item {
    let mut map = Entries::default();
    map.put_some("min", bounds.min.as_ref().map(value));
    map.put_some("max", bounds.max.as_ref().map(value));
    map.flow()
}

fn operand(operand: &Operand) -> Item {
    match operand {
        Operand::Constant(number) => Item::Literal(number.to_string()),
        Operand::Property(path) => Item::names(path),
        Operand::Sum { sum } => Item::Map(vec![("sum".to_owned(), paths(sum))], Layout::Flow),
    }
}

fn value_dependency(dependency: &ValueDependency) -> Item {
    let mut map = Entries::default();
    map.put("type", Item::line(&dependency.resource_type));
    map.put("property", Item::names(&dependency.property));
    map.put_line("or_property", dependency.or_property.as_ref());
    map.put("equals", Item::names(&dependency.equals));
    map.put_line("or_equals", dependency.or_equals.as_ref());
    map.put_line("of", dependency.of.as_ref());
    map.put_some("empty", dependency.empty.map(|empty| Item::line(empty.as_str())));
    map.put_flag("first_item", dependency.first_item, false);
    map.flow()
}

fn unique_key(key: &UniqueKey) -> Item {
    let mut map = Entries::default();
    map.put("properties", paths(&key.properties));
    match &key.within {
        Within::Scope(Scope::Cloud) => {}
        Within::Scope(scope) => map.put("within", Item::line(scope.as_str())),
        Within::Same(same) => map.put("within", paths(same)),
    }
    map.put_full("when", conditions(&key.when));
    if key.unset != UnsetValue::default() {
        map.put("unset", Item::line(key.unset.as_str()));
    }
    map.put_flag("overlapping", key.overlapping, false);
    if key.second != Collision::default() {
        map.put("second", Item::line(key.second.as_str()));
    }
    map.put_flag("freed_first", key.freed_first, false);
    map.put_prose("message", key.message.as_ref());
    map.block()
}

fn service_rule(rule: &ServiceRule) -> Item {
    let mut map = Entries::default();
    map.put("by", Item::line(&rule.by));
    map.put_line("since", rule.since.as_ref());
    map.put_line("until", rule.until.as_ref());
    match &rule.check {
        ServiceCheck::Rule(rule) => validation_rule_entries(&mut map, rule),
        ServiceCheck::Address(rule) => {
            let path = |path: &Option<Vec<String>>| path.as_ref().map(|path| Item::names(path));
            map.put_some("for_each", path(&rule.for_each));
            map.put_full("when", conditions(&rule.when));
            map.put("address", Item::names(&rule.address));
            map.put_some("version", path(&rule.version));
            map.put_some("within", path(&rule.within));
            map.put_some("not_after", path(&rule.not_after));
            map.put_some("not_between", rule.not_between.as_ref().map(|ends| paths(ends)));
            map.put_prose("message", rule.message.as_ref());
        }
    }
    map.block()
}

fn needs_first(need: &NeedsFirst) -> Item {
    let mut map = Entries::default();
    map.put("type", Item::line(&need.resource_type));
    map.put_full("when", conditions(&need.when));
    map.put("reason", Item::prose(&need.reason));
    map.put_prose("message", need.message.as_ref());
    map.block()
}

fn holding(holding: &Holding) -> Item {
    let mut map = Entries::default();
    map.put("what", Item::prose(&holding.what));
    map.put_full("when", conditions(&holding.when));
    map.put_flag("is_data", holding.is_data, false);
    map.put_prose("when_replaced", holding.when_replaced.as_ref());
    map.block()
}

fn exclusive_hold(hold: &ExclusiveHold) -> Item {
    let mut map = Entries::default();
    map.put("property", Item::names(&hold.property));
    map.put("as", Item::line(&hold.role));
    map.put_prose("if_cloud", hold.if_cloud.as_ref());
    map.put_flag("freed_first", hold.freed_first, false);
    map.put_prose("message", hold.message.as_ref());
    map.block()
}

fn values_item(values: &[Value]) -> Item {
    Item::List(values.iter().map(value).collect(), Layout::Flow)
}

fn value(value: &Value) -> Item {
    match value {
        Value::Null => Item::Literal("null".to_owned()),
        Value::Bool(flag) => Item::Literal(flag.to_string()),
        Value::Integer(integer) => Item::Literal(integer.to_string()),
        Value::Float(float) => Item::Literal(scalar::float(*float)),
        Value::String(text) => Item::line(text),
        Value::List(items) => values_item(items),
        Value::Map(map) => {
            Item::Map(map.iter().map(|(key, item)| (key.clone(), self::value(item))).collect(), Layout::Flow)
        }
    }
}
