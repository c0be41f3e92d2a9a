//! Ways to accept the findings of a rule in a project: a comment, an entry of a file, an option.

use heat_report::finding::Rank;
use heat_report::{RuleDocs, RuleSet};

/// A section about the settings of a rule, in CommonMark.
pub(super) struct Advice {
    pub(super) title: &'static str,
    pub(super) text: String,
}

/// Returns the advice about a rule.
pub(super) fn advice(rule: &RuleDocs) -> Advice {
    match rule.set {
        RuleSet::Schemas => of_schemas(rule),
        RuleSet::Templates => of_templates(rule),
        RuleSet::Changes => of_changes(rule),
    }
}

const ACCEPT: &str = "Accept a finding";

fn of_schemas(rule: &RuleDocs) -> Advice {
    let id = rule.id;
    if !rule.is_acceptable {
        let text = "What this rule reports cannot be accepted, only fixed.".to_owned();
        return Advice { title: ACCEPT, text };
    }
    let ignore = if rule.rank == Rank::Critical {
        String::new()
    } else {
        format!(" `heat-codegen check --ignore {id}` leaves the rule out of one report.")
    };
    Advice {
        title: ACCEPT,
        text: format!(
            "If it cannot be fixed, list it in the schema, with the reason. [Accepted findings](/guide/writing-a-schema.html#accepted-findings) describes the keys.{ignore}\n\n\
             ```yaml\naccepted_findings:\n  - rule: {id}\n    path: properties.name\n    reason: Why it has to stay.\n```\n"
        ),
    }
}

fn of_templates(rule: &RuleDocs) -> Advice {
    let id = rule.id;
    if rule.rank == Rank::Critical {
        let text = "Errors cannot be switched off: Heat refuses the template all the same.".to_owned();
        return Advice { title: "Switch it off", text };
    }
    if rule.is_off_by_default {
        return Advice {
            title: "Switch it on",
            text: format!(
                "The rule is off by default. `heat-codegen validate --enable {id}` switches it on, or, for a project, [`heat-codegen.yaml`](/guide/checking-templates.html#settings-of-a-project):\n\n\
                 ```yaml\ntemplates:\n  enable: [{id}]\n```\n\n\
                 A comment allows it in its line, or in the next line, [with a reason](/guide/checking-templates.html#switching-a-rule-off): `# heat-codegen: allow({id}) the reason`.\n"
            ),
        };
    }
    Advice {
        title: "Switch it off",
        text: format!(
            "A comment allows it in its line, or in the next line if the comment stands alone; `allow-file` allows it in the whole file. [The reason is required](/guide/checking-templates.html#switching-a-rule-off).\n\n\
             ```yaml\n# heat-codegen: allow({id}) the reason\n```\n\n\
             For several templates, list the rule in [`heat-codegen.yaml`](/guide/checking-templates.html#settings-of-a-project); `heat-codegen validate --ignore {id}` leaves it out of one report.\n\n\
             ```yaml\ntemplates:\n  allow:\n    - rule: {id}\n      reason: The reason.\n```\n"
        ),
    }
}

fn of_changes(rule: &RuleDocs) -> Advice {
    let id = rule.id;
    if rule.rank == Rank::Note {
        let text = format!(
            "Changes of texts are only counted; `heat-codegen diff --all` lists them. `schema-diff.yaml` can give the rule [another severity](/guide/reviewing-diffs.html#severities):\n\n\
             ```yaml\nseverities:\n  {id}: ignore\n```\n"
        );
        return Advice { title: "Change its severity", text };
    }
    Advice {
        title: "Accept a change",
        text: format!(
            "If the change is intended, accept it in `schema-diff.yaml`, with the reason and the release in which the [allowance](/guide/reviewing-diffs.html#allowances) expires. Under `severities`, the same file can give the rule [another severity](/guide/reviewing-diffs.html#severities), or ignore it.\n\n\
             ```yaml\nallowances:\n  - rule: {id}\n    path: My::Custom::Token.properties.name\n    reason: Why it is intended.\n    expires: 28.0.0\n```\n"
        ),
    }
}
