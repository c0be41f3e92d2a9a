//! Rule `impossible-address`: an address or network does not exist.

use std::net::Ipv4Addr;

use crate::lint::context::values;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "impossible-address",
    family: Family::Resources,
    summary: "An address or network does not exist",
    docs: r"
## What it does
Reports a property with an IPv4 network whose prefix is longer than 32, and a property for an address or a network with a number
above 255.

## Why
Heat does not check every property that takes an address. The service refuses it when the resource is created.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  route:
    type: OS::Neutron::ExtraRoute
    properties: {router_id: edge, destination: 10.0.0.0/33, nexthop: 192.0.2.1}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  route:
    type: OS::Neutron::ExtraRoute
    properties: {router_id: edge, destination: 10.0.0.0/24, nexthop: 192.0.2.1}
```
",
    check: Check::Template(check),
};

/// Words in the names of properties that take addresses or networks.
const WORDS: [&str; 8] = ["ip", "ips", "cidr", "cidrs", "address", "gateway", "nexthop", "destination"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        let mut last = ("", false);
        for value in values(resource, schema) {
            let Some(text) = value.snippet.as_str() else { continue };
            // The items of a list share its name, which can be long.
            if !std::ptr::eq(last.0, value.name) {
                last = (value.name, names_address(value.name));
            }
            let takes_address = last.1;
            if let Some((what, help)) = impossible(text, takes_address) {
                findings.report(value.snippet.span, format!("`{text}` is no {what}"), help);
            }
        }
    }
}

/// Returns whether the property with this name takes addresses or networks.
fn names_address(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    last.split('_').any(|word| WORDS.contains(&word))
}

/// Returns the kind of address or network that a text looks like but is not, and the help.
fn impossible(text: &str, takes_address: bool) -> Option<(&'static str, String)> {
    let (address, prefix) =
        text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
    let parts: Vec<&str> = address.split('.').collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() != 4 || !parts.iter().all(is_number) {
        return None;
    }
    let what = if prefix.is_some() { "network" } else { "address" };
    let too_large = parts.iter().find(|part| part.parse::<u8>().is_err());
    if let Some(part) = too_large.filter(|_| takes_address) {
        return Some((what, format!("{part} is larger than 255")));
    }
    let prefix: u8 = prefix.filter(|prefix| is_number(prefix))?.parse().unwrap_or(u8::MAX);
    let is_address = address.parse::<Ipv4Addr>().is_ok();
    (is_address && prefix > 32)
        .then(|| (what, "the prefix of an IPv4 network has at most 32 bits".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn numbers_have_their_limits() {
        let check = check_in_two(&RULE, "resources: {r: {type: My::Thing, properties: {…: …}}}");
        check("new", "10.0.0.0/33", &["10.0.0.0/33 => `10.0.0.0/33` is no network"]);
        check("new", "10.0.0.0/32", &[]);
        check("new", "1.2.3.400", &[]);
        check("remote_ip", "1.2.3.400", &["1.2.3.400 => `1.2.3.400` is no address"]);
        check("remote_ip", "1.2.3.255", &[]);
        check("remote_ip", "1.2.3", &[]);
        check("any", "{parts: [10.0.0.0/40]}", &["10.0.0.0/40 => `10.0.0.0/40` is no network"]);
        check("new", "fe80::1/64", &[]);
    }
}
