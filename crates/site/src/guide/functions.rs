//! The guide page of functions by version, generated from the tables of [`heat_hot_language`], which are also used to read
//! templates.

use std::fmt::Write as _;

use heat_hot_language::{DeletionPolicy, FUNCTIONS, Function, HotVersion, Keys, TemplateVersion};

use super::function_forms::{details, hot_range};
use super::page::{GuidePage, Readers};
use crate::text::markdown::slug;

/// The address of the page of functions by version.
pub(crate) const URL: &str = "guide/functions-by-version.html";

/// Search keywords of the page of functions, in addition to the versions.
const KEYWORDS: &str =
    "heat_template_version|hot versions|template versions|aws|cloudformation|condition functions|sections";

const INTRODUCTION: &str = "# Functions by version

The functions, sections and keys that each version of a template has in Heat 27. A template declares its version, by date or by \
name; every later release of Heat reads it the same way.

A function that was added after the version of the template is not an error: its map is plain data, which Heat passes on \
unresolved. A function that was removed earlier is refused. A version that is named after a release can be declared by that \
name: `heat_template_version: rocky`.

";

/// The page of functions by version.
pub(crate) fn functions_page() -> GuidePage {
    let mut text = INTRODUCTION.to_owned();
    versions(&mut text);
    hot_functions(&mut text);
    cfn_functions(&mut text);
    sections(&mut text);
    resource_keys(&mut text);
    text.push_str("## Each function\n\nNames in capitals stand for values, `…` for more of the same.\n\n");
    for function in FUNCTIONS {
        details(&mut text, function);
    }
    GuidePage {
        readers: Readers::TemplateAuthors,
        url: URL.to_owned(),
        file: None,
        title: "Functions by version".to_owned(),
        description: "The functions, sections and keys that each version of a Heat template has.".to_owned(),
        text,
        keywords: HotVersion::ALL
            .iter()
            .fold(KEYWORDS.to_owned(), |all, version| all + "|" + version.as_str()),
        has_section_entries: true,
        rules: None,
    }
}

/// Writes a table: a header, and rows of cells.
fn table(text: &mut String, header: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let mut line = |cells: &[String]| {
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    line(&header.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>());
    line(&vec!["---".to_owned(); header.len()]);
    rows.for_each(|row| line(&row));
    text.push('\n');
}

fn code(name: &str) -> String {
    format!("`{name}`")
}

fn codes<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(code).collect::<Vec<_>>().join(", ")
}

fn link(function: &Function) -> String {
    format!("[`{}`](#{})", function.name(), slug(function.name()))
}

fn yes(is_there: bool) -> String {
    if is_there { "yes" } else { "–" }.to_owned()
}

fn versions(text: &mut String) {
    text.push_str("## Versions\n\nHOT templates declare `heat_template_version`.\n\n");
    let rows = HotVersion::ALL.into_iter().map(|version| {
        let news = version.news(&link);
        vec![codes([version.as_str()].into_iter().chain(version.alias())), news]
    });
    table(text, &["Version", "Changes"], rows);
    let (heat, aws) = (TemplateVersion::HeatCfn.declaration(), TemplateVersion::AwsCfn.declaration());
    let _ = writeln!(
        text,
        "Templates in CloudFormation syntax declare `{}: {}` or `{}: {}`; only the latter have conditions.\n",
        heat.0, heat.1, aws.0, aws.1
    );
}

fn hot_functions(text: &mut String) {
    text.push_str("## Functions of HOT\n\n");
    let is_there = |function: &&Function| {
        let mut versions = HotVersion::ALL.into_iter().map(TemplateVersion::Hot);
        versions.any(|version| function.is_value(version) || function.is_condition(version))
    };
    let rows = FUNCTIONS.iter().filter(is_there).map(|function| {
        vec![
            link(function),
            hot_range(|version| function.is_value(version)),
            hot_range(|version| function.is_condition(version)),
        ]
    });
    table(text, &["Function", "In values", "In conditions"], rows);
    text.push_str(
        "The condition that [`if`](#if) takes is the name of a condition or one of the functions for conditions.\n\n",
    );
}

fn cfn_functions(text: &mut String) {
    text.push_str("## Functions of CFN-style templates\n\n");
    let is_there = |function: &&Function| {
        let mut versions = [TemplateVersion::HeatCfn, TemplateVersion::AwsCfn].into_iter();
        versions.any(|version| function.is_value(version) || function.is_condition(version))
    };
    let rows = FUNCTIONS.iter().filter(is_there).map(|function| {
        vec![
            link(function),
            yes(function.is_value(TemplateVersion::HeatCfn)),
            yes(function.is_value(TemplateVersion::AwsCfn)),
            yes(function.is_condition(TemplateVersion::AwsCfn)),
        ]
    });
    table(text, &["Function", "Heat format", "AWS format", "AWS conditions"], rows);
    text.push_str(
        "The Heat format is `HeatTemplateFormatVersion`, the AWS format `AWSTemplateFormatVersion`. In conditions, \
         [`Ref`](#ref) only refers to parameters.\n\n",
    );
}

/// A table row about the name of a section or key: in HOT, with the versions that support it, and in the two CFN-style formats.
fn name_row(names: impl Fn(&Keys) -> Option<&'static str>) -> Vec<String> {
    let name = |version| names(&Keys::of(version));
    let hot = name(TemplateVersion::Hot(HotVersion::NEWEST));
    let cell = |version| name(version).map_or("–".to_owned(), code);
    vec![
        hot.map_or("–".to_owned(), code),
        hot_range(|version| name(version).is_some()),
        cell(TemplateVersion::HeatCfn),
        cell(TemplateVersion::AwsCfn),
    ]
}

const NAME_HEADER: [&str; 4] = ["HOT", "In HOT", "Heat format", "AWS format"];

fn sections(text: &mut String) {
    text.push_str("## Sections\n\n");
    let rows: [fn(&Keys) -> Option<&'static str>; 7] = [
        |keys| Some(keys.description),
        |keys| keys.parameter_groups,
        |keys| Some(keys.parameters),
        |keys| keys.mappings,
        |keys| keys.conditions,
        |keys| Some(keys.resources),
        |keys| Some(keys.outputs),
    ];
    table(text, &NAME_HEADER, rows.into_iter().map(name_row));
}

fn resource_keys(text: &mut String) {
    text.push_str("## Keys of resources\n\n");
    let rows: [fn(&Keys) -> Option<&'static str>; 9] = [
        |keys| Some(keys.resource.resource_type),
        |keys| Some(keys.resource.properties),
        |keys| Some(keys.resource.metadata),
        |keys| Some(keys.resource.depends_on),
        |keys| Some(keys.resource.deletion_policy),
        |keys| Some(keys.resource.update_policy),
        |keys| Some(keys.resource.description),
        |keys| keys.resource.external_id,
        |keys| keys.resource.condition,
    ];
    table(text, &NAME_HEADER, rows.into_iter().map(name_row));
    let policies = codes(DeletionPolicy::ALL.into_iter().map(DeletionPolicy::as_str));
    let lowercase = codes(DeletionPolicy::ALL.into_iter().map(DeletionPolicy::as_lowercase_str));
    let since = hot_range(|version| {
        DeletionPolicy::named(version, DeletionPolicy::default().as_lowercase_str()).is_some()
    });
    let _ = writeln!(text, "Deletion policies are {policies}; HOT {since} also has {lowercase}.\n");
    text.push_str("## Keys of outputs\n\n");
    let rows: [fn(&Keys) -> Option<&'static str>; 3] =
        [|keys| Some(keys.output_value), |keys| Some(keys.output_description), |keys| keys.output_condition];
    table(text, &NAME_HEADER, rows.into_iter().map(name_row));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of the table below a heading, without the markup of code and links.
    fn cells(text: &str, heading: &str) -> Vec<Vec<String>> {
        let section = text.split("\n## ").find(|section| section.starts_with(heading)).unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| ")).skip(2);
        let cell = |cell: &str| {
            let cell = cell.trim().trim_start_matches('[');
            cell.split("](").next().unwrap_or_default().replace('`', "")
        };
        rows.map(|row| row.trim_matches('|').split(" | ").map(cell).collect()).collect()
    }

    /// Returns whether a range in words includes this version.
    fn names(range: &str, version: HotVersion) -> bool {
        let words: Vec<&str> = range.split(' ').collect();
        let version = version.as_str();
        match words[..] {
            ["–"] => false,
            ["all", "versions"] => true,
            ["since", first] => first <= version,
            ["until", last] => version <= last,
            ["only", only] => version == only,
            [first, "to", last] => (first..=last).contains(&version),
            _ => panic!("{range}"),
        }
    }

    #[test]
    fn the_tables_of_functions_are_those_of_the_language() {
        let page = functions_page();
        let (hot, cfn) = (cells(&page.text, "Functions of HOT"), cells(&page.text, "Functions of CFN"));
        for function in FUNCTIONS {
            let row = |rows: &[Vec<String>]| rows.iter().find(|row| row[0] == function.name()).cloned();
            let row_of_hot = row(&hot).unwrap_or_else(|| vec!["–".to_owned(); 3]);
            for version in HotVersion::ALL {
                let template = TemplateVersion::Hot(version);
                let name = function.name();
                assert_eq!(names(&row_of_hot[1], version), function.is_value(template), "{name}");
                assert_eq!(names(&row_of_hot[2], version), function.is_condition(template), "{name}");
            }
            let row_of_cfn = row(&cfn).unwrap_or_else(|| vec!["–".to_owned(); 4]);
            let found: Vec<bool> = row_of_cfn[1..].iter().map(|cell| cell == "yes").collect();
            let (heat, aws) = (TemplateVersion::HeatCfn, TemplateVersion::AwsCfn);
            assert_eq!(
                found,
                [function.is_value(heat), function.is_value(aws), function.is_condition(aws)],
                "{}",
                function.name()
            );
        }
        assert!(hot.len() + cfn.len() > FUNCTIONS.len(), "a function of both kinds is in both tables");
    }

    #[test]
    fn the_tables_of_keys_are_those_of_the_language() {
        let page = functions_page();
        for version in HotVersion::ALL {
            let keys = Keys::of(TemplateVersion::Hot(version));
            let listed = |heading: &str| -> Vec<String> {
                let rows = cells(&page.text, heading).into_iter();
                rows.filter(|row| names(&row[1], version)).map(|row| row[0].clone()).collect()
            };
            let sections: Vec<_> = keys.sections().filter(|name| !keys.versions.contains(name)).collect();
            assert_eq!(listed("Sections"), sections);
            assert_eq!(listed("Keys of resources"), keys.resource.names().collect::<Vec<_>>());
            let outputs =
                [keys.output_value, keys.output_description].into_iter().chain(keys.output_condition);
            assert_eq!(listed("Keys of outputs"), outputs.collect::<Vec<_>>());
        }
        for (column, version) in [(2, TemplateVersion::HeatCfn), (3, TemplateVersion::AwsCfn)] {
            let keys = Keys::of(version);
            let rows = cells(&page.text, "Keys of resources").into_iter();
            let listed: Vec<_> = rows.map(|row| row[column].clone()).filter(|name| name != "–").collect();
            assert_eq!(listed, keys.resource.names().collect::<Vec<_>>());
            let rows = cells(&page.text, "Sections").into_iter();
            let listed: Vec<_> = rows.map(|row| row[column].clone()).filter(|name| name != "–").collect();
            let sections = keys.sections().filter(|name| !keys.versions.contains(name));
            assert_eq!(listed, sections.collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_history_of_versions_follows_from_the_tables() {
        let rows = cells(&functions_page().text, "Versions");
        assert_eq!(rows.len(), HotVersion::ALL.len());
        let of = |version: &str| rows.iter().find(|row| row[0] == version).map(|row| row[1].as_str());
        assert_eq!(of("2018-08-31, rocky"), Some("no difference"));
        let text = functions_page().text;
        assert!(text.contains("| `2021-04-16`, `wallaby` | changed: [`if`](#if) |"), "{text}");
        assert!(text.contains(
            "section: `conditions`; keys of resources: `external_id`, `condition`; deletion policies: "
        ));
        assert!(text.contains("removed: [`Fn::Select`](#fn-select)"));
    }

    #[test]
    fn every_function_has_an_anchor_that_the_tables_link_to() {
        use crate::links::targets::Links;
        use crate::text::markdown;
        let page = functions_page();
        let document = markdown::document(&page.text, &Links::none());
        let anchors: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
        for function in FUNCTIONS {
            assert!(anchors.contains(&slug(function.name()).as_str()), "{}", function.name());
            assert!(page.text.contains(&format!("(#{})", slug(function.name()))), "{}", function.name());
        }
    }
}
