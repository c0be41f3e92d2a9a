//! One's own types beside those of Heat: what commands about templates know in the repository of a plug-in.
//!
//! A catalogue of one's own adds to the built-in one. The types that both describe are those of one's own: a plug-in can replace a type
//! of Heat, and a checkout of this project is a newer version of all of them.

use crate::built_in;
use crate::schema_files::{SchemaFiles, path_of_type};

/// A catalogue of one's own with the types of Heat that it does not describe itself.
///
/// Releases and what changed in them are Heat's, because templates are for a release of Heat, unless the catalogue has all of Heat's
/// releases: then its record is a newer one. Of the problems in the files, those of the own catalogue stay.
#[must_use]
pub fn beside_heat(own: SchemaFiles) -> SchemaFiles {
    let missing: Vec<_> =
        built_in::schemas().into_iter().filter(|(path, _)| !describes(&own, path)).collect();
    let heat = SchemaFiles::built_in_with_tables_alone();
    let mut both = SchemaFiles::built_in_schemas(&missing);
    both.files.extend(own.files);
    both.files.sort_unstable_keys();
    both.diagnostics.extend(own.diagnostics);
    both.unreadable = own.unreadable;
    both.custom_constraints = heat.custom_constraints;
    both.custom_constraints.constraints.extend(own.custom_constraints.constraints);
    both.custom_constraints.constraints.sort_unstable_keys();
    let is_heats = heat.releases.releases.iter().all(|release| own.releases.get(&release.version).is_some());
    (both.releases, both.history, both.past) = if is_heats {
        (own.releases, own.history, own.past)
    } else {
        (heat.releases, heat.history, heat.past)
    };
    both
}

/// Whether a catalogue describes the type of a built-in file.
fn describes(own: &SchemaFiles, path: &str) -> bool {
    let name = path.trim_end_matches(".yaml").replace('/', "::");
    debug_assert_eq!(path_of_type(&name).as_os_str(), path);
    own.files.contains_key(&name)
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    fn own(schemas: &[&str]) -> SchemaFiles {
        let mut own = SchemaFiles::default();
        for text in schemas {
            let file = load_schema(&Source::new("own.yaml", *text)).file.unwrap();
            own.files.insert(file.schema.name.clone(), file);
        }
        own
    }

    #[test]
    fn own_types_add_to_those_of_heat_and_take_their_place() {
        let heat = SchemaFiles::built_in();
        let both = beside_heat(own(&["type: My::Own::Type\n", "type: OS::Nova::Server\n"]));
        assert_eq!(both.files.len(), heat.files.len() + 1);
        assert!(both.get_type("My::Own::Type").is_some());
        assert!(both.get_type("OS::Nova::Server").unwrap().properties.is_empty());
        assert_eq!(both.get_type("OS::Cinder::Volume"), heat.get_type("OS::Cinder::Volume"));
        assert!(both.files.keys().is_sorted());
        assert_eq!((both.releases, both.past), (heat.releases, heat.past));
        assert!(both.diagnostics.is_empty(), "{:?}", both.diagnostics);
    }

    #[test]
    fn a_catalogue_with_all_releases_of_heat_has_its_own_record() {
        let heat = SchemaFiles::built_in();
        let mut newer = own(&[]);
        newer.releases = heat.releases.clone();
        newer.releases.releases.last_mut().unwrap().code_name = None;
        let both = beside_heat(newer);
        assert_ne!(both.releases, heat.releases);
        assert!(both.past.releases.is_empty() && both.history.releases.is_empty());
        let mut fewer = own(&[]);
        fewer.releases.releases = heat.releases.releases[..3].to_vec();
        assert_eq!(beside_heat(fewer).releases, heat.releases);
    }
}
