//! Addresses and networks in the values of properties, such as the prefixes of a subnet pool.

use std::net::IpAddr;

use crate::Value;

/// Tests whether the networks in `outer` contain all addresses of the networks in `inner`; `None` if a value is not a list of networks.
#[must_use]
pub fn cover(outer: &Value, inner: &Value) -> Option<bool> {
    let ranges = |value: &Value| {
        let items = value.as_list()?;
        items.iter().map(|item| Range::of(item.as_str()?)).collect::<Option<Vec<_>>>()
    };
    let (mut outer, inner) = (ranges(outer)?, ranges(inner)?);
    outer.sort_unstable();
    let is_covered = |range: Range| {
        let mut start = range.first;
        for outer in outer.iter().filter(|outer| outer.is_v6 == range.is_v6) {
            if outer.first <= start && start <= outer.last {
                if range.last <= outer.last {
                    return true;
                }
                start = outer.last.saturating_add(1);
            }
        }
        false
    };
    Some(inner.into_iter().all(is_covered))
}

/// Tests whether two networks have an address in common. Texts that are no networks have none.
#[must_use]
pub fn overlap(one: &Value, other: &Value) -> bool {
    let range = |value: &Value| Range::of(value.as_str()?);
    let (Some(one), Some(other)) = (range(one), range(other)) else { return false };
    one.is_v6 == other.is_v6 && one.first <= other.last && other.first <= one.last
}

/// First and last address of a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// `true` if the addresses are IPv6.
    pub is_v6: bool,
    /// First address.
    pub first: u128,
    /// Last address.
    pub last: u128,
}

impl Range {
    /// Reads a network such as `10.0.0.0/8`.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let (address, length) = text.split_once('/')?;
        let (is_v6, bits, address) = match address.parse().ok()? {
            IpAddr::V4(address) => (false, 32, u128::from(u32::from(address))),
            IpAddr::V6(address) => (true, 128, u128::from(address)),
        };
        let length: u32 = length.parse().ok().filter(|length| *length <= bits)?;
        let host = u128::MAX.checked_shr(128 - bits + length).unwrap_or(0);
        Some(Self { is_v6, first: address & !host, last: address | host })
    }

    /// Reads a text that is an address or a network.
    #[must_use]
    pub fn of_value(value: &Value) -> Option<Self> {
        let text = value.as_str()?;
        if text.contains('/') {
            return Self::of(text);
        }
        let address: IpAddr = text.parse().ok()?;
        Self::of(&format!("{text}/{}", if address.is_ipv6() { 128 } else { 32 }))
    }

    /// Returns whether all addresses of another network are in this one.
    #[must_use]
    pub const fn contains(&self, other: &Self) -> bool {
        self.is_v6 == other.is_v6 && self.first <= other.first && other.last <= self.last
    }
}

#[cfg(test)]
mod tests {
    use super::cover;
    use crate::Value;

    #[test]
    fn networks_cover_each_other() {
        let check = |inner: &[&str], outer: &[&str], expect: Option<bool>| {
            let list = |texts: &[&str]| Value::List(texts.iter().map(|text| Value::from(*text)).collect());
            assert_eq!(cover(&list(outer), &list(inner)), expect, "{inner:?} in {outer:?}");
        };
        check(&["10.0.0.0/8"], &["10.0.0.0/8", "192.168.0.0/16"], Some(true));
        check(&["10.0.0.0/8", "192.168.0.0/16"], &["10.0.0.0/8"], Some(false));
        check(&["10.0.0.0/8"], &["10.0.0.0/9", "10.128.0.0/9"], Some(true));
        check(&["10.0.0.0/8"], &["10.128.0.0/9"], Some(false));
        check(&["10.0.0.0/8"], &["10.0.0.5/8"], Some(true));
        check(&["10.0.0.5/8"], &["10.0.0.0/8"], Some(true));
        check(&["10.1.0.0/16"], &["0.0.0.0/0"], Some(true));
        check(&["10.1.0.0/16"], &["::/0"], Some(false));
        check(&["2001:db8::/48"], &["2001:db8::/32"], Some(true));
        check(&["pool"], &["other"], None);
    }
}
