//! Arbitrary schemas, for property-based tests.

#![allow(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "patterns and numbers that stand in the code are right"
)]

use heat_model::dependency::NeedsFirst;
use heat_model::group::{ApiVersions, GroupExpression, Member, Operator};
use heat_model::service_rule::{AddressRule, ServiceCheck, ServiceRule};
use heat_model::unique::{Collision, ExclusiveHold, Holding, Scope, UniqueKey, UnsetValue, Within};
use heat_model::update_effect::{ChangeKind, EffectCase, EntryChange, UpdateEffect, ValueSet};
use heat_model::validation_rule::{Condition, Operand, PropertyState, Requirement};
use heat_model::{
    AcceptedFinding, AttributeSchema, AttributeType, CacheMode, Commands, Constraint, ConstraintKind,
    EarlyReference, EffectLevel, EmptyValue, Example, Integer, NestedSchema, PageSection, PropertiesGroup,
    PropertySchema, PropertyType, ResourceType, RuleKind, Status, StatusEntry, SupportStatus,
    TranslationRule, ValidationRule, Value, ValueDependency, When,
};
use indexmap::IndexMap;
use proptest::collection::{hash_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::string::string_regex;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::sync::{LazyLock, Mutex};

/// Texts that match a pattern. Each pattern is parsed once: parsed again for each value, or for each strategy that is made of a value,
/// it takes longer than what most tests do with the text.
fn matching(pattern: &'static str) -> SBoxedStrategy<String> {
    static PARSED: LazyLock<Mutex<HashMap<&'static str, SBoxedStrategy<String>>>> =
        LazyLock::new(Mutex::default);
    let mut parsed = PARSED.lock().unwrap();
    parsed.entry(pattern).or_insert_with(|| string_regex(pattern).unwrap().sboxed()).clone()
}

/// Texts: names, sentences, texts that look like other types, and arbitrary ones.
pub fn text() -> impl Strategy<Value = String> {
    let odd = [
        "",
        " ",
        "yes",
        "null",
        "~",
        "010",
        "1e3",
        "0o7",
        "1.5",
        "2013.1",
        "5.0.0",
        "2014-01-01",
        "22:30",
        "-",
        "- a",
        "a: b",
        "a #b",
        "# a",
        "a:",
        "*",
        "<<",
        "=",
        "!a",
        "&a",
        "'a'",
        "\"a\"",
        "`a` b",
        "a, b",
        "[a]",
        "{a: 1}",
        "%index%",
        "@a",
        "a\nb",
        "a\n\nb\n",
        " a\nb",
        "a \n b",
        "a\tb",
        "a\r\nb",
        "\n",
        "\u{feff}a",
        "\u{85}",
        "\u{2028}",
        "é ü",
        "\0",
        "---",
        "...",
        "?",
        "a\\b",
        "C:\\'x'",
        "OS::Nova::Server",
        "on",
        "a\n  code\nb",
        "a\n\n\n",
        "| a",
        "> a",
        "key: |\n  text\n",
    ];
    prop_oneof![
        4 => matching("[a-z_]{1,12}"),
        2 => matching("[A-Z][a-z]{1,8}( [a-z`,:]{1,12}){0,40}\\."),
        2 => select(odd.to_vec()).prop_map(str::to_owned),
        1 => matching("\\PC{0,30}"),
        1 => any::<String>(),
    ]
}

/// Texts that are not blank, without white space at the end.
fn words() -> impl Strategy<Value = String> {
    text().prop_map(|text| {
        let text = text.trim_end();
        if text.is_empty() { "blank".to_owned() } else { text.to_owned() }
    })
}

/// Removes the items that are written like an earlier one.
fn different<T: Debug>(mut items: Vec<T>) -> Vec<T> {
    let mut known = HashSet::new();
    items.retain(|item| known.insert(format!("{item:?}")));
    items
}

/// The result of loading a description.
fn prose() -> impl Strategy<Value = Option<String>> {
    option::of(text().prop_map(|text| text.trim_end().to_owned()))
}

/// Values of every kind, also such as look like others in YAML.
pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|small| Value::Integer(small.into())),
        matching("-?[1-9][0-9]{20,40}")
            .prop_map(|digits| Value::Integer(Integer::from_decimal(&digits).unwrap())),
        any::<f64>().prop_filter("equal to itself", |float| !float.is_nan()).prop_map(Value::Float),
        text().prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            hash_map(text(), inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

fn some_value() -> impl Strategy<Value = Value> {
    value().prop_filter("null is nothing", |value| *value != Value::Null)
}

fn support_status() -> impl Strategy<Value = SupportStatus> {
    let entry = (select(Status::ALL.to_vec()), prose(), prose(), prose()).prop_map(
        |(status, version, message, substitute_class)| StatusEntry {
            status,
            version,
            message,
            substitute_class,
        },
    );
    vec(entry, 0..3).prop_map(|history| SupportStatus { history })
}

fn constraint() -> impl Strategy<Value = Constraint> {
    let ends = || (option::of(some_value()), option::of(some_value()));
    let kind = prop_oneof![
        ends().prop_map(|(min, max)| ConstraintKind::Range { min, max }),
        ends().prop_map(|(min, max)| ConstraintKind::Length { min, max }),
        ends().prop_map(|(step, offset)| ConstraintKind::Modulo { step, offset }),
        vec(value(), 0..20).prop_map(ConstraintKind::AllowedValues),
        vec(text().prop_map(Value::String), 0..80).prop_map(ConstraintKind::AllowedValues),
        text().prop_map(ConstraintKind::AllowedPattern),
        text().prop_map(ConstraintKind::Custom),
    ];
    (kind, prose()).prop_map(|(kind, description)| Constraint { kind, description })
}

fn named<T: Debug>(item: impl Strategy<Value = T>) -> impl Strategy<Value = IndexMap<String, T>> {
    hash_map(text(), item, 0..4).prop_map(|map| map.into_iter().collect())
}

/// Properties with constraints of every kind, nested a few levels deep.
pub fn property() -> impl Strategy<Value = PropertySchema> {
    let flat = (
        select(PropertyType::ALL.to_vec()),
        prose(),
        support_status(),
        any::<[bool; 5]>(),
        option::of(some_value()),
        option::of(update_effect()),
        vec(constraint(), 0..3),
    )
        .prop_map(
            |(property_type, description, support_status, flags, default, update_effect, constraints)| {
                PropertySchema {
                    description,
                    support_status,
                    required: flags[0],
                    default,
                    update_allowed: flags[1],
                    immutable: flags[2],
                    update_effect,
                    implemented: flags[3],
                    allow_conversion: flags[4],
                    constraints,
                    ..PropertySchema::new(property_type)
                }
            },
        );
    flat.prop_recursive(2, 8, 3, |inner| {
        let nested = prop_oneof![
            inner.clone().prop_map(|item| NestedSchema::Item(Box::new(item))),
            named(inner.clone()).prop_map(NestedSchema::from),
        ];
        (inner, nested).prop_map(|(property, nested)| PropertySchema { schema: Some(nested), ..property })
    })
}

fn update_effect() -> impl Strategy<Value = UpdateEffect> {
    let level = || select(EffectLevel::ALL.to_vec());
    let value_set = || {
        let pattern = text().prop_map(|pattern| ValueSet::Pattern { pattern });
        option::of(prop_oneof![
            vec(some_value(), 1..3).prop_map(different).prop_map(ValueSet::Values),
            pattern
        ])
    };
    let value_change = (
        vec(select(ChangeKind::ALL.to_vec()), 0..3).prop_map(different),
        value_set(),
        value_set(),
        option::of(select(EntryChange::ALL.to_vec())),
        vec(text(), 0..2),
    );
    let around = (vec(text(), 0..2), vec(condition(), 0..2), vec(condition(), 0..2));
    let case = (value_change, around, words(), level(), words()).prop_map(
        |((change, was, becomes, entries, fields), (with, before, when), cloud, level, reason)| EffectCase {
            change,
            was,
            becomes,
            entries,
            fields,
            with,
            before,
            when,
            // A case has a condition.
            if_cloud: Some(cloud),
            level,
            reason,
        },
    );
    (level(), prose(), vec(case, 0..3)).prop_map(|(level, reason, cases)| UpdateEffect {
        level,
        reason,
        cases,
    })
}

fn attribute() -> impl Strategy<Value = AttributeSchema> {
    (option::of(select(AttributeType::ALL.to_vec())), prose(), support_status(), any::<bool>()).prop_map(
        |(attribute_type, description, support_status, cached)| AttributeSchema {
            attribute_type,
            description,
            example: None,
            support_status,
            cache_mode: if cached { CacheMode::CacheLocal } else { CacheMode::CacheNone },
        },
    )
}

/// A path, which is never empty.
fn path() -> impl Strategy<Value = Vec<String>> {
    vec(text(), 1..4)
}

fn group() -> impl Strategy<Value = PropertiesGroup> {
    let operator = || select(Operator::ALL.to_vec());
    let flat = (operator(), vec(path().prop_map(Member::Property), 0..4))
        .prop_map(|(operator, members)| GroupExpression { operator, members });
    let nested = flat.prop_recursive(2, 6, 3, move |inner| {
        let member = prop_oneof![path().prop_map(Member::Property), inner.prop_map(Member::Group)];
        (operator(), vec(member, 0..4)).prop_map(|(operator, members)| GroupExpression { operator, members })
    });
    prop_oneof![
        nested.prop_map(PropertiesGroup::Expression),
        (text(), vec(text(), 0..3), vec(path(), 0..3)).prop_map(|(client_plugin, versions, properties)| {
            PropertiesGroup::ApiVersions(ApiVersions { client_plugin, versions, properties })
        }),
    ]
}

fn rule() -> impl Strategy<Value = TranslationRule> {
    let when = (text(), vec(value(), 0..3)).prop_map(|(property, values)| When { property, values });
    (
        select(RuleKind::ALL.to_vec()),
        path(),
        option::of(value()),
        [option::of(text()), option::of(text()), option::of(text()), option::of(text())],
        [option::of(path()), option::of(path())],
        option::of(when),
    )
        .prop_map(|(rule, path, value, texts, paths, when)| {
            let [value_name, client_plugin, finder, entity] = texts;
            let [value_path, custom_value_path] = paths;
            TranslationRule {
                value,
                value_name,
                value_path,
                custom_value_path,
                client_plugin,
                finder,
                entity,
                when,
                ..TranslationRule::new(rule, path)
            }
        })
}

fn condition() -> impl Strategy<Value = Condition> {
    let values = || vec(value(), 0..3);
    let flat = prop_oneof![
        path().prop_map(Condition::Filled),
        (path(), select(PropertyState::ALL.to_vec()))
            .prop_map(|(property, is)| Condition::Is { property, is }),
        (path(), values()).prop_map(|(property, values)| Condition::In { property, values }),
        (path(), values()).prop_map(|(property, values)| Condition::NotIn { property, values }),
        (path(), text())
            .prop_map(|(property, custom_constraint)| Condition::Satisfies { property, custom_constraint }),
        (path(), select(vec!["", "a|b", r"[^\s']{1,5}: *"])).prop_map(|(property, pattern)| {
            Condition::Matches { property, allowed_pattern: pattern.to_owned() }
        }),
    ];
    flat.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            (path(), vec(inner.clone(), 0..3))
                .prop_map(|(items, matching)| Condition::Items { items, matching }),
            vec(inner, 0..3).prop_map(|any| Condition::Any { any }),
        ]
    })
}

fn validation_rule() -> impl Strategy<Value = ValidationRule> {
    let conditions = || vec(condition(), 0..3);
    let operand = prop_oneof![
        any::<i64>().prop_map(Operand::Constant),
        path().prop_map(Operand::Property),
        vec(path(), 0..3).prop_map(|sum| Operand::Sum { sum }),
    ];
    let requirement = prop_oneof![
        conditions().prop_map(Requirement::AtMostOne),
        conditions().prop_map(Requirement::AtLeastOne),
        conditions().prop_map(Requirement::ExactlyOne),
        conditions().prop_map(Requirement::All),
        conditions().prop_map(Requirement::None),
        vec(path(), 0..3).prop_map(Requirement::Equal),
        vec(operand, 0..3).prop_map(Requirement::Ascending),
    ];
    let texts = [(); 3].map(|()| option::of(words()));
    (option::of(path()), conditions(), requirement, texts, any::<bool>()).prop_map(
        |(for_each, when, requirement, [description, message, exception], already_enforced)| ValidationRule {
            for_each,
            when,
            requirement,
            description,
            message,
            exception,
            already_enforced,
        },
    )
}

fn unique_key() -> impl Strategy<Value = UniqueKey> {
    let scope = select(Scope::ALL.to_vec()).prop_map(Within::Scope);
    let within = prop_oneof![scope, vec(path(), 1..3).prop_map(different).prop_map(Within::Same)];
    let kinds = (select(UnsetValue::ALL.to_vec()), select(Collision::ALL.to_vec()));
    let properties = vec(path(), 1..3).prop_map(different);
    (properties, within, vec(condition(), 0..2), kinds, any::<[bool; 2]>(), option::of(words())).prop_map(
        |(properties, within, when, (unset, second), [overlapping, freed_first], message)| UniqueKey {
            properties,
            within,
            when,
            unset,
            overlapping,
            second,
            freed_first,
            message,
        },
    )
}

fn exclusive_hold() -> impl Strategy<Value = ExclusiveHold> {
    (path(), words(), option::of(words()), any::<bool>(), option::of(words())).prop_map(
        |(property, role, if_cloud, freed_first, message)| ExclusiveHold {
            property,
            role,
            if_cloud,
            freed_first,
            message,
        },
    )
}

fn service_rule() -> impl Strategy<Value = ServiceRule> {
    let paths = || option::of(path());
    let texts = || option::of(words());
    let compared = (paths(), paths(), paths(), option::of([path(), path()]));
    let address = (paths(), vec(condition(), 0..2), path(), path(), compared, texts()).prop_map(
        |(for_each, when, address, version, (within, not_after, _, not_between), message)| {
            // A rule has a test.
            let version = Some(version);
            let rule =
                AddressRule { for_each, when, address, version, within, not_after, not_between, message };
            ServiceCheck::Address(rule)
        },
    );
    let check = prop_oneof![validation_rule().prop_map(ServiceCheck::Rule), address];
    (words(), texts(), texts(), check).prop_map(|(by, since, until, check)| ServiceRule {
        by,
        since,
        until,
        check,
    })
}

fn holding() -> impl Strategy<Value = Holding> {
    (words(), vec(condition(), 0..2), any::<bool>(), option::of(words()))
        .prop_map(|(what, when, is_data, when_replaced)| Holding { what, when, is_data, when_replaced })
}

fn needs_first() -> impl Strategy<Value = NeedsFirst> {
    (words(), vec(condition(), 0..2), words(), option::of(words())).prop_map(
        |(resource_type, when, reason, message)| NeedsFirst { resource_type, when, reason, message },
    )
}

fn page_section() -> impl Strategy<Value = PageSection> {
    let properties = vec(text(), 1..3).prop_map(different);
    (words(), properties).prop_map(|(title, properties)| PageSection { title, properties })
}

fn commands() -> impl Strategy<Value = Commands> {
    let commands = (option::of(words()), option::of(words()));
    let commands = commands.prop_map(|(list, show)| Commands { list, show, none: None });
    prop_oneof![commands, words().prop_map(|reason| Commands { none: Some(reason), ..Commands::default() })]
}

fn value_dependency() -> impl Strategy<Value = ValueDependency> {
    let texts = || option::of(text());
    let empty = option::of(select(EmptyValue::ALL.to_vec()));
    (text(), [path(), path()], [texts(), texts(), texts()], empty, any::<bool>()).prop_map(
        |(resource_type, [property, equals], [or_property, or_equals, of], empty, first_item)| {
            ValueDependency {
                or_property,
                or_equals,
                of,
                empty,
                first_item,
                ..ValueDependency::new(resource_type, property, equals)
            }
        },
    )
}

/// Any name that a type can have; some of them have a different meaning without quotes.
fn type_name() -> impl Strategy<Value = String> {
    matching("([a-zA-Z0-9_é][a-zA-Z0-9_.é-]{0,5})(::[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,5}){0,3}")
}

/// Resource types of any kind, most of which make no sense, and all of which can be written. Its parts are boxed: a test that takes
/// two types would need more stack than its thread has.
pub fn resource_type() -> impl Strategy<Value = ResourceType> {
    let example = (text(), text()).prop_map(|(title, template)| Example { title, template });
    let finding = (text(), option::of(text()), text()).prop_map(|(rule, path, reason)| AcceptedFinding {
        rule,
        path,
        reason,
    });
    (
        (
            type_name(),
            prose(),
            support_status(),
            1..u32::MAX,
            any::<[bool; 7]>(),
            [vec(text(), 0..3), vec(text(), 0..3)],
        )
            .boxed(),
        [option::of(text()), option::of(text()), option::of(text()), option::of(text())],
        (named(property()), named(property()), named(attribute())).boxed(),
        (
            vec(group(), 0..3),
            vec(rule(), 0..3),
            vec(example, 0..2),
            vec(finding, 0..2),
            (
                option::of(select(EarlyReference::ALL.to_vec())),
                option::of(words()),
                commands(),
                vec(page_section(), 0..2),
            )
                .boxed(),
            vec(value_dependency(), 0..3),
            vec(validation_rule(), 0..3),
            (
                vec(unique_key(), 0..2),
                vec(exclusive_hold(), 0..2),
                vec(service_rule(), 0..2),
                vec(needs_first(), 0..2),
                vec(holding(), 0..2),
            )
                .boxed(),
        )
            .boxed(),
    )
        .prop_map(|(plain, texts, named, lists)| {
            let (name, description, support_status, limit, flags, [no_signal_actions, keywords]) = plain;
            let [default_client_name, entity, required_service_extension, python_class] = texts;
            let (properties, update_policy, attributes) = named;
            let (
                properties_groups,
                translation_rules,
                examples,
                accepted_findings,
                (reference_before_creation, get_resource, commands, sections),
                dependencies_by_value,
                validation_rules,
                (unique, exclusive, service_rules, needs_first, holds),
            ) = lists;
            let mut schema = ResourceType {
                description,
                support_status,
                keywords,
                default_client_name,
                entity,
                required_service_extension,
                physical_resource_name_limit: limit,
                python_class,
                always_replace_on_check_failed: flags[0],
                requires_deferred_auth: flags[1],
                strict_dependency: flags[2],
                supports_snapshot_deletion: flags[3],
                any_property: flags[4],
                any_attribute: flags[5],
                reference_before_creation,
                get_resource,
                commands,
                sections,
                dependencies_by_value,
                validation_rules,
                unique,
                exclusive,
                service_rules,
                needs_first,
                holds,
                no_signal_actions,
                properties,
                properties_groups,
                translation_rules,
                attributes,
                update_policy,
                examples,
                accepted_findings,
                ..ResourceType::new(name)
            };
            schema.set_has_record(flags[6]);
            schema
        })
}
