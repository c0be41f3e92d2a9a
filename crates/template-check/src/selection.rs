//! Selection of the findings that are reported, and of those for which a check fails.
//!
//! Errors of Heat are always reported: a selection is about warnings. The commands that check templates and schemas, the settings
//! of a project and the language server select in the same way.

use heat_model::suggest::nearest;
use heat_model::words;
use heat_yaml::{Diagnostic, Severity};

use crate::lint::{EnabledRules, RULES, Rule, is_own_rule};

/// Rules whose findings are reported: all, unless some are selected or ignored.
///
/// ```
/// use heat_template_check::{Selection, template_rules};
///
/// let mut selection = Selection::default();
/// selection.ignore("deprecated-*", template_rules()).unwrap();
/// assert!(selection.has("unused-condition") && !selection.has("deprecated-property"));
/// assert!(selection.ignore("unknown-property", template_rules()).is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    selected: Vec<String>,
    ignored: Vec<String>,
}

/// Reason why a rule cannot be selected or ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// Message in one line.
    pub message: String,
    /// Help: what to write instead.
    pub help: Option<String>,
    /// Short form of the message, for a label on the rule.
    pub label: &'static str,
}

impl Selection {
    /// Reports only the findings of the selected rules. `pattern` is an id, or the beginning of ids with a `*`; `rules` are the
    /// ids of all rules with their severities.
    ///
    /// # Errors
    /// Returns an error if there is no such rule.
    pub fn select(
        &mut self,
        pattern: &str,
        rules: impl Iterator<Item = (&'static str, Severity)>,
    ) -> Result<(), PatternError> {
        matching(pattern, rules)?;
        self.selected.push(pattern.to_owned());
        Ok(())
    }

    /// Reports no findings of some rules. `pattern` is an id, or the beginning of ids with a `*`.
    ///
    /// # Errors
    /// Returns an error if there is no such rule, or all of them are errors.
    pub fn ignore(
        &mut self,
        pattern: &str,
        rules: impl Iterator<Item = (&'static str, Severity)>,
    ) -> Result<(), PatternError> {
        let found = matching(pattern, rules)?;
        if found.iter().all(|severity| *severity == Severity::Error) {
            let subject = if pattern.ends_with('*') { "are errors" } else { "is an error" };
            return Err(PatternError {
                message: format!("`{pattern}` {subject}, and errors cannot be ignored"),
                help: Some(
                    "Heat refuses it all the same: `--fail-on none` changes the exit code alone".to_owned(),
                ),
                label: "an error",
            });
        }
        self.ignored.push(pattern.to_owned());
        Ok(())
    }

    /// Merges this selection with that of a project: rules selected here replace those selected there, and the rules that either
    /// ignores are ignored.
    #[must_use]
    pub fn over(&self, project: &Self) -> Self {
        let selected = if self.selected.is_empty() { &project.selected } else { &self.selected };
        let ignored = project.ignored.iter().chain(&self.ignored);
        Self { selected: selected.clone(), ignored: ignored.cloned().collect() }
    }

    /// Returns whether warnings of a rule are reported, by its id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        let is_in = |patterns: &[String]| patterns.iter().any(|pattern| is_match(pattern, id));
        (self.selected.is_empty() || is_in(&self.selected)) && !is_in(&self.ignored)
    }

    /// Returns whether a finding is reported: errors always are, except those of a project's own rules.
    #[must_use]
    pub fn keeps(&self, finding: &Diagnostic) -> bool {
        self.has(finding.code) || (finding.severity == Severity::Error && !is_own_rule(finding.code))
    }

    /// Removes the findings that are not reported.
    pub fn retain(&self, found: &mut Vec<Diagnostic>) {
        found.retain(|finding| self.keeps(finding));
    }

    /// Rules for templates that are off by default and selected by id, or as rules about security.
    #[must_use]
    pub fn enabled(&self) -> EnabledRules {
        let is_selected = |rule: &&&Rule| {
            let is_one = |pattern: &String| !pattern.ends_with('*') && is_match(pattern, rule.id);
            self.selected.iter().any(is_one)
        };
        RULES.iter().filter(is_selected).copied().collect()
    }
}

/// Ids of the rules for templates, with their severities.
pub fn template_rules() -> impl Iterator<Item = (&'static str, Severity)> + Clone {
    RULES.iter().map(|rule| (rule.id, rule.severity()))
}

/// Returns the severities of the rules that match a pattern.
fn matching(
    pattern: &str,
    rules: impl Iterator<Item = (&'static str, Severity)>,
) -> Result<Vec<Severity>, PatternError> {
    let rules: Vec<(&str, Severity)> = rules.collect();
    let found: Vec<Severity> = rules
        .iter()
        .filter(|(id, _)| !pattern.is_empty() && is_match(pattern, id))
        .map(|(_, severity)| *severity)
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let near = nearest(pattern, rules.iter().map(|(id, _)| *id));
    Err(PatternError {
        message: format!("there is no rule `{pattern}`"),
        help: near.map(|near| format!("did you mean `{near}`?")),
        label: "not a rule",
    })
}

/// Name of all rules about security.
const SECURITY: &str = "security";

/// Rules about secrets, which are on by default, and belong to the parameters and outputs.
const SECRETS: [&str; 3] = ["secret-in-output", "secret-with-default", "visible-secret"];

/// Returns whether a pattern matches an id: it is equal, or the id begins with the text before the star. [`SECURITY`] matches the ids of
/// the rules about security, and of those about secrets.
fn is_match(pattern: &str, id: &str) -> bool {
    if pattern == SECURITY {
        let is_named = id.strip_prefix(SECURITY).is_some_and(|rest| rest.starts_with('-'));
        return is_named || SECRETS.contains(&id);
    }
    pattern.strip_suffix('*').map_or(pattern == id, |start| id.starts_with(start))
}

/// Findings for which a check fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailOn {
    /// Errors only: problems that Heat refuses.
    #[default]
    Error,
    /// Errors and warnings.
    Warning,
    /// All findings.
    Note,
    /// No findings.
    Nothing,
}

// From errors only to all findings, then none.
words!(FailOn, "what a check fails for", [
    Error => "error",
    Warning => "warning",
    Note => "note",
    Nothing => "none",
]);

impl FailOn {
    /// Returns the value that includes all others in a list.
    #[must_use]
    pub fn least(named: &[Self]) -> Option<Self> {
        let order = |each: &Self| match each {
            Self::Nothing => 0,
            Self::Error => 1,
            Self::Warning => 2,
            Self::Note => 3,
        };
        named.iter().copied().max_by_key(order)
    }

    /// Returns whether a check fails for a finding of this severity.
    #[must_use]
    pub fn includes(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity == Severity::Error,
            Self::Warning => severity != Severity::Note,
            Self::Note => true,
            Self::Nothing => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> impl Iterator<Item = (&'static str, Severity)> {
        let warnings = ["old-type", "old-key", "other"].map(|id| (id, Severity::Warning));
        warnings.into_iter().chain([("bad", Severity::Error), ("bad-too", Severity::Error)])
    }

    /// Compares the rules whose warnings are kept, or the error about a pattern.
    #[track_caller]
    fn check(selected: &[&str], ignored: &[&str], expect: Result<&[&str], &str>) {
        let mut selection = Selection::default();
        let read = selected
            .iter()
            .try_for_each(|pattern| selection.select(pattern, rules()))
            .and_then(|()| ignored.iter().try_for_each(|pattern| selection.ignore(pattern, rules())));
        let kept: Vec<&str> = rules().map(|(id, _)| id).filter(|id| selection.has(id)).collect();
        let found = read.as_ref().map(|()| kept.as_slice()).map_err(|error| error.message.as_str());
        assert_eq!(found, expect, "{selected:?} {ignored:?}");
    }

    #[test]
    fn rules_are_selected_and_ignored_by_ids_and_beginnings() {
        check(&[], &[], Ok(&["old-type", "old-key", "other", "bad", "bad-too"]));
        check(&["old-*"], &[], Ok(&["old-type", "old-key"]));
        check(&["old-*"], &["old-key"], Ok(&["old-type"]));
        check(&["old"], &[], Err("there is no rule `old`"));
        check(&[""], &[], Err("there is no rule ``"));
        check(&[], &["*"], Ok(&[]));
        check(&[], &["o*"], Ok(&["bad", "bad-too"]));
        check(&[], &["bad"], Err("`bad` is an error, and errors cannot be ignored"));
        check(&[], &["bad*"], Err("`bad*` are errors, and errors cannot be ignored"));
    }

    #[test]
    fn errors_are_kept() {
        let mut selection = Selection::default();
        selection.select("other", rules()).unwrap();
        let kept = |severity| selection.keeps(&Diagnostic::new(severity, "bad", ""));
        assert!(kept(Severity::Error) && !kept(Severity::Warning) && !kept(Severity::Note));
    }

    #[test]
    fn what_is_given_counts_before_the_settings_of_a_project() {
        let of = |selected: &[&str], ignored: &[&str]| {
            let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            Selection { selected: texts(selected), ignored: texts(ignored) }
        };
        assert_eq!(of(&["a"], &["b"]).over(&of(&["c"], &["d"])), of(&["a"], &["d", "b"]));
        assert_eq!(of(&[], &[]).over(&of(&["c"], &[])), of(&["c"], &[]));
    }

    #[test]
    fn a_check_fails_for_what_is_at_least_as_severe() {
        let severities = [Severity::Error, Severity::Warning, Severity::Note];
        let check = |words: &[&str], expect: &[bool; 3]| {
            let named: Option<Vec<FailOn>> = words.iter().map(|word| word.parse().ok()).collect();
            let fail_on = FailOn::least(&named.unwrap()).unwrap();
            assert_eq!(&severities.map(|severity| fail_on.includes(severity)), expect, "{words:?}");
        };
        check(&["error"], &[true, false, false]);
        check(&["warning"], &[true, true, false]);
        check(&["error", "warning"], &[true, true, false]);
        check(&["note", "error"], &[true, true, true]);
        check(&["none"], &[false, false, false]);
        check(&["none", "error"], &[true, false, false]);
        assert!("warnings".parse::<FailOn>().is_err());
        assert_eq!(FailOn::default(), FailOn::Error);
    }
}
