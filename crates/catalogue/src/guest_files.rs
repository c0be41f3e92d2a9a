//! Adds the schema files of plug-ins to a catalogue, as guests with tables of their own.

use heat_model::ConstraintKind;
use heat_model::load::load_custom_constraints;
use heat_yaml::Diagnostic;

use crate::built_in;
use crate::guests::Guest;
use crate::named_properties::each_property;
use crate::schema_files::{CONSTRAINTS, SchemaFiles};

/// What happens to a type that the catalogue has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownTypes {
    /// It stays: what is added has fewer facts.
    Stay,
    /// The one of the guest is used, as Heat uses a plug-in's class in place of its own.
    AreReplaced,
}

/// A type that every Heat has: schemas without it are those of a plug-in.
pub const HEAT_TYPE: &str = "OS::Heat::Stack";

impl SchemaFiles {
    /// Makes the constraints of Heat known to the schemas of a plug-in, which has a table of its own ones alone.
    pub(crate) fn know_constraints_of_heat(&mut self) {
        let own = &self.custom_constraints.constraints;
        if own.is_empty() || self.files.contains_key(HEAT_TYPE) {
            return;
        }
        let Some(source) = built_in::source(CONSTRAINTS) else { return };
        let (mut known, _) = load_custom_constraints(&source);
        known.constraints.extend(own.iter().map(|(name, constraint)| (name.clone(), constraint.clone())));
        self.known_constraints = Some(known);
    }

    /// Adds the constraints of Heat that schemas of a plug-in name to its own: its docs say what they accept.
    pub fn add_used_constraints(&mut self) {
        let Some(known) = &self.known_constraints else { return };
        let own = &mut self.custom_constraints.constraints;
        for file in self.files.values() {
            each_property(&file.schema, &mut |property| {
                for constraint in &property.constraints {
                    if let ConstraintKind::Custom(name) = &constraint.kind
                        && let Some(found) = known.get(name)
                    {
                        own.entry(name.clone()).or_insert_with(|| found.clone());
                    }
                }
            });
        }
    }

    /// Adds the types of a plug-in, and the constraints that the catalogue does not have. Returns what is wrong with the files of the
    /// plug-in. `product` is what its versions are versions of.
    pub fn add_guest(&mut self, guest: Self, product: &str, known: KnownTypes) -> Vec<Diagnostic> {
        let mut added = Guest {
            product: product.to_owned(),
            releases: guest.releases,
            custom_constraints: guest.custom_constraints,
            history: guest.history,
            ..Guest::default()
        };
        for (name, file) in guest.files {
            if known == KnownTypes::Stay && self.files.contains_key(&name) {
                continue;
            }
            added.types.insert(name.clone());
            self.files.insert(name, file);
        }
        self.files.sort_unstable_keys();
        for (name, constraint) in &added.custom_constraints.constraints {
            let all = &mut self.custom_constraints.constraints;
            all.entry(name.clone()).or_insert_with(|| constraint.clone());
        }
        self.unreadable |= guest.unreadable;
        self.guests.push(added);
        guest.diagnostics
    }
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;
    use crate::Catalogue;

    /// The files of a catalogue with these schemas and releases.
    fn files(schemas: &[&str], versions: &[&str]) -> SchemaFiles {
        let mut files = SchemaFiles::default();
        for text in schemas {
            let file = load_schema(&Source::new("x.yaml", *text)).file.unwrap();
            files.files.insert(file.schema.name.clone(), file);
        }
        let table: Vec<_> = versions
            .iter()
            .map(|version| serde_json::json!({"version": version, "name": format!("of {version}"), "date": ""}))
            .collect();
        files.releases = serde_json::from_value(table.into()).unwrap();
        files
    }

    fn schema(name: &str, version: &str) -> String {
        format!("type: {name}\ndescription: Makes it.\nsupport_status: [{{version: {version}}}]\n")
    }

    /// Heat with releases 5.0.0 and 6.0.0, and a guest with a schema and releases of its own.
    fn with_guest(text: &str, versions: &[&str], known: KnownTypes) -> SchemaFiles {
        let mut heat = files(&[&schema("OS::Heat::Stack", "5.0.0")], &["5.0.0", "6.0.0"]);
        let found = heat.add_guest(files(&[text], versions), "ACME", known);
        assert!(found.is_empty(), "{found:?}");
        heat
    }

    /// What the rules report about versions, as `type: message`.
    fn check(heat: &SchemaFiles, expect: &[&str]) {
        let found = heat.lint(&heat.tables_for_rules());
        let about = found.iter().filter(|found| found.code == "unknown-release");
        let shown: Vec<_> = about.map(|found| found.message.as_str()).collect();
        assert_eq!(shown, expect);
    }

    #[test]
    fn versions_of_a_guest_are_in_its_own_table() {
        check(&with_guest(&schema("ACME::A", "2.1.0"), &["2.1.0"], KnownTypes::Stay), &[]);
        // Heat's releases are none of the guest's.
        let strange = with_guest(&schema("ACME::A", "5.0.0"), &["2.1.0"], KnownTypes::Stay);
        check(&strange, &["there is no release `5.0.0`"]);
        check(&with_guest(&schema("ACME::A", "9"), &[], KnownTypes::Stay), &[]);
    }

    #[test]
    fn a_type_is_named_after_the_releases_of_its_guest() {
        let heat = with_guest(&schema("ACME::A", "5.0.0"), &["5.0.0", "5.5.0"], KnownTypes::Stay);
        let catalogue: Catalogue = heat.into_catalogue();
        let name = |of: &str| catalogue.releases_of(of).get("5.5.0").map(|release| release.name.clone());
        assert_eq!(name("ACME::A").as_deref(), Some("of 5.5.0"));
        assert_eq!(name("OS::Heat::Stack"), None);
        assert_eq!(catalogue.guests.of_type("ACME::A").map(|guest| guest.product.as_str()), Some("ACME"));
    }

    #[test]
    fn a_known_type_stays_or_is_replaced() {
        let text = schema("OS::Heat::Stack", "2.1.0");
        let description = |heat: &SchemaFiles| {
            let guest = heat.guests.of_type("OS::Heat::Stack").is_some();
            (guest, heat.get_type("OS::Heat::Stack").unwrap().support_status.since().unwrap().to_owned())
        };
        let stays = with_guest(&text, &["2.1.0"], KnownTypes::Stay);
        assert_eq!(description(&stays), (false, "5.0.0".to_owned()));
        let replaced = with_guest(&text, &["2.1.0"], KnownTypes::AreReplaced);
        assert_eq!(description(&replaced), (true, "2.1.0".to_owned()));
    }

    #[test]
    fn a_plug_in_can_name_the_constraints_of_heat() {
        let check = |schemas: &[&str], own: &str, expect: Option<bool>| {
            let mut plug_in = files(schemas, &[]);
            plug_in.custom_constraints = serde_json::from_str(own).unwrap();
            plug_in.know_constraints_of_heat();
            let table = plug_in.tables_for_rules().custom_constraints;
            assert_eq!(table.map(|table| table.get("nova.flavor").is_some()), expect, "{schemas:?} {own}");
        };
        let own = r#"{"acme.zone": {"description": "Zone."}}"#;
        check(&["type: ACME::A\n"], own, Some(true));
        check(&["type: OS::Heat::Stack\n"], own, Some(false));
        // Without a table, constraints are not checked at all.
        check(&["type: ACME::A\n"], "{}", None);
    }

    #[test]
    fn a_guest_adds_its_constraints() {
        let mut heat = files(&[], &[]);
        let table = r#"{"a": {"description": "Heat's."}}"#;
        heat.custom_constraints = serde_json::from_str(table).unwrap();
        let mut guest = files(&[], &[]);
        let table = r#"{"a": {"description": "Own."}, "acme.zone": {"description": "Zone."}}"#;
        guest.custom_constraints = serde_json::from_str(table).unwrap();
        heat.add_guest(guest, "", KnownTypes::Stay);
        let descriptions: Vec<_> =
            heat.custom_constraints.constraints.values().map(|each| each.description.as_str()).collect();
        assert_eq!(descriptions, ["Heat's.", "Zone."]);
    }
}
