//! Update rules of a type beyond its schema, as sentences for its page and for `show`.
//!
//! Names are formatted as code in CommonMark.

use heat_model::ResourceType;

use crate::type_rules::{TypeRule, refusal_of_empty_update, returns_to};

/// Sentences about a type, each of which stands alone; empty if its schema describes it completely. Properties that the schema
/// lacks, such as HIDDEN ones on a page, are left out.
#[must_use]
pub fn sentences(schema: &ResourceType) -> Vec<String> {
    let mut found = Vec::new();
    let rule = TypeRule::of(schema).filter(|rule| match rule {
        TypeRule::ReplacedWhile { property, .. } => schema.properties.contains_key(*property),
        _ => true,
    });
    found.extend(rule.map(|rule| of_rule(schema, rule)));
    found.extend(refusal_of_empty_update(&schema.name).map(|why| format!("In Heat 27, {why}.")));
    found
}

/// Describes a type rule in a sentence.
#[must_use]
pub fn of_rule(schema: &ResourceType, rule: TypeRule) -> String {
    match rule {
        TypeRule::AlwaysUpdated => {
            let each = "Every update of the stack, also one that changes only other resources, updates the stack inside it, where each resource decides for itself.";
            match returns_to(&schema.name) {
                Some(property) => format!(
                    "{each} It returns the group to `{property}` members, if that is set: others that scaling added are deleted."
                ),
                None => each.to_owned(),
            }
        }
        TypeRule::AlwaysReplaced => {
            "Every update of the stack replaces it, also one that changes only other resources.".to_owned()
        }
        TypeRule::NeverUpdated => "No update changes it.".to_owned(),
        TypeRule::ReplacedWhile { property, value } => format!(
            "While `{property}` is `{value}`, every update of the stack replaces it, also one that changes only other resources."
        ),
        TypeRule::ByMetadata => "A change of its metadata replaces it.".to_owned(),
        TypeRule::WithoutHandler => {
            "Heat cannot update it: each change of a property replaces it, although the schema says otherwise."
                .to_owned()
        }
        TypeRule::ByInputs => "A change of the value of an input replaces it if the config has `replace_on_change` for the input.".to_owned(),
        TypeRule::ByListedMembers { property, listed, always } => format!(
            "A change of one of the members of `{property}` that `{listed}` names replaces it. If `{always}` is true, every update of the stack updates it, also one that changes only other resources."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(type_name: &str, expect: &[&str]) {
        assert_eq!(sentences(&ResourceType::new(type_name)), expect);
    }

    #[test]
    fn what_plug_ins_decide_is_said() {
        check("OS::Neutron::Net", &[]);
        check(
            "OS::Heat::Delay",
            &[
                "Heat cannot update it: each change of a property replaces it, although the schema says otherwise.",
            ],
        );
        check(
            "OS::Heat::AutoScalingGroup",
            &[
                "Every update of the stack, also one that changes only other resources, updates the stack inside it, where each resource decides for itself. It returns the group to `desired_capacity` members, if that is set: others that scaling added are deleted.",
            ],
        );
    }
}
