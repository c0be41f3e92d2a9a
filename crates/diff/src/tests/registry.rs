//! Requirements on every rule.

use heat_history::RULE_FACTS;

use super::*;

#[test]
fn every_rule_finds_its_example_and_no_other_rule_does() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let mut found_ids = found_in(rule, [0, 1]);
        // A violation of the life cycle is also a change, which by itself is safe.
        if rule.severity == Severity::Policy {
            found_ids.retain(|id| crate::rule(id).is_none_or(|rule| rule.severity != Severity::Safe));
        }
        // Consequences of other changes are reported with them.
        if matches!(rule.check, Check::Trial(_)) {
            found_ids.truncate(1);
        }
        if found_ids != [rule.id] {
            wrong.push(format!("{}: {found_ids:?}", rule.id));
        }
        assert_eq!(found_in(rule, [1, 1]), [""; 0], "{}: nothing changed", rule.id);
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn histories_know_the_facts_of_every_rule() {
    let row = |rule: &&Rule| {
        let Rule { id, severity, object, aspect, verb, .. } = *rule;
        let has_effect = rule.has_effect();
        format!(
            "    RuleFacts {{ id: {id:?}, severity: Severity::{severity:?}, object: Object::{object:?}, aspect: {aspect:?}, \
             verb: Verb::{verb:?}, has_effect: {has_effect} }},\n"
        )
    };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../history/src/rule_facts.in");
    let written = fs::read_to_string(path).unwrap();
    let (comment, _) = written.split_once("&[\n").unwrap();
    let current = format!("{comment}&[\n{}]\n", RULES.iter().map(row).collect::<String>());
    if written != current && std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(path, &current).unwrap();
    }
    assert_eq!(written, current, "{path} is written by this test with INSTA_UPDATE=always");
    assert_eq!(RULE_FACTS.len(), RULES.len());
}

#[test]
fn rules_say_whether_anyone_notices_the_change() {
    fn check(id: &str, has_effect: bool) {
        assert_eq!(crate::rule(id).unwrap().has_effect(), has_effect, "{id}");
    }
    check("property-update-rule-changed", false);
    check("item-required-changed", false);
    check("property-description-changed", false);
    check("attribute-type-declared", true);
    check("property-update-allowed-added", true);
    for rule in RULES.iter().filter(|rule| !rule.has_effect()) {
        assert!(!matches!(rule.severity, Severity::Breaking | Severity::Dangerous), "{}", rule.id);
    }
}

#[test]
fn every_rule_has_its_mirror() {
    let mut wrong = Vec::new();
    for rule in RULES {
        match rule.mirror {
            Mirror::Rule(mirror) => {
                let found = found_in(rule, [1, 0]);
                if found != [mirror] {
                    wrong.push(format!("{} the other way: {found:?}", rule.id));
                }
                let back = crate::rule(mirror).map(|mirror| mirror.mirror);
                assert_eq!(back, Some(Mirror::Rule(rule.id)), "the mirror of {mirror}");
            }
            Mirror::None(reason) => assert!(reason.ends_with('.'), "{}: {reason}", rule.id),
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn rule_ids_are_unique() {
    let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
}

/// A topic without its line in `TOPICS` is dead code, which the compiler reports; it does not report a file that is no module.
#[test]
fn every_file_of_rules_is_registered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let registry = fs::read_to_string(folder.join("mod.rs")).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let topic = entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned();
        let is_registered =
            registry.contains(&format!("mod {topic};")) && registry.contains(&format!("    {topic}::"));
        assert!(is_registered || topic == "mod", "rules/mod.rs does not list {topic}");
    }
}

/// A rule's object, aspect and verb agree with the finding in its example.
#[test]
fn rules_are_about_what_they_find() {
    let mut others = Vec::new();
    for rule in RULES {
        let findings = rule.example_findings();
        let finding = findings.iter().find(|finding| finding.rule.id == rule.id).unwrap();
        let path = finding.after.as_ref().or(finding.before.as_ref()).map(ToString::to_string);
        let change =
            heat_history::Change { path: path.unwrap_or_default(), ..heat_history::Change::default() };
        let (thing, aspect) = (change.thing(), change.aspect().split('[').next().unwrap_or_default());
        match rule.object {
            // The fault that keeps a type from loading, or a template from working, is inside the type.
            Object::ResourceType => assert!(
                thing.is_empty()
                    || matches!(
                        rule.verb,
                        Verb::Unloadable | Verb::Loadable | Verb::Refused | Verb::Replaced
                    ),
                "{}: {thing}",
                rule.id
            ),
            Object::Property | Object::Item => {
                assert!(thing.starts_with("properties."), "{}: {thing}", rule.id);
            }
            Object::Attribute => assert!(thing.starts_with("attributes."), "{}: {thing}", rule.id),
            Object::Thing => assert_eq!(aspect, "support_status", "{}", rule.id),
            Object::ConstraintDefinition => assert_eq!(rule.table(), Some(Table::Constraints), "{}", rule.id),
            Object::Release => assert_eq!(rule.table(), Some(Table::Releases), "{}", rule.id),
            Object::Records => {
                assert!(matches!(rule.table(), Some(Table::History | Table::Past)), "{}", rule.id);
            }
        }
        if rule.table().is_none() && rule.aspect.unwrap_or_default() != aspect {
            others.push(format!("{}: {aspect}", rule.id));
        }
        let is_there = [finding.before.is_some(), finding.after.is_some()];
        match rule.verb {
            verb if rule.aspect.is_none() && verb.is_addition() => {
                assert_eq!(is_there, [false, true], "{}", rule.id);
            }
            verb if rule.aspect.is_none() && verb.is_removal() => {
                assert_eq!(is_there, [true, false], "{}", rule.id);
            }
            _ => {}
        }
    }
    let expect = [
        // Two keys changed; the finding is about both.
        "property-immutable-changed-to-update-allowed: ",
        "property-update-allowed-changed-to-immutable: ",
        // One of several keys about the service.
        "service-fact-added: unique",
        "service-fact-removed: unique",
        "service-fact-changed: unique",
        "service-fact-described: unique",
        // The type cannot be loaded because of the value there.
        "resource-type-unloadable: default",
        // A key of the support status.
        "resource-type-substitute-class-added: support_status",
        "resource-type-substitute-class-removed: support_status",
        // One of several keys.
        "resource-type-handling-changed: strict_dependency",
        "resource-type-presentation-changed: commands",
    ];
    assert_eq!(others, expect);
}
