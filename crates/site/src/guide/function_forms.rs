//! The forms of a function, each with its template versions, for the page of functions by version.

use std::fmt::Write as _;

use heat_hot_language::{Function, HotVersion, TemplateVersion, Variant};

/// The HOT versions that satisfy a condition, in words.
pub(super) fn hot_range(holds: impl Fn(TemplateVersion) -> bool) -> String {
    let there: Vec<HotVersion> =
        HotVersion::ALL.into_iter().filter(|version| holds(TemplateVersion::Hot(*version))).collect();
    let (Some(first), Some(last)) = (there.first(), there.last()) else { return "–".to_owned() };
    let (oldest, newest) = (HotVersion::ALL.first(), HotVersion::ALL.last());
    match (Some(first) == oldest, Some(last) == newest) {
        (true, true) => "all versions".to_owned(),
        (false, true) => format!("since {}", first.as_str()),
        (true, false) if first == last => format!("only {}", first.as_str()),
        (true, false) => format!("until {}", last.as_str()),
        (false, false) => format!("{} to {}", first.as_str(), last.as_str()),
    }
}

/// The template versions in which a function has one form.
struct FormRange {
    form: Variant,
    versions: Vec<TemplateVersion>,
}

/// The forms of a function, in the order of the template versions.
fn forms(function: &Function) -> Vec<FormRange> {
    let hot = HotVersion::ALL.into_iter().map(TemplateVersion::Hot);
    let mut forms: Vec<FormRange> = Vec::new();
    for version in hot.chain([TemplateVersion::HeatCfn, TemplateVersion::AwsCfn]) {
        if !function.is_value(version) && !function.is_condition(version) {
            continue;
        }
        let form = function.form(version);
        match forms.iter_mut().find(|known| known.form == form) {
            Some(known) => known.versions.push(version),
            None => forms.push(FormRange { form, versions: vec![version] }),
        }
    }
    forms
}

/// Template versions in words: those of HOT, then the CFN-style formats.
fn where_it_is(versions: &[TemplateVersion]) -> String {
    let mut parts = Vec::new();
    if versions.iter().any(|version| matches!(version, TemplateVersion::Hot(_))) {
        parts.push(format!("HOT, {}", hot_range(|version| versions.contains(&version))));
    }
    match (versions.contains(&TemplateVersion::HeatCfn), versions.contains(&TemplateVersion::AwsCfn)) {
        (true, true) => parts.push("both CFN-style formats".to_owned()),
        (true, false) => parts.push("the Heat format".to_owned()),
        (false, true) => parts.push("the AWS format".to_owned()),
        (false, false) => {}
    }
    parts.join("; ")
}

/// Writes a function with its forms.
pub(super) fn details(text: &mut String, function: &Function) {
    let _ = writeln!(text, "### `{}`\n", function.name());
    for FormRange { form, versions } in forms(function) {
        let _ = writeln!(text, "**{}.** {}\n", where_it_is(&versions), form.summary());
        for arguments in form.arguments() {
            let _ = writeln!(text, "- `{{{}: {arguments}}}`", function.name());
        }
        text.push('\n');
    }
}
