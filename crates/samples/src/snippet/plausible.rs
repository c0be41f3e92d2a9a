//! Plausible values for properties that accept nearly anything, by the name of the property.
//!
//! A schema does not describe what a description or a host name looks like, and the word `my-hostname` does not show it either. The
//! values belong to one imaginary application, a web shop, so that they match. Values that only a cloud knows, such as the ID of an
//! agent, come from a parameter.

use heat_model::{ConstraintKind, PropertySchema, PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::resource_names::resource_name;
use crate::sample::fits;

/// An ID in the format of OpenStack services.
const SOME_ID: &str = "5f0c7a52-3d6e-4b1c-9a84-2e7d1f90c3b6";

/// Values by the last name of a property. Entries with the property's names from the top, joined by dots, take precedence, and
/// before them the entries that begin with the last part of the type's name.
const VALUES: [(&str, &str); 106] = [
    // Texts for people.
    ("description", "Part of the web shop"),
    ("Description", "Part of the web shop"),
    ("inputs.description", "Set by the deployment"),
    ("outputs.description", "Reported by the script"),
    ("rules.description", "Traffic of the web shop"),
    ("tasks.description", "One step of the nightly backup"),
    ("time_constraints.description", "Opening hours of the shop"),
    // Names and labels.
    ("time_constraints.name", "opening-hours"),
    ("inputs.name", "listen_port"),
    ("inputs.default", "8080"),
    ("outputs.name", "version"),
    ("tags", "shop"),
    ("tag", "frontend"),
    ("Tags.Key", "role"),
    ("Tags.Value", "web"),
    ("labels", "app: shop"),
    ("metadata", "role: web"),
    ("extra", "rack: b4"),
    ("email", "shop@example.org"),
    ("id", SOME_ID),
    ("flavorid", "shop.medium"),
    ("Path", "/"),
    ("Groups", "operators"),
    // Security.
    ("security_groups", "default"),
    ("SecurityGroups", "default"),
    ("GroupSet", "default"),
    ("SourceSecurityGroupName", "default"),
    ("algorithm", "aes"),
    ("mode", "cbc"),
    ("subject_dn", "CN=www.example.org"),
    // Locations in the cloud.
    ("availability_zone", "nova"),
    ("AvailabilityZone", "nova"),
    ("availability_zone_hints", "nova"),
    ("NovaSchedulerHints.Key", "group"),
    ("NovaSchedulerHints.Value", SOME_ID),
    ("Server.scheduler_hints", "group: 5f0c7a52-3d6e-4b1c-9a84-2e7d1f90c3b6"),
    ("Volume.scheduler_hints", "different_host: 5f0c7a52-3d6e-4b1c-9a84-2e7d1f90c3b6"),
    ("hints", "group: web"),
    ("attributes", "service_tier: gold"),
    ("provider", "amphora"),
    ("value_specs", "description: Part of the web shop"),
    // Networks.
    ("CidrIp", "203.0.113.0/24"),
    ("FromPort", "443"),
    ("ToPort", "443"),
    ("IpProtocol", "tcp"),
    ("source_port", "1024:65535"),
    ("device_owner", "compute:nova"),
    ("hostname", "shop-1"),
    ("server", "dc1.example.org"),
    ("http_proxy", "http://proxy.example.org:3128"),
    ("https_proxy", "http://proxy.example.org:3128"),
    ("no_proxy", "localhost,.example.org"),
    ("source_port_range_min", "1024"),
    ("source_port_range_max", "65535"),
    ("monitor_port", "8080"),
    ("vlan_filter", "10,20-29"),
    // Sizes and numbers.
    ("DesiredCapacity", "2"),
    ("desired_capacity", "2"),
    ("replica_count", "2"),
    ("amount", "2"),
    ("vcpus", "2"),
    ("memory_mb", "4096"),
    ("disk_gb", "40"),
    ("swap", "1024"),
    ("swap_size", "1024"),
    ("ephemeral", "10"),
    ("ephemeral_size", "10"),
    ("volume_size", "20"),
    ("bit_length", "256"),
    ("default_quota", "1024"),
    // Disks and files.
    ("device_name", "vdb"),
    ("DeviceName", "vdb"),
    ("Device", "/dev/vdb"),
    ("mountpoint", "/dev/vdb"),
    ("VolumeSize", "20"),
    ("container", "shop-deployments"),
    ("object", "web-server.json"),
    ("filename", "setup.sh"),
    ("workdir", "/srv/shop"),
    ("X-Account-Meta", "Purpose: web shop"),
    ("options", "modulepath: /etc/puppet/modules"),
    // Alarms, events and workflows.
    ("ok_actions", "https://alerts.example.org/shop"),
    ("insufficient_data_actions", "https://alerts.example.org/shop"),
    ("query.field", "metadata.user_metadata.role"),
    ("query.value", "web"),
    ("event_type", "before_end_lease"),
    ("time", "2030-01-31 17:00"),
    ("first_time", "2030-01-31 06:00"),
    ("on_success", "notify"),
    ("on_error", "report_failure"),
    ("on_complete", "clean_up"),
    ("requires", "prepare"),
    ("with_items", "server in <% $.servers %>"),
    ("target", "executor-1"),
    ("join", "all"),
    ("retry", "count: 3"),
    ("params", "task_name: post"),
    ("time_constraints.duration", "36000"),
    ("wait_before", "10"),
    ("wait_after", "10"),
    ("timeout", "600"),
    ("concurrency", "4"),
    ("max_jitter", "60"),
    ("update_replace_value", "2"),
    ("client_name", "nova"),
    ("entity_name", "servers"),
];

/// Endings of the names of properties whose values only a cloud knows.
const IDENTIFIERS: [&str; 5] = ["_id", "Id", "_ids", "_ref", "_refs"];

/// Other names of properties whose values only a cloud knows.
const KNOWN_TO_THE_CLOUD: [&str; 9] = [
    "owner",
    "floating_ip",
    "restore_point",
    "replica_of",
    "profile",
    "discovery_url",
    "request_data",
    "LoadBalancerNames",
    "Instances",
];

/// Returns whether only a cloud knows the values of a property.
pub(super) fn is_identifier(name: &str, schema: &PropertySchema) -> bool {
    let is_number = matches!(schema.property_type, PropertyType::Integer | PropertyType::Number);
    let is_text = schema.constraints.is_empty() && !is_number && is_free(schema);
    is_text && (IDENTIFIERS.iter().any(|ending| name.ends_with(ending)) || KNOWN_TO_THE_CLOUD.contains(&name))
}

/// A value for a property whose schema lists none; `None` if none is known.
pub(super) fn value(owner: &ResourceType, names: &[&str], schema: &PropertySchema) -> Option<Value> {
    if !is_free(schema) {
        return None;
    }
    let text = known(owner, names).map(str::to_owned).or_else(|| {
        let kind = resource_name(&owner.name).replace('_', "-");
        (names == ["name"]).then(|| format!("shop-{kind}"))
    })?;
    let value = match schema.property_type {
        PropertyType::Map => {
            let (key, value) = text.split_once(": ")?;
            // Heat refuses additional fields of a request that have the name of a property.
            if owner.properties.contains_key(key) {
                return None;
            }
            let value = value.parse::<i64>().map_or_else(|_| Value::from(value), Value::from);
            Value::from(IndexMap::from([(key.to_owned(), value)]))
        }
        PropertyType::List => Value::from(vec![Value::from(text)]),
        PropertyType::Integer | PropertyType::Number => Value::from(text.parse::<i64>().ok()?),
        _ => Value::from(text),
    };
    fits(schema, &value).then_some(value)
}

fn known(owner: &ResourceType, names: &[&str]) -> Option<&'static str> {
    let look_up = |wanted: &str| VALUES.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value);
    let path = names.join(".");
    let kind = owner.name.rsplit("::").next().unwrap_or_default();
    look_up(&format!("{kind}.{path}")).or_else(|| look_up(&path)).or_else(|| look_up(names.last()?))
}

/// Returns whether a property, or each of its items, accepts any map, or any text or number of a certain form or size.
fn is_free(schema: &PropertySchema) -> bool {
    let limits_form =
        |kind: &ConstraintKind| !matches!(kind, ConstraintKind::AllowedValues(_) | ConstraintKind::Custom(_));
    let is_open = |schema: &PropertySchema| {
        let has_default = schema.default.as_ref().is_some_and(Value::is_truthy);
        !has_default && schema.constraints.iter().all(|constraint| limits_form(&constraint.kind))
    };
    match schema.property_type {
        PropertyType::Boolean => false,
        PropertyType::Map => is_open(schema) && schema.schema.is_none(),
        PropertyType::List => {
            let is_text = |item: &PropertySchema| item.property_type == PropertyType::String && is_open(item);
            is_open(schema) && schema.item().is_none_or(is_text)
        }
        _ => is_open(schema),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_schema_text::flow;

    fn check(names: &[&str], schema: &str, expect: Option<&str>) {
        let owner = r#"{"type": "A::B::HealthMonitor", "properties": {"task_name": {"type": "string"}}}"#;
        let owner: ResourceType = serde_json::from_str(owner).unwrap();
        let schema: PropertySchema = serde_json::from_str(schema).unwrap();
        let value = value(&owner, names, &schema).map(|value| flow(&value));
        assert_eq!(value.as_deref(), expect, "{names:?}");
    }

    #[test]
    fn names_decide() {
        let text = r#"{"type": "string"}"#;
        check(&["name"], text, Some("shop-health-monitor"));
        check(&["hosts", "name"], text, None);
        check(&["time_constraints", "name"], text, Some("opening-hours"));
        check(&["rules", "description"], text, Some("Traffic of the web shop"));
        check(&["parts", "description"], text, Some("Part of the web shop"));
        check(&["tags"], r#"{"type": "list"}"#, Some("[shop]"));
        check(&["tags"], r#"{"type": "list", "schema": {"*": {"type": "string"}}}"#, Some("[shop]"));
        check(&["labels"], r#"{"type": "map"}"#, Some("{app: shop}"));
        check(&["retry"], r#"{"type": "map"}"#, Some("{count: 3}"));
        check(&["timeout"], r#"{"type": "integer"}"#, Some("600"));
    }

    #[test]
    fn what_the_schema_says_takes_precedence() {
        check(&["name"], r#"{"type": "string", "default": "a"}"#, None);
        check(&["name"], r#"{"type": "string", "constraints": [{"allowed_values": ["a"]}]}"#, None);
        check(&["name"], r#"{"type": "string", "constraints": [{"length": {"max": 4}}]}"#, None);
        check(&["tags"], r#"{"type": "list", "schema": {"*": {"type": "integer"}}}"#, None);
        check(&["timeout"], r#"{"type": "integer", "constraints": [{"range": {"max": 60}}]}"#, None);
        check(&["labels"], r#"{"type": "map", "schema": {"a": {"type": "string"}}}"#, None);
        check(&["params"], r#"{"type": "map"}"#, None);
    }

    #[test]
    fn a_name_is_listed_once() {
        for (index, (name, _)) in VALUES.iter().enumerate() {
            assert!(VALUES[..index].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
