//! Errors in templates for an earlier release of Heat, other than those of its types: later versions of templates.

use std::sync::Arc;

use heat_hot::fault::Problem;
use heat_hot::template::declared_version;
use heat_hot_language::{HotVersion, TemplateVersion};
use heat_yaml::{Diagnostic, ParseOptions, Source, parse_template};

use crate::findings::StackFinding;

/// Returns the error about a template that declares a later version than the newest one of a release. `release` is the release as
/// the message names it: `18.0.0 (Yoga)`.
#[must_use]
pub fn later_version(template: &Arc<Source>, newest: HotVersion, release: &str) -> Option<Diagnostic> {
    let root = parse_template(template, &ParseOptions::template()).root?;
    let TemplateVersion::Hot(version) = declared_version(&root).ok()? else { return None };
    if version <= newest {
        return None;
    }
    let key = TemplateVersion::Hot(HotVersion::NEWEST).declaration().0;
    let span = root.as_mapping()?.entry(key)?.value.span;
    let message = format!("Heat {release} does not know the template version {}", version.as_str());
    let mut diagnostic =
        Diagnostic::error(Problem::UnknownVersion.id(), message).with_label(template, span, "");
    diagnostic.help = Some(format!("declare {}, the newest version that it knows", newest.as_str()));
    Some(StackFinding::of_reading(diagnostic).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIBERTY: &str = "5.0.0 (Liberty)";

    #[track_caller]
    fn check(template: &str, expect: Option<&str>) {
        let source = Source::new("a.yaml", template);
        let found = later_version(&source, HotVersion::ALL[3], LIBERTY);
        assert_eq!(found.as_ref().map(|found| found.message.as_str()), expect, "{template}");
    }

    #[test]
    fn later_versions_are_refused() {
        let newest = HotVersion::ALL[3].as_str();
        check(&format!("heat_template_version: {newest}"), None);
        check(&format!("heat_template_version: {}", HotVersion::ALL[0].as_str()), None);
        let refused = format!("Heat {LIBERTY} does not know the template version 2021-04-16");
        check("heat_template_version: wallaby", Some(&refused));
        check("AWSTemplateFormatVersion: 2010-09-09", None);
        check("heat_template_version: none", None);
        check("[", None);
    }
}
