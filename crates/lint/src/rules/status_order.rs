//! Rule `status-order`: a status change is not part of the life cycle.

use heat_model::Status;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "status-order",
    severity: Severity::Warning,
    summary: "A status change is not part of the life cycle",
    docs: r"
## What it does
Reports a step in a status history that is not part of Heat's life cycle: `UNSUPPORTED → SUPPORTED → DEPRECATED →
HIDDEN`, or from `DEPRECATED` to `UNSUPPORTED`. A history can begin with any of them, and a status can be listed
twice, to document what a release changed.

## Why
Users rely on being warned first: something that is hidden without having been deprecated disappears from one release
to the next. And something that is hidden does not come back under its old name.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: HIDDEN, version: 27.0.0}
  - version: 5.0.0
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: 27.0.0, message: Use My::Custom::Secret.}
  - version: 5.0.0
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.statuses {
        for (index, pair) in site.status.history.windows(2).enumerate() {
            let [newer, older] = [pair[0].status, pair[1].status];
            if newer == older || newer == Status::Unknown || older == Status::Unknown {
                continue;
            }
            let next = next(older);
            if next.contains(&newer) {
                continue;
            }
            let path = site.path.join(index);
            let finding = findings.report(
                &path.join("status"),
                Part::Value,
                format!("{} goes from {older} to {newer}", site.name),
            );
            finding.related(site.path.join(index + 1), Part::Value, format!("it was {older} before"));
            let next: Vec<_> = next.iter().map(|status| status.as_str()).collect();
            if next.is_empty() {
                finding.note(format!("{older} is the last status"));
            } else {
                finding.note(format!("{older} can only become {}", next.join(" or ")));
            }
        }
    }
}

/// Returns the statuses that can follow a status.
fn next(status: Status) -> &'static [Status] {
    match status {
        Status::Unsupported => &[Status::Supported],
        Status::Supported => &[Status::Deprecated],
        Status::Deprecated => &[Status::Hidden, Status::Unsupported],
        Status::Hidden | Status::Unknown => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    /// Compares the reported steps of a history. The history is oldest first, the steps are newest first.
    fn check_history(statuses: &[&str], expect: &[&str]) {
        let entries: Vec<_> = statuses.iter().rev().map(|status| format!("{{status: {status}}}")).collect();
        let yaml = format!("properties: {{a: {{type: string, support_status: [{}]}}}}", entries.join(", "));
        let expect: Vec<_> = expect
            .iter()
            .map(|step| format!("{} => property `a` goes from {step}", step.rsplit(' ').next().unwrap()))
            .collect();
        check(&RULE, &yaml, &expect.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn the_life_cycle_is_followed() {
        check_history(&["UNSUPPORTED", "SUPPORTED", "DEPRECATED", "HIDDEN"], &[]);
        check_history(&["DEPRECATED", "UNSUPPORTED", "SUPPORTED"], &[]);
        check_history(&["HIDDEN"], &[]);
        check_history(&["SUPPORTED", "SUPPORTED"], &[]);
        check_history(&["SUPPORTED", "HIDDEN"], &["SUPPORTED to HIDDEN"]);
        check_history(&["SUPPORTED", "UNSUPPORTED"], &["SUPPORTED to UNSUPPORTED"]);
        check_history(&["UNSUPPORTED", "DEPRECATED"], &["UNSUPPORTED to DEPRECATED"]);
        check_history(
            &["DEPRECATED", "SUPPORTED", "DEPRECATED", "HIDDEN", "SUPPORTED"],
            &["HIDDEN to SUPPORTED", "DEPRECATED to SUPPORTED"],
        );
        // Heat treats an unknown status as `UNKNOWN`, about which nothing is reported.
        check_history(&["HIDDEN", "UNKNOWN", "SUPPORTED"], &[]);
    }

    #[test]
    fn a_status_that_is_not_written_is_supported() {
        check(
            &RULE,
            "support_status: [{version: 27.0.0}, {status: DEPRECATED, version: 5.0.0, message: m}]",
            &["{version: 27.0.0} => `My::Custom::Token` goes from DEPRECATED to SUPPORTED"],
        );
    }
}
