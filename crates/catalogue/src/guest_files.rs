//! Adds the schema files of plug-ins to a catalogue, as guests with tables of their own. This serves docs of both, and commands
//! about templates in the repository of a plug-in.

use heat_model::ConstraintKind;
use heat_model::load::load_custom_constraints;
use heat_yaml::Diagnostic;

use crate::built_in;
use crate::guests::Guest;
use crate::named_properties::each_property;
use crate::schema_files::{CONSTRAINTS, SchemaFiles};
use crate::type_files::TypeFiles;

/// Treatment of a type that the catalogue already has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownTypes {
    /// The catalogue's type stays: the added one has fewer facts.
    Stay,
    /// The guest's type is used, as Heat uses a plug-in's class in place of its own.
    AreReplaced,
}

/// A type that every Heat has: schemas without it are those of a plug-in.
pub const HEAT_TYPE: &str = "OS::Heat::Stack";

impl SchemaFiles {
    /// Returns whether these are schemas of Heat itself, and not of a plug-in.
    #[must_use]
    pub fn is_of_heat(&self) -> bool {
        self.files.contains_key(HEAT_TYPE)
    }

    /// Names of the types of Heat, if these are schemas of a plug-in.
    pub(crate) fn known_types_of_heat(&self) -> Vec<String> {
        if self.is_of_heat() {
            return Vec::new();
        }
        built_in::schemas().into_iter().map(|(path, _)| built_in::type_of(path)).collect()
    }

    /// Adds a project's own schemas to those of Heat. The project's schema is used for a type that both describe, because a
    /// plug-in can replace a type of Heat. Problems in the project's files are kept.
    ///
    /// A plug-in is a guest with its own releases, which are releases of `product`. All other releases and changes are Heat's,
    /// because templates are written for a release of Heat. Schemas of Heat itself, such as those of a checkout of this project,
    /// are a newer version of the built-in ones: they only gain the types that they lack.
    #[must_use]
    pub fn beside_heat(self, product: &str) -> Self {
        if self.is_of_heat() {
            return self.with_missing_types();
        }
        let mut heat = Self::built_in();
        let found = heat.add_guest(self, product, KnownTypes::AreReplaced);
        heat.diagnostics.extend(found);
        heat
    }

    /// Adds the built-in schemas of the types that these schemas of Heat lack. Their table of releases is used if it has all
    /// built-in releases.
    fn with_missing_types(self) -> Self {
        let heat = Self::built_in_with_tables_alone();
        let known = &self.releases;
        let is_newer = heat.releases.releases.iter().all(|release| known.get(&release.version).is_some());
        let mut all = Self { files: TypeFiles::built_in(), ..self };
        all.files.extend(self.files);
        all.files.sort();
        let own = std::mem::replace(&mut all.custom_constraints, heat.custom_constraints);
        all.custom_constraints.constraints.extend(own.constraints);
        all.custom_constraints.constraints.sort_unstable_keys();
        if !is_newer {
            (all.releases, all.history, all.past) = (heat.releases, heat.history, heat.past);
        }
        all
    }

    /// Makes the constraints of Heat known to the schemas of a plug-in, whose table has only its own.
    pub(crate) fn know_constraints_of_heat(&mut self) {
        let own = &self.custom_constraints.constraints;
        if own.is_empty() || self.is_of_heat() {
            return;
        }
        let Some(source) = built_in::source(CONSTRAINTS) else { return };
        let (mut known, _) = load_custom_constraints(&source);
        known.constraints.extend(own.iter().map(|(name, constraint)| (name.clone(), constraint.clone())));
        self.known_constraints = Some(known);
    }

    /// Adds the constraints of Heat that the schemas of a plug-in name to the plug-in's own, because its docs say what they
    /// accept.
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

    /// Adds the types of a plug-in, and the constraints that the catalogue does not have. Returns the problems in the files of
    /// the plug-in. `product` is the product whose versions the plug-in's are.
    pub fn add_guest(&mut self, guest: Self, product: &str, known: KnownTypes) -> Vec<Diagnostic> {
        let mut added = Guest {
            product: product.to_owned(),
            releases: guest.releases,
            custom_constraints: guest.custom_constraints,
            has_services: guest.has_services,
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
        self.files.sort();
        for (name, constraint) in &added.custom_constraints.constraints {
            let all = &mut self.custom_constraints.constraints;
            all.entry(name.clone()).or_insert_with(|| constraint.clone());
        }
        self.services.services.extend(guest.services.services);
        self.unreadable |= guest.unreadable;
        self.guests.push(added);
        guest.diagnostics
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use heat_model::ResourceTypes;
    use heat_model::load::{load_schema, load_services};
    use heat_yaml::Source;

    use super::*;
    use crate::Catalogue;
    use crate::past_examples::{ExampleReader, ReadExample};
    use crate::schema_files::SERVICES;

    /// A reader for which every example works.
    #[derive(Debug)]
    struct AllWork;

    impl ExampleReader for AllWork {
        fn read(&self, _: &str) -> Box<dyn ReadExample> {
            Box::new(Self)
        }
    }

    impl ReadExample for AllWork {
        fn mistakes(&self, _: &dyn ResourceTypes) -> BTreeSet<String> {
            BTreeSet::new()
        }
    }

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

    /// Checks what the rules report about versions, as `type: message`.
    fn check(heat: &SchemaFiles, expect: &[&str]) {
        let found = heat.lint(&heat.tables_for_rules());
        let about = found.iter().filter(|found| found.code == "unknown-release");
        let shown: Vec<_> = about.map(|found| found.message.as_str()).collect();
        assert_eq!(shown, expect);
    }

    #[test]
    fn versions_of_a_guest_are_in_its_own_table() {
        check(&with_guest(&schema("ACME::A", "2.1.0"), &["2.1.0"], KnownTypes::Stay), &[]);
        // A plug-in in Python states releases of Heat; its table has those in which it was published itself.
        check(&with_guest(&schema("ACME::A", "5.0.0"), &["2.1.0"], KnownTypes::Stay), &[]);
        let strange = with_guest(&schema("ACME::A", "2.2.0"), &["2.1.0"], KnownTypes::Stay);
        check(&strange, &["there is no release `2.2.0`"]);
        check(&with_guest(&schema("ACME::A", "9"), &[], KnownTypes::Stay), &[]);
    }

    #[test]
    fn a_folder_of_a_plug_in_can_name_releases_of_heat() {
        let check = |version: &str, expect: usize| {
            let own = files(&[&schema("ACME::A", version)], &["2.1.0"]);
            let found = own.lint(&own.tables_for_rules());
            assert_eq!(
                found.iter().filter(|found| found.code == "unknown-release").count(),
                expect,
                "{version}"
            );
        };
        check("2.1.0", 0);
        check("5.0.0", 0);
        check("5.0.9", 1);
    }

    #[test]
    fn a_guest_with_a_table_of_services_names_those_and_heats() {
        let check = |by: &str, table: Option<&str>, expect: &[&str]| {
            let rule = format!("service_rules: [{{by: {by}, all: [[a]]}}]");
            let mut guest =
                files(&[&format!("type: ACME::A\nproperties: {{a: {{type: string}}}}\n{rule}")], &[]);
            guest.has_services = table.is_some();
            guest.services = load_services(&Source::new(SERVICES, table.unwrap_or("[]"))).0;
            let mut heat = SchemaFiles::built_in_with_tables_alone();
            heat.add_guest(guest, "ACME", KnownTypes::Stay);
            let found = heat.lint(&heat.tables_for_rules());
            let about = found.iter().filter(|found| found.code == "unknown-service");
            assert_eq!(about.map(|found| found.message.as_str()).collect::<Vec<_>>(), expect, "{by}");
            heat.services.name_of("ACME").to_owned()
        };
        let own = Some("- {name: Houses, client_plugin: houses, types: [ACME]}");
        assert_eq!(check("houses", own, &[]), "Houses");
        check("nova", own, &[]);
        check("horses", own, &["there is no service `horses`"]);
        assert_eq!(check("horses", None, &[]), "");
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
    fn a_plug_in_can_name_the_types_of_heat() {
        let check = |name: &str, expect: &[&str]| {
            let needs = format!("type: ACME::A\nneeds_first: [{{type: {name}, reason: It does.}}]");
            let plug_in = files(&[&needs], &[]);
            let found = plug_in.lint(&plug_in.tables_for_rules());
            let about = found.iter().filter(|found| found.code == "unknown-dependency");
            assert_eq!(about.filter_map(|found| found.help.as_deref()).collect::<Vec<_>>(), expect, "{name}");
        };
        check("ACME::A", &[]);
        check("OS::Nova::Server", &[]);
        check("OS::Nova::Sever", &["did you mean `OS::Nova::Server`?"]);
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

    #[test]
    fn own_types_add_to_those_of_heat_and_take_their_place() {
        let heat = SchemaFiles::built_in();
        let own = files(&["type: My::Own::Type\n", "type: OS::Nova::Server\n"], &["1.0.0"]);
        let both = own.beside_heat("ACME");
        assert_eq!(both.files.len(), heat.files.len() + 1);
        assert!(both.get_type("My::Own::Type").is_some());
        assert!(both.get_type("OS::Nova::Server").unwrap().properties.is_empty());
        assert_eq!(both.get_type("OS::Cinder::Volume"), heat.get_type("OS::Cinder::Volume"));
        assert!(both.files.keys().is_sorted());
        assert!(both.diagnostics.is_empty(), "{:?}", both.diagnostics);
        // The plug-in has its own releases, and earlier versions of Heat's type are not versions of the plug-in's.
        let guest = both.guests.of_type("OS::Nova::Server").unwrap();
        assert_eq!((guest.product.as_str(), guest.releases.releases.len()), ("ACME", 1));
        assert_eq!((&both.releases, &both.past), (&heat.releases, &heat.past));
        let then = both.catalogue().as_of("18.0.0", Some(&AllWork)).unwrap();
        assert!(then.types["OS::Nova::Server"].properties.is_empty());
        assert!(then.types.contains_key("OS::Sahara::Cluster"));
    }

    #[test]
    fn schemas_of_heat_gain_the_types_that_they_lack() {
        let heat = SchemaFiles::built_in();
        let newer = |releases: &[&str]| {
            let mut newer = files(&[&schema(HEAT_TYPE, "5.0.0")], releases);
            if releases.is_empty() {
                newer.releases = heat.releases.clone();
                newer.releases.releases.last_mut().unwrap().code_name = None;
            }
            newer.beside_heat("")
        };
        // The newer table of releases is used if it has all releases.
        let all = newer(&[]);
        assert_eq!(all.files.len(), heat.files.len());
        assert!(all.get_type(HEAT_TYPE).unwrap().properties.is_empty());
        assert_ne!(all.releases, heat.releases);
        assert!(all.past.releases.is_empty() && all.history.releases.is_empty());
        assert!(all.guests.iter().next().is_none());
        let fewer = newer(&["5.0.0", "6.0.0"]);
        assert_eq!((fewer.releases, fewer.past), (heat.releases, heat.past));
    }
}
