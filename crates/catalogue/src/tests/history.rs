//! The changes in real releases, as the catalogue records them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use heat_history::{Change, History, RULE_FACTS, RuleFacts, Severity};
use heat_model::{ReleaseTable, Value};
use heat_schema_text::flow;
use insta::assert_snapshot;

use super::schemas;
use crate::SchemaFiles;

/// The releases and their history, from the catalogue.
fn tables() -> (ReleaseTable, History) {
    let tables = SchemaFiles::read_tables(&schemas());
    assert!(tables.diagnostics.is_empty(), "{:?}", tables.diagnostics);
    (tables.releases, tables.history)
}

/// The selected changes of a release, as `type path`.
fn changes(history: &History, version: &str, wanted: impl Fn(&Change) -> bool) -> Vec<String> {
    let changes = history.get(version).unwrap().changes.iter();
    changes
        .flat_map(|(name, changes)| changes.iter().map(move |change| (name, change)))
        .filter(|(_, change)| wanted(change))
        .map(|(name, change)| format!("{name} {}", change.thing()).trim().to_owned())
        .collect()
}

#[test]
fn sixteen_steps_are_recorded() {
    let (table, history) = tables();
    let names: Vec<&str> =
        history.releases.iter().map(|release| table.get(&release.version).unwrap().name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[16]), (17, "Rocky", "2026.2"));
    assert_snapshot!("counts", counts(&table, &history));
    assert_snapshot!("findings", findings(&history));
}

/// The number of findings of each severity in a release.
fn counts(table: &ReleaseTable, history: &History) -> String {
    let mut out = format!("{:<8}", "");
    Severity::ALL[..4].iter().for_each(|severity| write!(out, " {:>9}", severity.as_str()).unwrap());
    out.push('\n');
    for release in &history.releases[1..] {
        write!(out, "{:<8}", table.get(&release.version).unwrap().name).unwrap();
        for severity in &Severity::ALL[..4] {
            let all = release.changes.values().flatten();
            write!(out, " {:>9}", all.filter(|change| change.severity() == Some(*severity)).count()).unwrap();
        }
        out.push('\n');
    }
    out
}

/// All findings, one per line.
fn findings(history: &History) -> String {
    let mut out = String::new();
    for release in &history.releases[1..] {
        writeln!(out, "{}", release.version).unwrap();
        for (name, changes) in &release.changes {
            writeln!(out, "  {name}").unwrap();
            for change in changes {
                let shown = |value: &Option<Value>| value.as_ref().map(flow).unwrap_or_default();
                let (before, after) = (shown(&change.before), shown(&change.after));
                let line = format!("{} {} {before} -> {after}", change.rule, change.path);
                // The file contains the longer values.
                writeln!(out, "    {}", line.chars().take(160).collect::<String>().trim_end()).unwrap();
            }
        }
    }
    out
}

#[test]
fn load_balancers_were_hidden_without_being_deprecated() {
    let (_, history) = tables();
    let hidden = changes(&history, "21.0.0", |change| change.rule == "status-hidden-without-deprecation");
    let types = ["HealthMonitor", "L7Policy", "L7Rule", "Listener", "LoadBalancer", "Pool", "PoolMember"];
    assert_eq!(hidden, types.map(|name| format!("OS::Neutron::LBaaS::{name}")));
    for change in history.get("21.0.0").unwrap().changes.values().flatten() {
        assert!(flow(change.before.as_ref().unwrap()).starts_with("[SUPPORTED "), "{change:?}");
        assert!(flow(change.after.as_ref().unwrap()).starts_with("[HIDDEN 21.0.0, SUPPORTED "), "{change:?}");
    }
}

#[test]
fn multiattach_was_hidden_without_being_deprecated() {
    let (_, history) = tables();
    let hidden = changes(&history, "13.0.0", |change| change.rule == "status-hidden-without-deprecation");
    assert_eq!(hidden, ["OS::Cinder::Volume properties.multiattach"]);
}

/// Two of the changes are nested, where they have no effect: only top-level properties determine updates.
#[test]
fn update_allowed_changed_ten_times() {
    let (_, history) = tables();
    let mut found = Vec::new();
    for release in &history.releases {
        let of_updates = |change: &Change| change.aspect() == "update_allowed";
        found.extend(changes(&history, &release.version, of_updates).into_iter().map(|place| {
            let change = place.replace(" properties.", ".");
            format!("{} {change}", release.version)
        }));
    }
    assert_eq!(
        found,
        [
            "12.0.0 OS::Heat::Stack.context",
            "13.0.0 OS::Neutron::Port.mac_address",
            "13.0.0 OS::Nova::Server.networks.schema.*.schema.port_extra_properties.schema.mac_address",
            "14.0.0 OS::Neutron::IKEPolicy.encryption_algorithm",
            "14.0.0 OS::Neutron::IKEPolicy.ike_version",
            "14.0.0 OS::Neutron::IKEPolicy.lifetime",
            "14.0.0 OS::Neutron::IKEPolicy.pfs",
            "16.0.0 OS::Glance::WebImage.protected",
            "18.0.0 OS::Octavia::Pool.session_persistence",
            "27.0.0 OS::Nova::Server.networks.schema.*.schema.port_extra_properties",
        ]
    );
}

#[test]
fn no_texts_by_heats_authors_are_recorded() {
    fn texts(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::String(text) => out.push(text.clone()),
            Value::List(items) => items.iter().for_each(|item| texts(item, out)),
            Value::Map(map) => map.values().for_each(|value| texts(value, out)),
            _ => {}
        }
    }
    let (_, history) = tables();
    let mut found = Vec::new();
    for change in history.releases.iter().flat_map(|release| release.changes.values().flatten()) {
        for value in [&change.before, &change.after].into_iter().flatten() {
            texts(value, &mut found);
        }
    }
    // A status with its version contains one space, and a sentence contains more.
    assert!(found.len() > 100);
    assert_eq!(found.iter().filter(|text| text.matches(' ').count() > 1).collect::<Vec<_>>(), [""; 0]);
}

/// New rules need data: this lists what has none so far.
#[test]
fn rules_that_never_fired() {
    let (_, history) = tables();
    let changes = history.releases.iter().flat_map(|release| release.changes.values().flatten());
    let fired: BTreeSet<&str> = changes.map(|change| change.rule.as_str()).collect();
    let about_texts = |rule: &RuleFacts| rule.severity == Severity::Docs;
    let others: Vec<&str> = RULE_FACTS
        .iter()
        .filter(|rule| !about_texts(rule) && !fired.contains(rule.id))
        .map(|rule| rule.id)
        .collect();
    println!("{} of {} rules never fired:\n{}", others.len(), RULE_FACTS.len(), others.join("\n"));
    assert!(fired.iter().all(|id| RULE_FACTS.iter().any(|rule| rule.id == *id)), "{fired:?}");
    assert!(fired.len() > 20 && fired.len() < RULE_FACTS.len(), "{fired:?}");
}
