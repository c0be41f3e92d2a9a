//! Heat's messages for values that its own custom constraints refuse.
//!
//! `heat_model::custom_constraint` makes the decision; only the message is computed here, because the reasons in that module are
//! written for authors of schemas. If the message of a library that Heat uses is not known, that reason is used instead.

#[cfg(test)]
mod tests;

use heat_model::Value;
use heat_model::custom_constraint::{CustomConstraints, CustomViolation, WithoutCloud};
use heat_model::python::{repr_of, str_of, type_name};

use super::convert::type_error;
use super::failure::Failure;
use super::json_text::parse_json;
use crate::fault::{Exception, Problem};

/// The error that Heat raises for a value that a custom constraint refuses.
pub(super) fn failure(name: &str, value: &Value, violation: &CustomViolation) -> Failure {
    let shown = str_of(value);
    let why = match violation {
        CustomViolation::NotFound => {
            return Failure::Value(format!("\"{shown}\" does not validate {name} (constraint not found)"));
        }
        CustomViolation::Refused(why) => why.clone(),
        other => other.to_string(),
    };
    let message = match (name, value) {
        ("ip_addr", _) => "Invalid IP address".to_owned(),
        ("mac_addr", _) => "Invalid MAC address.".to_owned(),
        ("net_cidr", _) => not_a_block(value),
        ("ip_or_cidr", _) => neither_address_nor_block(value),
        ("dns_name" | "rel_dns_name" | "dns_domain", Value::String(text)) => not_a_name(name, text),
        ("dns_name" | "rel_dns_name" | "dns_domain", _) => {
            let problem = Problem::InvalidParameterValue;
            return Failure::Raw(Exception::attribute_error(problem, value, "endswith"));
        }
        ("cron_expression", Value::String(text)) => {
            format!("Invalid CRON expression: {}", not_a_schedule(text, why))
        }
        ("cron_expression", _) => {
            format!("Invalid CRON expression: '{}' object has no attribute 'lower'", type_name(value))
        }
        ("timezone", _) => format!("Invalid timezone: {}", not_a_zone(value)),
        ("expiration", Value::String(text)) => {
            format!("Expiration {text} is invalid: {}", not_a_moment(text, why))
        }
        ("expiration", _) => {
            format!("Expiration {shown} is invalid: '{}' object has no attribute 'strip'", type_name(value))
        }
        ("iso_8601", _) => String::new(),
        ("json_string", Value::String(text)) => {
            let error = parse_json(text).err().map_or(why, |error| error.to_string());
            format!("JSON string {text} is invalid: {error}")
        }
        ("json_string", _) => {
            let message = "the JSON object must be str, bytes or bytearray, not";
            return Failure::Raw(type_error(format!("{message} {}", type_name(value))));
        }
        _ => why,
    };
    Failure::Value(if message.is_empty() {
        format!("Error validating value '{shown}'")
    } else {
        format!("Error validating value '{shown}': {message}")
    })
}

fn not_a_block(value: &Value) -> String {
    let shown = str_of(value);
    match value {
        Value::String(text) if !is_block(text.trim()) => match in_full(text) {
            Ok(text) => format!("Invalid net cidr invalid IPNetwork {text} "),
            Err(octet) => format!("Invalid net cidr Invalid octet: {octet}!"),
        },
        Value::Null | Value::List(_) | Value::Map(_) => {
            format!("Invalid net cidr unexpected type <class '{}'> for addr arg ", type_name(value))
        }
        _ => format!("'{shown}' is not a valid IP subnet"),
    }
}

/// Expands a short form of an IPv4 network as netaddr does; text that is not a short form is unchanged. The error is the first
/// number, if no class of networks has it.
fn in_full(text: &str) -> Result<String, i64> {
    let (address, prefix) =
        text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
    let mut parts: Vec<&str> = address.split('.').collect();
    let is_number = |text: &str| text.trim().parse::<i64>().is_ok();
    if text.is_empty() || text.contains(':') || is_number(text) || parts.len() > 4 {
        return Ok(text.to_owned());
    }
    parts.resize(4, "0");
    // Without a prefix, the prefix of the old network class is used.
    let of_class = |octet: i64| match octet {
        0..=127 => Ok("8"),
        128..=191 => Ok("16"),
        192..=223 => Ok("24"),
        224..=239 => Ok("4"),
        240..=255 => Ok("32"),
        other => Err(other),
    };
    let is_size = |prefix: &&str| prefix.trim().parse().is_ok_and(|size: u8| size <= 32);
    let prefix = if let Some(prefix) = prefix {
        Some(prefix).filter(is_size)
    } else {
        let octet = parts.first().and_then(|first| first.trim().parse().ok());
        octet.map(of_class).transpose()?
    };
    Ok(prefix.map_or_else(|| text.to_owned(), |prefix| format!("{}/{prefix}", parts.join("."))))
}

/// Returns whether netaddr accepts the text as a network. Heat asks netaddr first; neutron-lib is stricter.
fn is_block(text: &str) -> bool {
    let (address, prefix) =
        text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
    let is_mask = |prefix: &str| prefix.parse::<std::net::Ipv4Addr>().is_ok();
    let is_size = |prefix: &str, most: u8| prefix.trim().parse::<u8>().is_ok_and(|size| size <= most);
    if address.parse::<std::net::Ipv6Addr>().is_ok() {
        return prefix.is_none_or(|prefix| is_size(prefix, 128));
    }
    let parts = address.split('.').count();
    parts <= 4
        && address.split('.').all(|part| part.parse::<u8>().is_ok())
        && prefix.is_none_or(|prefix| is_size(prefix, 32) || is_mask(prefix))
}

fn neither_address_nor_block(value: &Value) -> String {
    let shown = str_of(value);
    let has_slash = match value {
        Value::String(text) => text.contains('/'),
        Value::List(items) => items.iter().any(|item| item.as_str() == Some("/")),
        Value::Map(map) => map.contains_key("/"),
        _ => return format!("{shown} is not a valid IP or CIDR"),
    };
    format!("'{shown}' is not a valid IP {}", if has_slash { "subnet" } else { "address" })
}

fn not_a_name(constraint: &str, text: &str) -> String {
    const LONGEST: usize = 255;
    if constraint == "rel_dns_name" {
        if text.ends_with('.') {
            return format!("'{text}' is a FQDN. It should be a relative domain name.");
        }
        let length = text.chars().count();
        if length > LONGEST - 3 {
            return format!(
                "'{text}' contains '{length}' characters. Adding a domain name will cause it to exceed the \
                 maximum length of a FQDN of '{LONGEST}'."
            );
        }
    }
    match not_a_host_name(text, LONGEST) {
        Some(reason) => format!("'{text}' not in valid format. Reason: {reason}"),
        None => format!("'{text}' must end with '.'."),
    }
}

fn not_a_host_name(text: &str, longest: usize) -> Option<String> {
    let trimmed = text.strip_suffix('.').unwrap_or(text);
    if trimmed.chars().count() > longest {
        return Some(format!("'{trimmed}' exceeds the {longest} character FQDN limit"));
    }
    let odd = trimmed.split('.').find_map(|name| {
        if name.is_empty() {
            return Some("Encountered an empty component.".to_owned());
        }
        if name.starts_with('-') || name.ends_with('-') {
            return Some(format!("Name '{name}' must not start or end with a hyphen."));
        }
        // Python's `$` also matches before a line break at the end.
        let label = name.strip_suffix('\n').unwrap_or(name);
        let fits = (1..=63).contains(&label.len())
            && label.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        (!fits).then(|| {
            format!(
                "Name '{name}' must be 1-63 characters long, each of which can only be alphanumeric or a hyphen."
            )
        })
    });
    odd.or_else(|| {
        let last = trimmed.rsplit_once('.').filter(|_| text.ends_with('.'))?.1;
        let is_number = last.strip_suffix('\n').unwrap_or(last).bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| format!("TLD '{last}' must not be all numeric."))
    })
}

/// The messages of croniter, for common errors.
fn not_a_schedule(text: &str, why: String) -> String {
    let fields: Vec<_> = text.split_whitespace().collect();
    if !(5..=7).contains(&fields.len()) {
        return "Exactly 5, 6 or 7 columns has to be specified for iterator expression.".to_owned();
    }
    if why.contains(" is not between ") {
        return format!("[{text}] is not acceptable, out of range");
    }
    if why.contains(" is only allowed for ") {
        return format!(
            "[{text}] is not acceptable. Question mark can only used in day_of_month or day_of_week"
        );
    }
    match fields.iter().position(|field| field.ends_with("/0")) {
        Some(index) if why.contains("step cannot be 0") => {
            format!("[{text}] step '0' in field {index} is not acceptable")
        }
        _ if why.contains("` is not ") => format!("[{}] is not acceptable", fields.join(" ").to_lowercase()),
        _ => why,
    }
}

fn not_a_zone(value: &Value) -> String {
    match value {
        Value::String(key) if key.starts_with('/') => {
            format!("ZoneInfo keys may not be absolute paths, got: {key}")
        }
        Value::String(key) if key.ends_with('/') || key.contains("//") || key.contains("/./") => {
            format!("ZoneInfo keys must be normalized relative paths, got: {key}")
        }
        Value::String(key) if key.starts_with("..") => {
            format!("ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}")
        }
        Value::String(key) => repr_of(&Value::String(format!("No time zone found with key {key}"))),
        Value::List(_) | Value::Map(_) => format!("unhashable type: '{}'", type_name(value)),
        _ => format!("expected str, bytes or os.PathLike object, not {}", type_name(value)),
    }
}

/// The messages of iso8601 and of Python's `datetime`.
fn not_a_moment(text: &str, why: String) -> String {
    const RANGES: [(&str, &str); 4] =
        [("month", "1..12"), ("hour", "0..23"), ("minute", "0..59"), ("second", "0..59")];
    let text = Value::from(text.trim());
    // A valid point in time is refused because it is in the past.
    if WithoutCloud::timeless().check("iso_8601", &text).is_ok() {
        return "Expiration time is out of date.".to_owned();
    }
    if why.starts_with("not a date") {
        return format!("Unable to parse date string {}", repr_of(&text));
    }
    if why.starts_with("the month ") && why.contains(" days, found ") {
        return "day is out of range for month".to_owned();
    }
    let range = RANGES.into_iter().find(|(part, _)| why.starts_with(&format!("the {part} is ")));
    range.map_or(why, |(part, range)| format!("{part} must be in {range}"))
}
