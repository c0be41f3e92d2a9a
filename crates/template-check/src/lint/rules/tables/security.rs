//! Rules about security, which are data: each is a file in `security/`, in the form that projects use for their own rules.

use heat_yaml::Severity;

use super::super::{Check, Declared, Family, Rule};

/// A rule from its file.
macro_rules! rule {
    ($id:literal, $severity:ident, $summary:literal) => {
        Rule {
            id: $id,
            family: Family::Security,
            summary: $summary,
            docs: "",
            check: Check::Declared(Declared::BuiltIn(
                Severity::$severity,
                include_str!(concat!("../security/", $id, ".yaml")),
            )),
        }
    };
}

pub(in super::super) static RULES: &[Rule] = &[rule!(
    "security-ignored-remote-group",
    Warning,
    "A rule of a security group names a remote group that Heat ignores"
)];

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;
    use crate::DeclaredRule;

    #[test]
    fn files_have_no_mistakes_and_say_what_the_table_says() {
        for rule in RULES {
            let Check::Declared(Declared::BuiltIn(severity, text)) = rule.check else {
                panic!("{}", rule.id)
            };
            let (read, found) = DeclaredRule::read(&Source::new(rule.id, text));
            assert!(found.is_empty(), "{found:?}");
            let read = read.unwrap();
            assert_eq!(
                (read.id.as_str(), read.summary.as_str(), read.severity),
                (rule.id, rule.summary, severity)
            );
            assert!(
                read.example.is_some() && read.use_instead.is_some() && read.cwe.is_some(),
                "{}",
                rule.id
            );
        }
    }
}
