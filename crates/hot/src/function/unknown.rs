//! Help for calls that are not valid: misspelt functions, functions of other versions, and wrong arguments.

use heat_hot_language::{FUNCTIONS, Function, HotVersion, TemplateVersion, function};

use super::Variant;
use crate::fault::{Help, Suggestions, since_version};
use crate::snippet::Context;

/// The forms of the arguments in one line; `None` if there are none to show.
pub(crate) fn usage(name: &str, variant: Variant) -> Option<String> {
    let forms: Vec<String> =
        variant.arguments().iter().map(|arguments| format!("`{{{name}: {arguments}}}`")).collect();
    (!forms.is_empty()).then(|| format!("write {}", forms.join(" or ")))
}

/// Help for a map whose only key is not a function here; `None` if the map looks like data.
pub(crate) fn unknown_function(
    name: &str,
    version: TemplateVersion,
    context: Context,
    suggestions: &Suggestions,
) -> Option<Help> {
    let is_there = |function: &Function, version| match context {
        Context::Value => function.is_value(version),
        Context::Condition => function.is_condition(version),
    };
    if let Some(known) = function(name) {
        if is_there(known, version) {
            return None;
        }
        let hot = HotVersion::ALL.into_iter().find(|hot| is_there(known, TemplateVersion::Hot(*hot)));
        return Some(match (version, hot) {
            (TemplateVersion::Hot(own), Some(since)) if own < since => {
                came_later(name, since, context).into()
            }
            _ => format!("`{name}` is not a function of this kind of template").into(),
        });
    }
    let there = FUNCTIONS.iter().filter(|function| is_there(function, version)).map(Function::name);
    suggestions.help(name, there)
}

fn came_later(name: &str, since: HotVersion, context: Context) -> String {
    let place = match context {
        Context::Value => "",
        Context::Condition => " for conditions",
    };
    since_version(&format!("`{name}` is a function{place}"), since)
}

/// Help for a function that this version no longer has.
pub(crate) fn removed_function(name: &str) -> Option<String> {
    Some(match name {
        "Ref" => "write `get_param` for a parameter, `get_resource` for a resource".to_owned(),
        "Fn::Select" => {
            "give the index or key to the function inside: `{get_param: [NAME, INDEX]}`, `{get_attr: [RESOURCE, ATTRIBUTE, INDEX]}`"
                .to_owned()
        }
        "Fn::Base64" => "write the text alone: the function did not change it".to_owned(),
        _ => {
            let instead = match name {
                "Fn::Join" => "list_join",
                "Fn::Split" => "str_split",
                "Fn::Replace" => "str_replace",
                "Fn::ResourceFacade" => "resource_facade",
                _ => return None,
            };
            let form = function(instead)?.form(TemplateVersion::Hot(HotVersion::NEWEST));
            usage(instead, form)?
        }
    })
}

/// Help for a function that conditions do not support.
pub(crate) fn not_for_conditions(name: &str, version: TemplateVersion) -> String {
    let since = HotVersion::ALL
        .into_iter()
        .find(|hot| function(name).is_some_and(|function| function.is_condition(TemplateVersion::Hot(*hot))));
    match (version, since) {
        (TemplateVersion::Hot(own), Some(since)) if own < since => {
            came_later(name, since, Context::Condition)
        }
        _ => {
            let there = FUNCTIONS.iter().filter(|function| function.is_condition(version));
            let names: Vec<String> = there.map(|function| format!("`{}`", function.name())).collect();
            format!("the functions for conditions are {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, version: HotVersion, context: Context, expect: Option<&str>) {
        let found = unknown_function(name, TemplateVersion::Hot(version), context, &Suggestions::default());
        assert_eq!(found.map(|help| help.text).as_deref(), expect, "{name}");
    }

    #[test]
    fn a_function_that_is_not_there_is_explained() {
        use HotVersion::{V2015_10_15, V2018_08_31};
        check("get_parm", V2015_10_15, Context::Value, Some("did you mean `get_param`?"));
        check("colour", V2015_10_15, Context::Value, None);
        check("get_param", V2015_10_15, Context::Value, None);
        check(
            "if",
            V2015_10_15,
            Context::Value,
            Some(
                "`if` is a function since version 2016-10-14 (newton): declare `heat_template_version: 2016-10-14` or later",
            ),
        );
        check(
            "Fn::GetAtt",
            V2018_08_31,
            Context::Value,
            Some("`Fn::GetAtt` is not a function of this kind of template"),
        );
        check("equal", V2018_08_31, Context::Condition, Some("did you mean `equals`?"));
    }

    #[test]
    fn a_function_of_another_kind_of_template_is_none_here() {
        let there = |name: &str| format!("`{name}` is not a function of this kind of template");
        check("Ref", HotVersion::NEWEST, Context::Value, Some(&there("Ref")));
        check("Fn::GetAtt", HotVersion::NEWEST, Context::Value, Some(&there("Fn::GetAtt")));
        check("Fn::Not", HotVersion::NEWEST, Context::Condition, Some(&there("Fn::Not")));
        check("Ref", HotVersion::V2013_05_23, Context::Value, None);
    }

    #[test]
    fn a_function_that_conditions_do_not_have_yet_came_later() {
        let check = |name: &str, version: HotVersion, expect: &str| {
            let found = not_for_conditions(name, TemplateVersion::Hot(version));
            assert!(found.starts_with(expect), "{name}: {found}");
        };
        check(
            "yaql",
            HotVersion::V2016_10_14,
            "`yaql` is a function for conditions since version 2017-09-01",
        );
        check("get_attr", HotVersion::V2016_10_14, "the functions for conditions are `");
        // A function of a later version is available there.
        check("yaql", HotVersion::V2018_08_31, "the functions for conditions are `");
    }

    #[test]
    fn every_removed_function_without_a_successor_is_known() {
        let newest = TemplateVersion::Hot(HotVersion::NEWEST);
        let without: Vec<&str> = FUNCTIONS
            .iter()
            .filter(|function| function.is_removed(newest) && removed_function(function.name()).is_none())
            .map(Function::name)
            .collect();
        assert_eq!(without, ["Fn::GetAZs", "Fn::MemberListToMap"]);
    }
}
