//! Compares the two sides of the example in a rule's docs.

use heat_model::load::{load_custom_constraints, load_releases, load_schema};
use heat_model::{CustomConstraintTable, Release, ReleaseTable, ResourceType};
use heat_yaml::Source;

use crate::{Finding, Policy, Rule, Table, Tables, compare, compare_tables};

/// The file that the schemas of examples are read as.
const FILE: &str = "My/Custom/Token.yaml";

impl Rule {
    /// The findings between the sides of the rule's example.
    #[must_use]
    pub fn example_findings(&self) -> Vec<Finding> {
        self.findings_between([0, 1])
    }

    /// The findings between two sides of the rule's example, by their indexes (0 and 1).
    pub(crate) fn findings_between(&self, sides: [usize; 2]) -> Vec<Finding> {
        let example = self.example();
        let [before, after] = sides.map(|side| &example[side]);
        match self.table() {
            None => compared(&schemas(before), &schemas(after)),
            Some(table) => {
                let [before, after] = [before, after].map(|texts| ExampleTables::new(table, texts));
                compare_tables(before.tables(), after.tables(), &Policy::new(&releases()))
            }
        }
    }
}

/// The findings between two catalogues, with 7.0.0 as the upcoming release.
pub(crate) fn compared(before: &[ResourceType], after: &[ResourceType]) -> Vec<Finding> {
    let releases = releases();
    let policy = Policy { current_version: Some("7.0.0"), ..Policy::new(&releases) };
    let [before, after] = [before, after].map(|side| side.iter().collect::<Vec<_>>());
    compare(&before, &after, &policy)
}

/// The schemas of one side. Texts that cannot be read are left out: a test compares the findings with the rule.
fn schemas(texts: &[String]) -> Vec<ResourceType> {
    let read = |text: &String| Some(load_schema(&Source::new(FILE, text.as_str())).file?.schema);
    texts.iter().filter_map(read).collect()
}

/// Releases 1.0.0 to 9.0.0.
pub(crate) fn releases() -> ReleaseTable {
    let release = |number: u32| Release {
        version: format!("{number}.0.0"),
        name: format!("Series {number}"),
        date: format!("20{number:02}-01-01"),
        ..Release::default()
    };
    ReleaseTable { releases: (1..10).map(release).collect() }
}

/// The tables of one side. An example sets one of them.
#[derive(Default)]
struct ExampleTables {
    releases: ReleaseTable,
    constraints: CustomConstraintTable,
    has_history: bool,
    has_past: bool,
}

impl ExampleTables {
    fn new(table: Table, texts: &[String]) -> Self {
        let text = texts.concat();
        let source = Source::new(table.file_name(), text.as_str());
        let is_there = !text.trim().is_empty();
        match table {
            Table::Releases => Self { releases: load_releases(&source).0, ..Self::default() },
            Table::Constraints => Self { constraints: load_custom_constraints(&source).0, ..Self::default() },
            Table::History => Self { has_history: is_there, ..Self::default() },
            Table::Past => Self { has_past: is_there, ..Self::default() },
        }
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            releases: &self.releases,
            constraints: &self.constraints,
            has_history: self.has_history,
            has_past: self.has_past,
        }
    }
}
