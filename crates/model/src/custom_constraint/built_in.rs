//! The constraints that depend only on the value.

use super::{CustomConstraints, CustomViolation, Moment, cron, dns, ip, iso8601, json_string, mac, timezone};
use crate::Value;

/// Heat's twelve custom constraints that do not need a cloud.
///
/// For any value, they return the same answer as Heat 27.0.1, that is, as the Python libraries to which Heat passes the value:
///
/// | name | accepts | library |
/// |---|---|---|
/// | `ip_addr` | an IPv4 or IPv6 address | neutron-lib, netaddr |
/// | `mac_addr` | a 48-bit MAC address | netaddr |
/// | `net_cidr` | an address with a prefix length | neutron-lib, netaddr |
/// | `ip_or_cidr` | either of address and block | neutron-lib, netaddr |
/// | `dns_name` | a DNS name, relative or absolute | – |
/// | `rel_dns_name` | a DNS name without a final dot | – |
/// | `dns_domain` | a DNS name with a final dot | – |
/// | `cron_expression` | a schedule of 5 to 7 fields | croniter 7 |
/// | `timezone` | a key of the time zone database | `zoneinfo`, tzdata |
/// | `expiration` | a moment of ISO 8601 in the future | oslo.utils, iso8601 |
/// | `iso_8601` | a moment of ISO 8601 | oslo.utils, iso8601 |
/// | `json_string` | a text that is JSON | `json` |
///
/// All except the addresses and `iso_8601` accept values that are false in Python, of any type: null, `""`, `0`, `[]`. Any other
/// constraint is [not found](CustomViolation::NotFound).
///
/// ```
/// use heat_model::Value;
/// use heat_model::custom_constraint::{BuiltIn, CustomConstraints, Moment};
///
/// let built_in = BuiltIn { now: Moment::from_unix(1_700_000_000, 0) };
/// assert!(built_in.check("ip_addr", &Value::from("2001:db8::1")).is_ok());
/// assert!(built_in.check("expiration", &Value::from("1999-12-31")).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltIn {
    /// The present moment for `expiration`.
    pub now: Moment,
}

impl BuiltIn {
    /// The names of the constraints, sorted.
    pub const NAMES: [&str; 12] = [
        "cron_expression",
        "dns_domain",
        "dns_name",
        "expiration",
        "ip_addr",
        "ip_or_cidr",
        "iso_8601",
        "json_string",
        "mac_addr",
        "net_cidr",
        "rel_dns_name",
        "timezone",
    ];

    /// Returns whether a name is one of these constraints and its result does not depend on the time.
    #[must_use]
    pub fn is_timeless(name: &str) -> bool {
        name != "expiration" && Self::NAMES.contains(&name)
    }

    /// A pattern that matches every text that the constraint of this name accepts, if such a pattern is known. It may match other
    /// texts, too: it checks only the characters and the lengths.
    #[must_use]
    pub fn pattern(name: &str) -> Option<&'static str> {
        match name {
            "ip_addr" => Some(r"[0-9A-Fa-f:.]{2,45}\Z"),
            "mac_addr" => Some(r"[0-9A-Fa-f:.-]{5,17}\n?\Z"),
            "dns_name" | "dns_domain" => Some(r"[a-z0-9.\n-]{0,256}\Z"),
            "net_cidr" | "ip_or_cidr" => Some(r"\S+\Z"),
            "rel_dns_name" => Some(r"[a-z0-9.\n-]{0,252}\Z"),
            _ => None,
        }
    }

    /// Two values that the constraint of this name accepts at any time; empty for other names.
    #[must_use]
    pub fn samples(name: &str) -> &'static [&'static str] {
        match name {
            "cron_expression" => &["* * * * *", "0 0 * * *"],
            "dns_domain" => &["example.org.", "example.com."],
            "dns_name" => &["example.org", "example.com"],
            "expiration" => &["2999-01-01T00:00:00Z", "2999-12-31T00:00:00Z"],
            "ip_addr" => &["192.0.2.1", "2001:db8::1"],
            "ip_or_cidr" => &["192.0.2.1", "192.0.2.0/24"],
            "iso_8601" => &["2030-01-01", "2030-12-31"],
            "json_string" => &["{}", "[]"],
            "mac_addr" => &["00:00:5e:00:53:01", "00:00:5e:00:53:02"],
            "net_cidr" => &["192.0.2.0/24", "2001:db8::/32"],
            "rel_dns_name" => &["example", "www"],
            "timezone" => &["UTC", "Europe/Berlin"],
            _ => &[],
        }
    }

    /// Short and long texts that the constraint of this name accepts at any time, in addition to the samples; empty for other
    /// names. They distinguish constraints that differ only in the length.
    #[must_use]
    pub fn extremes(name: &str) -> Vec<String> {
        // The prefix of a block of IPv6 addresses may have any number of zeros before it.
        let long_block = || format!("fe80::/{}64", "0".repeat(300));
        let labels = |last: usize| format!("{0}.{0}.{0}.{1}", "a".repeat(63), "a".repeat(last));
        match name {
            "dns_domain" => vec!["a.".to_owned(), format!("{}.", labels(61))],
            "dns_name" => vec!["a".to_owned(), labels(61)],
            "ip_addr" => vec!["::".to_owned(), "1111:2222:3333:4444:5555:6666:255.255.255.255".to_owned()],
            "ip_or_cidr" => vec!["::".to_owned(), long_block()],
            "mac_addr" => vec!["1-1-1".to_owned()],
            "net_cidr" => vec!["::/0".to_owned(), long_block()],
            "rel_dns_name" => vec!["a".to_owned(), labels(59)],
            _ => Vec::new(),
        }
    }

    /// Returns the constraints at a moment, for instance `SystemTime::now()`.
    #[must_use]
    pub fn at(now: impl Into<Moment>) -> Self {
        Self { now: now.into() }
    }
}

impl CustomConstraints for BuiltIn {
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation> {
        let answer = match name {
            "cron_expression" => cron::check(value),
            "dns_domain" => dns::check_domain(value),
            "dns_name" => dns::check_name(value),
            "expiration" => iso8601::check_expiration(value, self.now),
            "ip_addr" => ip::check_address(value),
            "ip_or_cidr" => ip::check_address_or_block(value),
            "iso_8601" => iso8601::check(value),
            "json_string" => json_string::check(value),
            "mac_addr" => mac::check(value),
            "net_cidr" => ip::check_block(value),
            "rel_dns_name" => dns::check_relative_name(value),
            "timezone" => timezone::check(value),
            _ => return Err(CustomViolation::NotFound),
        };
        answer.map_err(CustomViolation::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Integer;
    use crate::value::List;

    const BUILT_IN: BuiltIn = BuiltIn { now: Moment::from_unix(1_700_000_000, 0) };

    #[test]
    fn every_listed_name_has_a_check() {
        for name in BuiltIn::NAMES {
            assert_ne!(BUILT_IN.check(name, &Value::from("?")), Err(CustomViolation::NotFound), "{name}");
        }
        assert!(BuiltIn::NAMES.is_sorted());
        for name in ["nova.flavor", "", "IP_ADDR", "ip_addr "] {
            assert_eq!(BUILT_IN.check(name, &Value::from("::")), Err(CustomViolation::NotFound), "{name}");
        }
    }

    #[test]
    fn falsy_values_pass_where_heat_checks_for_them_first() {
        let falsy = [
            Value::Null,
            Value::from(false),
            Value::from(0),
            Value::Float(0.0),
            Value::from(""),
            Value::List(List::default()),
            Value::from(indexmap::IndexMap::new()),
        ];
        let strict = ["ip_addr", "ip_or_cidr", "iso_8601", "mac_addr", "net_cidr"];
        for name in BuiltIn::NAMES {
            for value in &falsy {
                let refused = BUILT_IN.check(name, value).is_err();
                assert_eq!(refused, strict.contains(&name), "{name}: {value}");
            }
        }
    }

    #[test]
    fn only_strings_pass() {
        let truthy = [
            Value::from(true),
            Value::from(10),
            Value::Integer(Integer::from_decimal("99999999999999999999").unwrap()),
            Value::Float(f64::NAN),
            Value::from(vec![Value::from("/")]),
            [("/".to_owned(), Value::Null)].into_iter().collect(),
        ];
        for name in BuiltIn::NAMES {
            for value in &truthy {
                let answer = BUILT_IN.check(name, value);
                let expect = format!("expected a string, found {}", value.kind());
                assert_eq!(answer, Err(CustomViolation::Refused(expect)), "{name}: {value}");
            }
        }
    }

    #[test]
    fn whatever_is_accepted_matches_the_pattern() {
        // The longest and the shortest text of each, and those that Python's `$` lets through at the end.
        let label = "a".repeat(63);
        let labels = [label.as_str(); 3].join(".");
        let texts = [
            "::",
            "1.2.3.4",
            "fe80::/0000000000000000000000000000000000000000000064",
            "1111:2222:3333:4444:5555:6666:255.255.255.255",
            "ABCD:ef01:2345:6789:abcd:ef01:2345:6789",
            "fa:16:3e:12:34:56",
            "fa:16:3e:12:34:56\n",
            "a163e123456",
            "a163e:23456",
            "f-16-3e12",
            "1-2-3-4-5-6",
            "",
            "a",
            "a-b.c\n.d",
            "1.2.3.4.\n",
            &format!("{labels}.{}", "a".repeat(63)),
            &format!("{labels}.{}.", "a".repeat(63)),
            &format!("{labels}.{}", "a".repeat(60)),
        ];
        let mut accepted = 0;
        for name in BuiltIn::NAMES {
            let Some(pattern) = BuiltIn::pattern(name) else { continue };
            let pattern = crate::pattern::Pattern::new(pattern).unwrap();
            let extremes = BuiltIn::extremes(name);
            let all = texts
                .iter()
                .chain(BuiltIn::samples(name))
                .copied()
                .chain(extremes.iter().map(String::as_str));
            for text in all.filter(|text| BUILT_IN.check(name, &Value::from(*text)).is_ok()) {
                accepted += 1;
                assert!(pattern.matches(text).unwrap_or(false), "{name}: {text:?}");
            }
        }
        assert!(accepted > 30, "{accepted}");
    }

    #[test]
    fn samples_are_accepted() {
        let built_in = BuiltIn::at(Moment::from_unix(0, 0));
        for name in BuiltIn::NAMES {
            let samples = BuiltIn::samples(name);
            assert_eq!(samples.len(), 2, "{name}");
            let extremes = BuiltIn::extremes(name);
            for sample in samples.iter().copied().chain(extremes.iter().map(String::as_str)) {
                assert!(built_in.check(name, &Value::from(sample)).is_ok(), "{name} {sample}");
            }
        }
    }
}
