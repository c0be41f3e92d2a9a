//! Examples of the values of attributes.

use heat_model::{AttributeSchema, AttributeType};
use heat_schema_text::flow;

/// An ID, as most services generate it.
const ID: &str = "3f6b1c0a-5d2e-4c8f-9a71-6e0d8b2f4c15";

/// An ID of the Identity service.
const IDENTITY_ID: &str = "8d2f4c153f6b41c0a5d2e4c8f9a716e0";

/// The last words of attribute names, each with a value in the usual form. The first match is used.
const BY_NAME: [(&str, &str); 17] = [
    ("project_id", IDENTITY_ID),
    ("tenant_id", IDENTITY_ID),
    ("user_id", IDENTITY_ID),
    ("domain_id", IDENTITY_ID),
    ("id", ID),
    ("uuid", ID),
    ("mac_address", "fa:16:3e:5d:20:9c"),
    ("fixed_ip_address", "10.0.0.5"),
    ("gateway_ip", "10.0.0.1"),
    ("ip_address", "203.0.113.10"),
    ("ip", "203.0.113.10"),
    ("cidr", "10.0.0.0/24"),
    ("url", "https://cloud.example.org/…"),
    ("uri", "https://cloud.example.org/…"),
    ("created_at", "2027-01-11T08:00:00Z"),
    ("updated_at", "2027-01-11T08:00:00Z"),
    ("deleted_at", "2027-01-11T08:00:00Z"),
];

/// A sample value of an attribute: from the schema, or for a string, one that its name suggests.
pub(super) fn example(name: &str, schema: &AttributeSchema) -> Option<String> {
    if let Some(example) = &schema.example {
        return Some(flow(example));
    }
    let is_string = schema.attribute_type == Some(AttributeType::String);
    let fits = |words: &str| {
        name.strip_suffix(words).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    };
    let by_name = BY_NAME.iter().find(|(words, _)| fits(words)).map(|(_, value)| (*value).to_owned());
    by_name.filter(|_| is_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, json: &str, expect: Option<&str>) {
        let schema: AttributeSchema = serde_json::from_str(json).unwrap();
        assert_eq!(example(name, &schema).as_deref(), expect, "{name}");
    }

    #[test]
    fn the_schema_comes_before_the_name() {
        check("ip", r#"{"type": "list", "example": ["10.0.0.5", null]}"#, Some("[10.0.0.5, null]"));
        check("router_id", r#"{"type": "string"}"#, Some(ID));
        check("tenant_id", r#"{"type": "string"}"#, Some(IDENTITY_ID));
        check("fixed_ip_address", r#"{"type": "string"}"#, Some("10.0.0.5"));
        check("floating_ip_address", r#"{"type": "string"}"#, Some("203.0.113.10"));
        check("skip", r#"{"type": "string"}"#, None);
        check("id", r#"{"type": "map"}"#, None);
    }
}
