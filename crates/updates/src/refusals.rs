//! Changes that plug-ins refuse during an update because of the values. Heat's preview does not report them.
//!
//! The table lists all plug-ins of Heat 27 whose `handle_update` refuses a change that their schemas allow. Changes that a
//! service refuses are not listed.

use std::net::IpAddr;

use heat_model::Value;

/// Refusal of a change that the schema allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The plug-in refuses the change, for this reason.
    Certain(&'static str),
    /// The plug-in refuses the change under this condition, which only the cloud can check.
    Possible(&'static str),
}

/// A change of a property that a plug-in refuses.
struct Rule {
    resource_type: &'static str,
    property: &'static str,
    refuses: fn(&Value, &Value) -> bool,
    refusal: Refusal,
}

const RULES: &[Rule] = &[
    Rule {
        resource_type: "OS::Cinder::Volume",
        property: "size",
        refuses: |old, new| new.compare_numbers(old).is_some_and(std::cmp::Ordering::is_lt),
        refusal: Refusal::Certain("a volume cannot shrink"),
    },
    Rule {
        resource_type: "OS::Cinder::Volume",
        property: "size",
        refuses: |_, new| new.is_null(),
        refusal: Refusal::Certain("the update fails if it is removed (TypeError in Heat)"),
    },
    Rule {
        resource_type: "OS::Neutron::Subnet",
        property: "gateway_ip",
        refuses: |_, new| new.as_str() == Some("auto"),
        refusal: Refusal::Certain("`auto` is only possible when the subnet is created"),
    },
    Rule {
        resource_type: "OS::Neutron::Subnet",
        property: "segment",
        refuses: |old, new| !old.is_null() && new.is_truthy(),
        refusal: Refusal::Certain("a subnet that has a segment cannot get another one"),
    },
    Rule {
        resource_type: "OS::Neutron::SubnetPool",
        property: "prefixes",
        refuses: |old, new| !covers(new, old).unwrap_or(true),
        refusal: Refusal::Certain("the new prefixes have to contain all old ones"),
    },
    Rule {
        resource_type: "OS::Heat::Stack",
        property: "context",
        refuses: |old, new| old.is_null() || new.is_null(),
        refusal: Refusal::Certain("the update fails if it is added or removed (AttributeError in Heat)"),
    },
    Rule {
        resource_type: "OS::Neutron::SecurityGroup",
        property: "stateful",
        refuses: |_, _| true,
        refusal: Refusal::Possible("ports have the group"),
    },
];

/// Refusal by the plug-in of a type for a change of a property from one value to another; `None` if the plug-in accepts it.
#[must_use]
pub fn refusal(type_name: &str, property: &str, old: &Value, new: &Value) -> Option<Refusal> {
    let rules = RULES.iter().filter(|rule| rule.resource_type == type_name && rule.property == property);
    rules.into_iter().find(|rule| (rule.refuses)(old, new)).map(|rule| rule.refusal)
}

/// Refusals that the plug-in of a type can return, each with the name of the property.
pub fn refusals(type_name: &str) -> impl Iterator<Item = (&'static str, Refusal)> {
    let rules = RULES.iter().filter(move |rule| rule.resource_type == type_name);
    rules.map(|rule| (rule.property, rule.refusal))
}

/// Reason why the plug-in of a type fails in an update in which no property changes; `None` if it does not fail.
#[must_use]
pub fn refusal_of_empty_update(type_name: &str) -> Option<&'static str> {
    (type_name == "OS::Glance::WebImage")
        .then_some("an update in which no property changes fails (UnboundLocalError in Heat)")
}

/// Whether the networks in `outer` contain all addresses of the networks in `inner`; `None` if a value is not a list of networks.
fn covers(outer: &Value, inner: &Value) -> Option<bool> {
    let ranges = |value: &Value| {
        let items = value.as_list()?;
        items.iter().map(|item| range(item.as_str()?)).collect::<Option<Vec<_>>>()
    };
    let (mut outer, inner) = (ranges(outer)?, ranges(inner)?);
    outer.sort_unstable();
    let is_covered = |(is_v6, mut start, end): (bool, u128, u128)| {
        for (_, from, to) in outer.iter().filter(|(outer_v6, ..)| *outer_v6 == is_v6) {
            if *from <= start && start <= *to {
                if end <= *to {
                    return true;
                }
                start = to.saturating_add(1);
            }
        }
        false
    };
    Some(inner.into_iter().all(is_covered))
}

/// Whether a network such as `10.0.0.0/8` is IPv6, and its first and last address.
fn range(text: &str) -> Option<(bool, u128, u128)> {
    let (address, length) = text.split_once('/')?;
    let (is_v6, bits, address) = match address.parse().ok()? {
        IpAddr::V4(address) => (false, 32, u128::from(u32::from(address))),
        IpAddr::V6(address) => (true, 128, u128::from(address)),
    };
    let length: u32 = length.parse().ok().filter(|length| *length <= bits)?;
    let host = u128::MAX.checked_shr(128 - bits + length).unwrap_or(0);
    Some((is_v6, address & !host, address | host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(type_name: &str, property: &str, old: &str, new: &str, expect: bool) {
        let [old, new] = [old, new].map(|text| heat_model::json::parse(text).unwrap());
        let found = refusal(type_name, property, &old, &new);
        assert_eq!(found.is_some(), expect, "{property}: {old} to {new}: {found:?}");
    }

    #[test]
    fn a_volume_grows_and_does_not_shrink() {
        check("OS::Cinder::Volume", "size", "2", "1", true);
        check("OS::Cinder::Volume", "size", "1", "2", false);
        check("OS::Cinder::Volume", "size", "null", "2", false);
        check("OS::Cinder::Volume", "size", "2", "null", true);
        check("OS::Cinder::Volume", "name", "2", "1", false);
        check("OS::Manila::Share", "size", "2", "1", false);
    }

    #[test]
    fn prefixes_stay() {
        let check = |old, new, expect| check("OS::Neutron::SubnetPool", "prefixes", old, new, expect);
        check(r#"["10.0.0.0/8"]"#, r#"["10.0.0.0/8", "192.168.0.0/16"]"#, false);
        check(r#"["10.0.0.0/8", "192.168.0.0/16"]"#, r#"["10.0.0.0/8"]"#, true);
        check(r#"["10.0.0.0/8"]"#, r#"["10.0.0.0/9", "10.128.0.0/9"]"#, false);
        check(r#"["10.0.0.0/8"]"#, r#"["10.128.0.0/9"]"#, true);
        check(r#"["10.0.0.0/8"]"#, r#"["10.0.0.5/8"]"#, false);
        check(r#"["10.0.0.5/8"]"#, r#"["10.0.0.0/8"]"#, false);
        check(r#"["10.1.0.0/16"]"#, r#"["0.0.0.0/0"]"#, false);
        check(r#"["10.1.0.0/16"]"#, r#"["::/0"]"#, true);
        check(r#"["2001:db8::/48"]"#, r#"["2001:db8::/32"]"#, false);
        check(r#"["pool"]"#, r#"["other"]"#, false);
    }

    #[test]
    fn subnets_keep_their_segment_and_have_a_gateway() {
        check("OS::Neutron::Subnet", "segment", "\"a\"", "\"b\"", true);
        check("OS::Neutron::Subnet", "segment", "null", "\"b\"", false);
        check("OS::Neutron::Subnet", "segment", "\"a\"", "null", false);
        check("OS::Neutron::Subnet", "gateway_ip", "\"10.0.0.1\"", "\"auto\"", true);
        check("OS::Neutron::Subnet", "gateway_ip", "\"auto\"", "\"10.0.0.1\"", false);
    }
}
