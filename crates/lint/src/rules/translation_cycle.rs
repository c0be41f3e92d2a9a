//! Rule `translation-cycle`: translation rules form a cycle.

use std::collections::{HashMap, HashSet};

use heat_model::{SchemaPath, TranslationRule};
use heat_yaml::Severity;

use crate::references::shown;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "translation-cycle",
    severity: Severity::Error,
    summary: "Translation rules form a cycle",
    docs: r"
## What it does
Reports translation rules whose sources and targets form a cycle, including a rule that reads the property that it
translates. Rules that never apply together, because of their `when`, do not form a cycle.

## Why
Before Heat reads a source value, it translates it. In a cycle this never ends, and no property of the resource can be read.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
  network_id: {type: string, description: The ID of the network.}
translation_rules:
  - {rule: replace, translation_path: [network], value_path: [network_id]}
  - {rule: replace, translation_path: [network_id], value_path: [network]}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
  network_id: {type: string, description: The ID of the network.}
translation_rules:
  - {rule: replace, translation_path: [network], value_path: [network_id]}
```
",
    check: Check::Schema(check),
};

/// Maximum number of cycles reported per type: one of them usually explains the others.
const MAX_CYCLES: usize = 10;

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let rules = &context.schema.translation_rules;
    let mut walk = Walk::new(rules);
    let mut cycles = Vec::new();
    for start in 0..rules.len() {
        walk.cycles_from(start, &mut cycles);
    }
    for cycle in cycles {
        report(rules, &cycle, findings);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnTheWay,
    Done,
}

/// Depth-first search from rule to rule along their sources, which visits each rule once.
struct Walk<'a> {
    /// Rules with a source, by the property that they translate.
    by_target: HashMap<&'a [String], Vec<usize>>,
    sources: Vec<Option<Vec<String>>>,
    state: Vec<State>,
}

impl<'a> Walk<'a> {
    fn new(rules: &'a [TranslationRule]) -> Self {
        let sources: Vec<_> = rules.iter().map(TranslationRule::source_path).collect();
        let mut by_target: HashMap<&[String], Vec<usize>> = HashMap::new();
        let mut seen = HashSet::new();
        for (index, rule) in rules.iter().enumerate() {
            let Some(source) = &sources[index] else { continue };
            // A second rule between the same two properties adds nothing.
            if seen.insert((&rule.translation_path, source.clone(), format!("{:?}", rule.when))) {
                by_target.entry(&rule.translation_path).or_default().push(index);
            }
        }
        Self { by_target, sources, state: vec![State::New; rules.len()] }
    }

    /// Returns the rules that have to be applied before a rule.
    fn next(&self, rule: usize) -> Vec<usize> {
        let source = self.sources[rule].as_ref();
        source.and_then(|source| self.by_target.get(&source[..]).cloned()).unwrap_or_default()
    }

    fn cycles_from(&mut self, start: usize, cycles: &mut Vec<Vec<usize>>) {
        if self.state[start] != State::New {
            return;
        }
        // An explicit stack, because the chain can be as long as the list of rules.
        self.state[start] = State::OnTheWay;
        let mut way = vec![(start, self.next(start))];
        while let Some((rule, ahead)) = way.last_mut() {
            let rule = *rule;
            let Some(next) = ahead.pop() else {
                self.state[rule] = State::Done;
                way.pop();
                continue;
            };
            match self.state[next] {
                State::New => {
                    self.state[next] = State::OnTheWay;
                    let ahead = self.next(next);
                    way.push((next, ahead));
                }
                State::OnTheWay if cycles.len() < MAX_CYCLES => {
                    let begin = way.iter().position(|(on_way, _)| *on_way == next).unwrap_or_default();
                    cycles.push(way[begin..].iter().map(|(on_way, _)| *on_way).collect());
                }
                State::OnTheWay | State::Done => {}
            }
        }
    }
}

fn report(rules: &[TranslationRule], cycle: &[usize], findings: &mut Findings<'_>) {
    let exclusive = cycle.iter().enumerate().any(|(position, first)| {
        cycle[position + 1..].iter().any(|second| never_together(&rules[*first], &rules[*second]))
    });
    let [first, others @ ..] = cycle else { return };
    if exclusive {
        return;
    }
    let path = |rule: usize| SchemaPath::root().join("translation_rules").join(rule);
    let steps: Vec<_> =
        cycle.iter().chain([first]).map(|rule| shown(&rules[*rule].translation_path)).collect();
    let message = if others.is_empty() {
        format!("{} takes its value from itself", steps[0])
    } else {
        format!("translation rules form a cycle: {}", steps.join(" from "))
    };
    let finding = findings.report(&path(*first), Part::Value, message);
    finding.help("remove one of the rules");
    if !others.is_empty() {
        finding.label("this rule");
    }
    for rule in others {
        finding.related(path(*rule), Part::Value, "and this one");
    }
}

/// Returns whether the two rules can never apply to the same property data.
fn never_together(left: &TranslationRule, right: &TranslationRule) -> bool {
    let (Some(left), Some(right)) = (&left.when, &right.when) else { return false };
    left.property == right.property
        && !left.values.is_empty()
        && !right.values.is_empty()
        && !left.values.iter().any(|value| right.values.iter().any(|other| other.python_eq(value)))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    /// Compares the findings about rules `from -> to`, without the text that they point at.
    fn check_rules(rules: &[(&str, &str)], expect: &[&str]) {
        let rules: Vec<_> = rules
            .iter()
            .map(|(to, from)| format!("{{rule: replace, translation_path: [{to}], value_path: [{from}]}}"))
            .collect();
        let yaml = format!(
            "properties: {{a: {{type: any}}, b: {{type: any}}, c: {{type: any}}, d: {{type: any}}}}
translation_rules: [{}]",
            rules.join(", ")
        );
        let expect: Vec<_> = expect
            .iter()
            .map(|expect| {
                let (index, message) = expect.split_once(' ').unwrap();
                format!("{} => {message}", rules[index.parse::<usize>().unwrap()])
            })
            .collect();
        check(&RULE, &yaml, &expect.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn cycles_are_found_once() {
        check_rules(&[("a", "b"), ("b", "c"), ("c", "d")], &[]);
        check_rules(&[("a", "b"), ("c", "b"), ("d", "b")], &[]);
        check_rules(&[("a", "a")], &["0 `a` takes its value from itself"]);
        check_rules(&[("a", "b"), ("b", "a")], &["0 translation rules form a cycle: `a` from `b` from `a`"]);
        check_rules(
            &[("d", "a"), ("a", "b"), ("b", "c"), ("c", "a")],
            &["1 translation rules form a cycle: `a` from `b` from `c` from `a`"],
        );
    }

    #[test]
    fn a_long_chain_is_walked_without_a_deep_stack() {
        let rule = |index| {
            format!("  - {{rule: replace, translation_path: [p{index}], value_path: [p{}]}}", index + 1)
        };
        let rules: Vec<_> = (0..20_000).map(rule).collect();
        check(&RULE, &format!("translation_rules:\n{}", rules.join("\n")), &[]);
    }

    #[test]
    fn sibling_fields_can_form_a_cycle() {
        let yaml = |first: &str, second: &str| {
            format!(
                "properties: {{n: {{type: map, schema: {{a: {{type: any}}, b: {{type: any}}}}}}}}
translation_rules:
  - {{rule: replace, translation_path: [n, a], value_name: b{first}}}
  - {{rule: replace, translation_path: [n, b], value_name: a{second}}}"
            )
        };
        let found = "{rule: replace, translation_path: [n, a], value_name: b} => translation rules form a cycle: `n.a` from `n.b` from `n.a`";
        check(&RULE, &yaml("", ""), &[found]);
        check(&RULE, &yaml(", when: {property: n, in: [1]}", ", when: {property: n, in: [2]}"), &[]);
    }
}
