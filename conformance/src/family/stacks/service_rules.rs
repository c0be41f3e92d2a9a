//! Rules of services, as the services themselves answer.

use heat_model::evaluate::{Context, Evaluator, ServiceViolation};
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use crate::compare::{Comparison, Difference};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about service rules. Input `{type, properties, service}`. The answer is that the service (package and version)
/// accepts a resource with these properties, or the words with which it, or its client, refuses them.
///
/// A refusal by a rule agrees with that of the service only if the service says what the rule says. `…` in the message of a rule
/// represents anything.
pub(crate) const FAMILY: Family = Family {
    name: "service_rules",
    verdicts: &["accepted", "by"],
    details: &["status", "message"],
    differences,
};

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (schema, output) = (schema(vector, data)?, &vector.output);
    let violated = violated(schema, vector.input.required("properties")?.map()?, &|_| false)?;
    let mut found = Comparison::default();
    let ours = || {
        let rules = violated.iter().map(|violation| {
            let message = violation.message.as_deref().unwrap_or("no message");
            format!("{} ({message})", violation.rule.words())
        });
        rules.collect::<Vec<_>>().join("; ")
    };
    if output.flag("accepted", false) {
        if !violated.is_empty() {
            found.differs("accepted", &true, &ours());
        }
        return Ok(found.differences);
    }
    let message = output.text("message")?;
    if violated.is_empty() {
        found.differs("refused", &message, &"accepted");
    } else if !violated.iter().any(|violation| says(message, violation.message.as_deref())) {
        found.differs("message", &message, &ours());
    }
    Ok(found.differences)
}

fn schema<'d>(vector: &Vector, data: &'d DataFolder) -> Result<&'d ResourceType, Unanswerable> {
    let name = vector.input.text("type")?;
    let schema = data.resource_types()?.get(name);
    schema.ok_or_else(|| Unanswerable::Malformed(format!("no type `{name}`")))
}

/// Adds a difference if rules refuse properties that the service of their type accepted.
pub(super) fn compare_accepted(
    type_name: &str,
    properties: &Value,
    data: &DataFolder,
    found: &mut Comparison,
) -> Result<(), Unanswerable> {
    let Some(schema) = data.resource_types()?.get(type_name) else { return Ok(()) };
    if let Some(violation) = violated(schema, properties.map()?, &is_made_by_recorder)?.first() {
        found.differs("service rule", &"accepted", &violation.rule.words());
    }
    Ok(())
}

/// Returns whether a value names something that the recorder makes, such as `network-1`: the service is sent its ID.
fn is_made_by_recorder(value: &Value) -> bool {
    let parts = value.as_str().and_then(|text| text.rsplit_once('-'));
    parts.is_some_and(|(kind, number)| {
        kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && number.parse::<u8>().is_ok()
    })
}

/// Returns the rules that properties certainly violate, as the plug-in of the type reads them.
fn violated<'s>(
    schema: &'s ResourceType,
    properties: &IndexMap<String, Value>,
    is_unknown: &dyn Fn(&Value) -> bool,
) -> Result<Vec<ServiceViolation<'s>>, Unanswerable> {
    let evaluator = Evaluator::new(schema);
    let context = Context::new(custom::as_recorded()).with_deferred(is_unknown).ignoring_resolve_errors();
    let mut reading = evaluator.properties(properties, &context);
    let mut values = IndexMap::new();
    for (name, schema) in &schema.properties {
        let value = reading
            .get(name)
            .map_err(|_| Unanswerable::Malformed(format!("the value of `{name}` cannot be read")))?;
        values.insert(name.clone(), value.to_value(schema));
    }
    Ok(evaluator.violated_service_rules(&schema.service_rules, &values, &context))
}

/// Returns whether a service says what a rule says: all parts between the gaps, in this order. A rule without a message may say anything.
fn says(message: &str, said: Option<&str>) -> bool {
    let mut rest = message;
    said.iter().flat_map(|said| said.split('…')).all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Numbers of rules that no recorded refusal confirms. Their services are not among those that `conformance/services` starts, or
    /// what makes their service check the rule is missing there; these rules were read in the code of the services.
    const READ_ONLY: [(&str, usize); 17] = [
        // The services are not there.
        ("AWS::S3::Bucket", 2),
        ("OS::Blazar::Lease", 8),
        ("OS::Ironic::Port", 2),
        ("OS::Magnum::ClusterTemplate", 2),
        ("OS::Trove::Instance", 4),
        // Version 1 of the firewall service, which no Neutron of today has, and Zun.
        ("OS::Neutron::FirewallRule", 3),
        ("OS::Zun::Container", 1),
        // Aodh checks the operator first, and Gnocchi has to exist for the rest.
        ("OS::Aodh::GnocchiAggregationByMetricsAlarm", 1),
        ("OS::Aodh::GnocchiAggregationByResourcesAlarm", 1),
        ("OS::Aodh::GnocchiResourcesAlarm", 1),
        // A constraint of Heat or the plug-in refuses most of the data next to the rule.
        ("AWS::EC2::Volume", 1),
        ("OS::Neutron::IKEPolicy", 2),
        ("OS::Neutron::IPsecPolicy", 2),
        ("OS::Neutron::PortChain", 1),
        ("OS::Neutron::PortPair", 1),
        // Workflows and servers need images, flavors and actions that are not there.
        ("OS::Mistral::Workflow", 1),
        ("OS::Nova::Server", 6),
    ];

    #[test]
    fn every_rule_is_what_a_service_says() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
        let data = DataFolder::new(&folder);
        let types = data.resource_types().unwrap().values();
        let mut left: Vec<_> = types
            .flat_map(|schema| schema.service_rules.iter().map(|rule| (schema.name.as_str(), rule)))
            .collect();
        for line in fs::read_to_string(folder.join("service_rules.jsonl")).unwrap().lines() {
            let vector = Vector::parse(line).unwrap();
            let Ok(message) = vector.output.text("message") else { continue };
            let properties = vector.input.required("properties").unwrap().map().unwrap();
            let violated = violated(schema(&vector, &data).unwrap(), properties, &|_| false).unwrap();
            let confirmed: Vec<_> =
                violated.iter().filter(|violation| says(message, violation.message.as_deref())).collect();
            left.retain(|(_, rule)| !confirmed.iter().any(|violation| std::ptr::eq(violation.rule, *rule)));
        }
        for (name, count) in READ_ONLY {
            assert_eq!(left.iter().filter(|(of, _)| *of == name).count(), count, "{name}");
        }
        left.retain(|(of, _)| READ_ONLY.iter().all(|(name, _)| name != of));
        let left: Vec<_> = left.iter().map(|(name, rule)| format!("{name}: {}", rule.words())).collect();
        assert!(left.is_empty(), "{left:#?}");
    }

    #[test]
    fn gaps_of_messages_represent_anything() {
        let check = |said: &str, message: &str, expect: bool| {
            assert_eq!(says(message, Some(said)), expect, "{said}: {message}");
        };
        check("… is not …", "a: 5 is not 6.", true);
        check("… is not …", "a: 5 is 6.", false);
        check("b … a", "a b", false);
        check("", "a", true);
    }
}
