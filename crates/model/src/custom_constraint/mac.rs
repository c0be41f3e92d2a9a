//! `mac_addr`: MAC addresses in the notations that netaddr reads (`netaddr.valid_mac`).

use super::text::{before_final_line_feed, string};
use crate::Value;

/// Groups of hexadecimal digits: the separators, the number of groups, and the number of digits in each.
const NOTATIONS: [(&[char], usize, [usize; 2]); 4] = [
    // EUI-48, with hyphens as in the standard or colons as in Unix.
    (&[':', '-'], 6, [1, 2]),
    // Cisco.
    (&[':', '-', '.'], 3, [1, 4]),
    // PostgreSQL.
    (&[':', '-'], 2, [5, 6]),
    // No separator.
    (&['-'], 1, [11, 12]),
];

/// The length of the longest notation: six groups of two, with separators.
const MAX_LENGTH: usize = 17;

pub(super) fn check(value: &Value) -> Result<(), String> {
    let address = before_final_line_feed(string(value)?);
    if address.len() > MAX_LENGTH {
        return Err("longer than any notation of a MAC address".to_owned());
    }
    if NOTATIONS.iter().any(|notation| fits(address, *notation)) {
        return Ok(());
    }
    let odd = address.chars().find(|char| !char.is_ascii_hexdigit() && !matches!(char, ':' | '-' | '.'));
    Err(match odd {
        Some(odd) => format!("{odd:?} is not part of a MAC address"),
        None => {
            "not six pairs of hexadecimal digits, as in `fa:16:3e:12:34:56`, nor another notation of that"
                .to_owned()
        }
    })
}

fn fits(address: &str, (separators, groups, [least, most]): (&[char], usize, [usize; 2])) -> bool {
    separators.iter().any(|separator| {
        address.split(*separator).count() == groups
            && address.split(*separator).all(|group| {
                (least..=most).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit())
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, accepted: bool) {
        assert_eq!(super::check(&Value::from(address)).is_ok(), accepted, "{address:?}");
    }

    #[test]
    fn all_notations_of_netaddr_are_read() {
        for address in [
            "fa:16:3e:12:34:56",
            "FA-16-3E-12-34-56",
            "1:2:3:4:5:6",
            "fa16.3e12.3456",
            "f:16:3e12",
            "fa16-3e12-3456",
            "fa163e-123456",
            "a163e:23456",
            "fa163e123456",
            "a163e123456",
            "fa:16:3e:12:34:56\n",
        ] {
            check(address, true);
        }
    }

    #[test]
    fn messages_name_the_invalid_character() {
        let check = |address: &str, expect: &str| {
            let refusal = super::check(&Value::from(address)).unwrap_err();
            assert!(refusal.contains(expect), "{address:?}: {refusal}");
        };
        check("fa:16:3e:12:34:5g", "'g' is not part of a MAC address");
        check("fa-16.3e:zz", "'z' is not part of a MAC address");
        check("fa:16:3e:12", "not six pairs of hexadecimal digits");
        check("fa:16:3e:12:34:56:78", "longer than any notation");
    }

    #[test]
    fn nothing_else_is() {
        for address in [
            "",
            "\n",
            "fa:16:3e:12:34",
            "fa:16-3e:12:34:56",
            "fa:16:3e:12:34:56:78",
            "fa:16:3e:12:34:5g",
            "fa.16.3e.12.34.56",
            "fa16:3e12",
            "a163e12345",
            "fa:16:3e:12:34:56\n\n",
            " fa163e123456",
            "ｆa163e123456",
        ] {
            check(address, false);
        }
    }
}
