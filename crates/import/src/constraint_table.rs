//! The table of custom constraints next to the schemas of a plug-in, with the constraints that the plug-in registers.
//!
//! People write the table by hand: entries are added to it, and its existing contents stay unchanged.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::schema_files::{CONSTRAINTS, read_source};
use heat_model::custom_constraint::Lookup;
use heat_model::load::load_custom_constraints;
use heat_schema_text::emit;
use heat_schema_text::item::{Item, Layout};
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;

use crate::constraint_facts::ConstraintFacts;
use crate::facts::Descriptions;

/// A table of custom constraints, extended by those of a plug-in that it lacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstraintPlan {
    /// The path of the table's file.
    pub path: PathBuf,
    /// The text to write.
    pub text: String,
    /// The names of the new entries.
    pub new: Vec<String>,
}

/// Comment above the entries of a new file.
const HEAD: &str = "# The custom constraints of the plug-in, by name, with what each accepts and the client plug-in that it asks.\n";

impl ConstraintPlan {
    /// Compares constraints with the table of a folder, which may not exist yet; `None` if the table lacks none of them.
    ///
    /// # Errors
    /// If the table has errors, or entries cannot be added at its end.
    pub fn new(
        constraints: &IndexMap<String, ConstraintFacts>,
        descriptions: Descriptions,
        folder: &Path,
    ) -> Result<Option<Self>, Vec<Diagnostic>> {
        let path = folder.join(CONSTRAINTS);
        let source = if path.exists() {
            read_source(&path).map_err(|found| vec![found])?
        } else {
            Source::new(path.display().to_string(), "")
        };
        let has_entries = !source.text().trim().is_empty();
        let known = if has_entries { read(&source)? } else { Vec::new() };
        let missing = constraints.iter().filter(|(name, _)| !known.contains(name));
        let missing: Vec<(&String, &ConstraintFacts)> = missing.collect();
        if missing.is_empty() {
            return Ok(None);
        }
        let entries: Vec<(String, Item)> =
            missing.iter().map(|(name, facts)| ((*name).clone(), entry(name, facts, descriptions))).collect();
        let entries = emit::entries(&entries, 0);
        let before = if has_entries { format!("{}\n", source.text().trim_end()) } else { HEAD.to_owned() };
        let plan = Self {
            text: format!("{before}{entries}"),
            new: missing.into_iter().map(|(name, _)| name.clone()).collect(),
            path,
        };
        let expect: Vec<&String> = known.iter().chain(&plan.new).collect();
        let written = read(&Source::new(source.name(), plan.text.as_str()));
        if written.is_ok_and(|written| {
            written.len() == expect.len() && expect.iter().all(|name| written.contains(name))
        }) {
            return Ok(Some(plan));
        }
        let wrong = Diagnostic::error("not-imported", "entries cannot be added at the end of the table")
            .in_file(source.name())
            .with_note(format!("missing in it: {}", plan.new.join(", ")))
            .with_help("write the table as a block map: each name on a line of its own, with a colon");
        Err(vec![wrong])
    }
}

/// The names in a table.
fn read(source: &Arc<Source>) -> Result<Vec<String>, Vec<Diagnostic>> {
    let (table, found) = load_custom_constraints(source);
    if found.iter().any(|found| found.severity == Severity::Error) {
        return Err(found);
    }
    Ok(table.constraints.into_keys().collect())
}

/// The entry of a constraint.
fn entry(name: &str, facts: &ConstraintFacts, descriptions: Descriptions) -> Item {
    let described = facts.description.as_deref().filter(|_| descriptions == Descriptions::Keep);
    let described = described.and_then(|text| text.split("\n\n").next());
    let description = described.map_or_else(
        || format!("Describe in a sentence what `{name}` accepts."),
        |text| text.split_whitespace().collect::<Vec<_>>().join(" "),
    );
    let mut map = vec![("description".to_owned(), Item::prose(&description))];
    if let Some(plug_in) = &facts.client_plugin {
        map.push(("client_plugin".to_owned(), Item::line(plug_in)));
        map.extend(lookup(facts).map(|lookup| ("lookup".to_owned(), Item::line(lookup.as_str()))));
    }
    Item::Map(map, Layout::Block)
}

/// The lookup of the client plug-in, if the name of its method indicates it.
fn lookup(facts: &ConstraintFacts) -> Option<Lookup> {
    let getter = facts.getter.as_deref()?;
    getter.ends_with("by_name_or_id").then_some(Lookup::NameOrId)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn facts(
        client_plugin: Option<&str>,
        getter: Option<&str>,
        description: Option<&str>,
    ) -> ConstraintFacts {
        let [client_plugin, getter, description] =
            [client_plugin, getter, description].map(|text| text.map(str::to_owned));
        ConstraintFacts { client_plugin, getter, description }
    }

    /// Compares the text of a table after the import of `acme.zone` and `acme.colour`, or the error if they cannot be imported.
    #[track_caller]
    fn check(table: Option<&str>, descriptions: Descriptions, expect: Result<Option<&str>, &str>) {
        let folder = std::env::temp_dir().join(format!(
            "heat-import-constraints-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        fs::create_dir_all(&folder).unwrap();
        if let Some(table) = table {
            fs::write(folder.join(CONSTRAINTS), table).unwrap();
        }
        let constraints = IndexMap::from([
            ("acme.colour".to_owned(), facts(None, None, Some("A colour."))),
            (
                "acme.zone".to_owned(),
                facts(Some("acme"), Some("find_zone_by_name_or_id"), Some("A zone\nof a cloud.\n\nMore.")),
            ),
        ]);
        let planned = ConstraintPlan::new(&constraints, descriptions, &folder);
        fs::remove_dir_all(&folder).unwrap();
        let text = planned.map(|plan| plan.map(|plan| plan.text)).map_err(|found| found[0].message.clone());
        let text = text.as_ref().map(Option::as_deref).map_err(String::as_str);
        assert_eq!(text, expect);
    }

    const ZONE: &str = "\
acme.zone:
  description: Describe in a sentence what `acme.zone` accepts.
  client_plugin: acme
  lookup: name_or_id
";

    #[test]
    fn a_table_is_begun() {
        let kept = "acme.colour:\n  description: A colour.\nacme.zone:\n  description: A zone of a cloud.\n  \
                    client_plugin: acme\n  lookup: name_or_id\n";
        check(None, Descriptions::Keep, Ok(Some(&format!("{HEAD}{kept}"))));
        let dropped = format!(
            "{HEAD}acme.colour:\n  description: Describe in a sentence what `acme.colour` accepts.\n{ZONE}"
        );
        check(None, Descriptions::Drop, Ok(Some(&dropped)));
    }

    #[test]
    fn what_is_written_in_place_of_a_description_is_reported() {
        let source = Source::new(CONSTRAINTS, ZONE);
        let (table, _) = load_custom_constraints(&source);
        let found = heat_lint::lint_custom_constraints(&source, &table);
        let messages: Vec<&str> = found.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(
            messages,
            ["custom constraint `acme.zone` has no description: this is what `import` wrote"]
        );
    }

    #[test]
    fn what_is_in_a_table_stays() {
        let table = "# Ours.\nacme.colour:   # by hand\n  description: Any colour.\n";
        check(Some(table), Descriptions::Drop, Ok(Some(&format!("{table}{ZONE}"))));
        check(Some(&format!("{table}acme.zone: {{description: One.}}\n")), Descriptions::Drop, Ok(None));
    }

    #[test]
    fn a_table_that_cannot_be_continued_is_left_alone() {
        let flow = "{acme.colour: {description: Any.}}\n";
        check(Some(flow), Descriptions::Drop, Err("entries cannot be added at the end of the table"));
        check(
            Some("acme.colour: 7\n"),
            Descriptions::Drop,
            Err("a custom constraint is a map, not an integer"),
        );
    }
}
