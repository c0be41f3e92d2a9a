use heat_model::custom_constraint::{BuiltIn, Moment};
use heat_model::value;

use super::*;

// Each message was observed in Heat.
fn check(name: &str, value: &Value, expect: &str) {
    let built_in = BuiltIn { now: Moment::from_unix(1_700_000_000, 0) };
    let violation = built_in.check(name, value).unwrap_err();
    let message = match failure(name, value, &violation) {
        Failure::Value(message) => message,
        Failure::Raw(exception) => format!("{}: {exception}", exception.class()),
    };
    assert_eq!(message, expect);
}

#[test]
fn refused_addresses() {
    check("ip_addr", &value!("x"), "Error validating value 'x': Invalid IP address");
    check("mac_addr", &value!(5), "Error validating value '5': Invalid MAC address.");
    check("net_cidr", &value!("10/8"), "Error validating value '10/8': '10/8' is not a valid IP subnet");
    check(
        "net_cidr",
        &value!("1.2.3.4/33"),
        "Error validating value '1.2.3.4/33': Invalid net cidr invalid IPNetwork 1.2.3.4/33 ",
    );
    check(
        "net_cidr",
        &value!("/8"),
        "Error validating value '/8': Invalid net cidr invalid IPNetwork .0.0.0/8 ",
    );
    check(
        "net_cidr",
        &value!("192.a"),
        "Error validating value '192.a': Invalid net cidr invalid IPNetwork 192.a.0.0/24 ",
    );
    // Addresses with up to four numbers get a prefix.
    for (text, shown) in [("1.2.3.300", "1.2.3.300/8"), ("1.2.3.4.5", "1.2.3.4.5")] {
        let expect = format!("Error validating value '{text}': Invalid net cidr invalid IPNetwork {shown} ");
        check("net_cidr", &value!(text), &expect);
    }
    check(
        "net_cidr",
        &value!([1]),
        "Error validating value '[1]': Invalid net cidr unexpected type <class 'list'> for addr arg ",
    );
    check("ip_or_cidr", &value!("x"), "Error validating value 'x': 'x' is not a valid IP address");
    check("ip_or_cidr", &value!("x/"), "Error validating value 'x/': 'x/' is not a valid IP subnet");
    check("ip_or_cidr", &value!(true), "Error validating value 'True': True is not a valid IP or CIDR");
}

#[test]
fn a_network_in_short_has_the_prefix_of_its_class() {
    fn check_network(text: &str, expect: &str) {
        let expect = format!("Error validating value '{text}': Invalid net cidr {expect}");
        check("net_cidr", &value!(text), &expect);
    }
    for (text, full) in [
        ("127.a", "127.a.0.0/8"),
        ("128.a", "128.a.0.0/16"),
        ("191.a", "191.a.0.0/16"),
        ("192.a", "192.a.0.0/24"),
        ("223.a", "223.a.0.0/24"),
        ("224.a", "224.a.0.0/4"),
        ("239.a", "239.a.0.0/4"),
        ("240.a", "240.a.0.0/32"),
        ("10.a/32", "10.a.0.0/32"),
        ("x/8", "x.0.0.0/8"),
        (" 10.a", " 10.a.0.0/8"),
        // These are unchanged.
        ("10.a/33", "10.a/33"),
        ("10.a/x", "10.a/x"),
        ("10.a.b.c.d", "10.a.b.c.d"),
        ("a", "a"),
        ("256", "256"),
        ("10:a", "10:a"),
    ] {
        check_network(text, &format!("invalid IPNetwork {full} "));
    }
    check_network("300.a", "Invalid octet: 300!");
    check_network("-1.a", "Invalid octet: -1!");
}

#[test]
fn refused_zones() {
    fn check_zone(text: &str, expect: &str) {
        let expect = format!("Error validating value '{text}': Invalid timezone: {expect}");
        check("timezone", &value!(text), &expect);
    }
    check_zone("/a", "ZoneInfo keys may not be absolute paths, got: /a");
    for text in ["a/", "a//b", "a/./b"] {
        check_zone(text, &format!("ZoneInfo keys must be normalized relative paths, got: {text}"));
    }
    check_zone("../x", "ZoneInfo keys must refer to subdirectories of TZPATH, got: ../x");
    check_zone("nope", "'No time zone found with key nope'");
}

#[test]
fn refused_names() {
    fn dns(name: &str, text: &str, expect: &str) {
        check(name, &value!(text), &format!("Error validating value '{text}': {expect}"));
    }
    dns("dns_name", "a..b", "'a..b' not in valid format. Reason: Encountered an empty component.");
    dns("dns_name", "-a", "'-a' not in valid format. Reason: Name '-a' must not start or end with a hyphen.");
    // A relative name needs space for a domain.
    let long = |length: usize| format!("{}{}", "a.".repeat(100), "b".repeat(length - 200));
    let built_in = BuiltIn { now: Moment::from_unix(1_700_000_000, 0) };
    assert!(built_in.check("rel_dns_name", &value!(long(252))).is_ok());
    let name = long(253);
    dns(
        "rel_dns_name",
        &name,
        &format!(
            "'{name}' contains '253' characters. Adding a domain name will cause it to exceed the maximum length of a FQDN of '255'."
        ),
    );
    let name = long(256);
    let limit =
        format!("'{name}' not in valid format. Reason: '{name}' exceeds the 255 character FQDN limit");
    dns("dns_name", &name, &limit);
    let label = "a".repeat(64);
    let odd = "must be 1-63 characters long, each of which can only be alphanumeric or a hyphen.";
    dns(
        "dns_name",
        &format!("{label}.b"),
        &format!("'{label}.b' not in valid format. Reason: Name '{label}' {odd}"),
    );
    dns("dns_name", "a_b.", &format!("'a_b.' not in valid format. Reason: Name 'a_b' {odd}"));
    dns("dns_name", ".", "'.' not in valid format. Reason: Encountered an empty component.");
    dns("dns_name", "a.1.", "'a.1.' not in valid format. Reason: TLD '1' must not be all numeric.");
    dns("dns_domain", "a.b", "'a.b' must end with '.'.");
    dns("rel_dns_name", "a.b.", "'a.b.' is a FQDN. It should be a relative domain name.");
    check("dns_name", &value!(5), "AttributeError: 'int' object has no attribute 'endswith'");
}

#[test]
fn refused_texts() {
    fn cron(text: &str, expect: &str) {
        let expect = format!("Error validating value '{text}': Invalid CRON expression: [{text}] {expect}");
        check("cron_expression", &value!(text), &expect);
    }
    fn text(name: &str, text: &str, expect: &str) {
        check(name, &value!(text), &format!("Error validating value '{text}'{expect}"));
    }
    text(
        "cron_expression",
        "x",
        ": Invalid CRON expression: Exactly 5, 6 or 7 columns has to be specified for iterator expression.",
    );
    cron("60 * * * *", "is not acceptable, out of range");
    cron("a b c d e", "is not acceptable");
    cron("*/0 * * * *", "step '0' in field 0 is not acceptable");
    cron("a */0 * * *", "is not acceptable");
    let days = "is not acceptable. Question mark can only used in day_of_month or day_of_week";
    cron("? ? ? ? ?", days);
    text("timezone", "utc", ": Invalid timezone: 'No time zone found with key utc'");
    text("iso_8601", "now", "");
    text("expiration", "1999-01-01", ": Expiration 1999-01-01 is invalid: Expiration time is out of date.");
    text("expiration", "x", ": Expiration x is invalid: Unable to parse date string 'x'");
    text("expiration", "2999-13-01", ": Expiration 2999-13-01 is invalid: month must be in 1..12");
    text("expiration", "2999-02-29", ": Expiration 2999-02-29 is invalid: day is out of range for month");
    text("json_string", "01", ": JSON string 01 is invalid: Extra data: line 1 column 2 (char 1)");
    check("json_string", &value!(5), "TypeError: the JSON object must be str, bytes or bytearray, not int");
}
