//! `ip_addr`, `net_cidr`, `ip_or_cidr`: addresses and blocks of them (neutron-lib's `validate_ip_address` and
//! `validate_subnet`, which use netaddr).
//!
//! neutron-lib accepts an IPv4 address or block only if netaddr would write it the same way. It does not
//! check this for IPv6, so everything that netaddr reads is accepted there.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::text::{int, quote, string};
use crate::Value;
use crate::python::is_space;

pub(super) fn check_address(value: &Value) -> Result<(), String> {
    address(string(value)?)
}

pub(super) fn check_block(value: &Value) -> Result<(), String> {
    block(string(value)?)
}

pub(super) fn check_address_or_block(value: &Value) -> Result<(), String> {
    let text = string(value)?;
    if text.contains('/') { block(text) } else { address(text) }
}

fn address(text: &str) -> Result<(), String> {
    if is_v4(text) || is_v6(text) {
        return Ok(());
    }
    Err(if text.contains('/') {
        "an address cannot have a prefix length".to_owned()
    } else {
        not_an_address(text)
    })
}

/// Rust reads exactly the form that netaddr writes: four decimal numbers without leading zeros.
fn is_v4(text: &str) -> bool {
    text.parse::<Ipv4Addr>().is_ok()
}

/// Rust reads what `inet_pton` reads: no zone, at most four digits per group, a strict IPv4 address at the
/// end.
fn is_v6(text: &str) -> bool {
    text.parse::<Ipv6Addr>().is_ok()
}

fn not_an_address(text: &str) -> String {
    if text.contains(is_space) {
        return format!("unexpected white space in {}", quote(text));
    }
    if text.contains('%') && text.contains(':') {
        return "an IPv6 zone (`%` and what follows) is not allowed".to_owned();
    }
    let octets = text.split('.').take(5).filter(|octet| !octet.is_empty() && octet.len() < 10);
    let numbers: Vec<&str> = octets.filter(|octet| octet.bytes().all(|byte| byte.is_ascii_digit())).collect();
    if numbers.len() == 4 && !text.contains(':') {
        if let Some(large) = numbers.iter().find(|octet| octet.parse::<u32>().is_ok_and(|octet| octet > 255))
        {
            return format!("each part of an IPv4 address must be between 0 and 255, found {large}");
        }
        if let Some(padded) = numbers.iter().find(|octet| octet.len() > 1 && octet.starts_with('0')) {
            return format!("leading zeros in an IPv4 address, found {padded}");
        }
    }
    format!("not an IPv4 or IPv6 address: {}", quote(text))
}

fn block(text: &str) -> Result<(), String> {
    // The prefix length is read by `int()`; white space has already been excluded.
    if text.contains(is_space) {
        return Err(format!("unexpected white space in {}", quote(text)));
    }
    let Some((address, prefix)) = text.split_once('/') else {
        return Err("expected a prefix length, as in `192.0.2.0/24`".to_owned());
    };
    if is_v4(address) {
        v4_prefix(prefix)
    } else if is_v6(address) {
        v6_prefix(prefix)
    } else {
        Err(format!("before the slash: {}", not_an_address(address)))
    }
}

fn v4_prefix(prefix: &str) -> Result<(), String> {
    let canonical = prefix.parse::<u8>().is_ok_and(|length| length <= 32 && length.to_string() == prefix);
    if canonical {
        return Ok(());
    }
    let hint = if is_v4(prefix) { "; a mask is not allowed" } else { "" };
    Err(format!("the prefix length of an IPv4 block must be between 0 and 32, found {}{hint}", quote(prefix)))
}

fn v6_prefix(prefix: &str) -> Result<(), String> {
    let accepted = match int(prefix) {
        Some(length) => (0..=128).contains(&length),
        // netaddr also reads a network mask or a host mask.
        None => prefix.parse::<Ipv6Addr>().is_ok_and(|mask| is_mask(mask.to_bits())),
    };
    if accepted {
        return Ok(());
    }
    Err(format!("the prefix length of an IPv6 block must be between 0 and 128, found {}", quote(prefix)))
}

/// Returns whether the bits are ones followed by zeros, or zeros followed by ones.
fn is_mask(bits: u128) -> bool {
    bits.leading_ones() + bits.trailing_zeros() >= 128 || bits.leading_zeros() + bits.trailing_ones() >= 128
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks whether the text is an address, and whether it is a block.
    fn check(text: &str, expect: [bool; 2]) {
        let value = Value::from(text);
        let answers = [check_address(&value), check_block(&value)];
        assert_eq!(answers.each_ref().map(Result::is_ok), expect, "{text:?}: {answers:?}");
        assert_eq!(check_address_or_block(&value).is_ok(), expect[0] || expect[1], "{text:?}");
    }

    #[test]
    fn an_ipv4_address_has_one_notation() {
        check("192.0.2.10", [true, false]);
        for text in
            ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "0x7f.0.0.1", "1", "٣.3.3.3", "1.2.3.4\n"]
        {
            check(text, [false, false]);
        }
    }

    #[test]
    fn messages_name_the_invalid_part() {
        fn check(text: &str, expect: &str) {
            assert_eq!(not_an_address(text), expect, "{text:?}");
        }
        check("1.2.3.256", "each part of an IPv4 address must be between 0 and 255, found 256");
        check("1.2.3.04", "leading zeros in an IPv4 address, found 04");
        check("10..20.30.0", "not an IPv4 or IPv6 address: `10..20.30.0`");
        check("1.2.3.4.5", "not an IPv4 or IPv6 address: `1.2.3.4.5`");
        check("fe80::1%eth0", "an IPv6 zone (`%` and what follows) is not allowed");
    }

    #[test]
    fn an_ipv6_address_has_many_notations() {
        for text in
            ["::", "2001:db8::1", "2001:DB8:0000:0::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:7::", "::1.2.3.4"]
        {
            check(text, [true, false]);
        }
        for text in
            ["fe80::1%eth0", "[::1]", ":::", "1::2::3", "::12345", "::1.2.3.04", "1:2:3:4:5:6:7:8::", "::\0"]
        {
            check(text, [false, false]);
        }
    }

    #[test]
    fn an_ipv4_block_has_a_plain_prefix_length() {
        check("10.0.0.0/8", [false, true]);
        check("10.0.0.1/0", [false, true]);
        for text in [
            "10/8",
            "10.0.0.0/33",
            "10.0.0.0/08",
            "10.0.0.0/+8",
            "10.0.0.0/255.0.0.0",
            "10.0.0.0/8/8",
            "1.2.3.4/",
        ] {
            check(text, [false, false]);
        }
    }

    #[test]
    fn an_ipv6_block_may_have_any_integer_or_mask_for_its_prefix_length() {
        for text in
            ["2001:db8::/32", "::/-0", "::/+1_2_8", "::/064", "::/٦٤", "::/ffff::", "::/::ffff", "::/::"]
        {
            check(text, [false, true]);
        }
        for text in [
            "::/129",
            "::/-1",
            "::/",
            "::/1.2.3.4",
            "::/ff0f::",
            "::/ 64",
            "::/64\n",
            "::/1__2",
            "fe80::%1/64",
        ] {
            check(text, [false, false]);
        }
    }
}
