//! Selection of a proxy for a request, by the environment variables that other programs read.

use std::net::{IpAddr, Ipv4Addr};

use super::Origin;

/// Proxies set in the environment.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Proxies {
    http: Option<String>,
    https: Option<String>,
    excluded: Vec<String>,
}

impl Proxies {
    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lowercase or uppercase letters.
    pub(crate) fn from_environment() -> Self {
        Self::read(|name| std::env::var(name).ok())
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name: &str| {
            let set = variable(name).or_else(|| variable(&name.to_ascii_uppercase()));
            set.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let all = get("all_proxy");
        let excluded = get("no_proxy").unwrap_or_default();
        Self {
            http: get("http_proxy").or_else(|| all.clone()),
            https: get("https_proxy").or(all),
            excluded: excluded
                .split(',')
                .map(|entry| entry.trim().to_ascii_lowercase())
                .filter(|entry| !entry.is_empty())
                .collect(),
        }
    }

    /// Returns the proxy for requests to a service. Link-local addresses (the metadata service) and this machine are always asked
    /// directly.
    pub(crate) fn proxy_for(&self, origin: &Origin) -> Option<&str> {
        let proxy = if origin.secure { &self.https } else { &self.http };
        let proxy = proxy.as_deref()?;
        let host = origin.host.trim_start_matches('[').trim_end_matches(']');
        let address: Option<IpAddr> = host.parse().ok();
        let nearby = match address {
            Some(IpAddr::V4(address)) => address.is_loopback() || address.is_link_local(),
            Some(IpAddr::V6(address)) => address.is_loopback() || address.is_unicast_link_local(),
            None => host == "localhost",
        };
        let excluded =
            nearby || self.excluded.iter().any(|entry| excludes(entry, host, origin.port, address));
        (!excluded).then_some(proxy)
    }
}

/// Returns whether an entry of `no_proxy` matches the host: `*`, a host, a domain, either of them with a port, an address, or a
/// range of addresses.
fn excludes(entry: &str, host: &str, port: u16, address: Option<IpAddr>) -> bool {
    if entry == "*" || entry == host {
        return true;
    }
    if let (Some((network, bits)), Some(IpAddr::V4(address))) = (entry.split_once('/'), address) {
        return contains(network, bits, address);
    }
    let (name, wanted) = match entry.rsplit_once(':') {
        Some((name, wanted)) if !name.contains(':') => (name, wanted.parse().ok()),
        _ => (entry, None),
    };
    if wanted.is_some_and(|wanted: u16| wanted != port) {
        return false;
    }
    let domain = name.trim_start_matches('*').trim_start_matches('.');
    let inside = host.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.'));
    !domain.is_empty() && inside
}

fn contains(network: &str, bits: &str, address: Ipv4Addr) -> bool {
    let (Ok(network), Ok(bits @ 0..=32)) = (network.parse::<Ipv4Addr>(), bits.parse::<u32>()) else {
        return false;
    };
    let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
    network.to_bits() & mask == address.to_bits() & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(environment: &[(&str, &str)], url: &str, expect: Option<&str>) {
        let proxies = Proxies::read(|name| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        assert_eq!(proxies.proxy_for(&Origin::parse(url).unwrap().0), expect, "{url}");
    }

    #[test]
    fn each_scheme_has_its_proxy() {
        let environment = [("http_proxy", "http://p:1"), ("HTTPS_PROXY", " http://s:2 ")];
        check(&environment, "http://heat/", Some("http://p:1"));
        check(&environment, "https://heat/", Some("http://s:2"));
        check(&[("https_proxy", "")], "https://heat/", None);
        check(&[("ALL_PROXY", "http://a:3")], "https://heat/", Some("http://a:3"));
    }

    #[test]
    fn this_machine_and_the_metadata_service_are_asked_directly() {
        let environment = [("http_proxy", "http://p:1")];
        for url in
            ["http://169.254.169.254/latest", "http://localhost:5/", "http://127.0.0.1/", "http://[::1]/"]
        {
            check(&environment, url, None);
        }
    }

    #[test]
    fn no_proxy_names_hosts_domains_and_networks() {
        let with = |excluded| [("http_proxy", "http://p:1"), ("no_proxy", excluded)];
        let proxy = Some("http://p:1");
        check(&with("heat.example"), "http://heat.example:8004/", None);
        check(&with("example, other"), "http://heat.example/", None);
        check(&with(".example"), "http://heat.EXAMPLE/", None);
        check(&with("*.example"), "http://heat.example/", None);
        check(&with("ample"), "http://heat.example/", proxy);
        check(&with("heat:8004"), "http://heat:8004/", None);
        check(&with("heat:8004"), "http://heat:8000/", proxy);
        check(&with("10.0.0.0/8"), "http://10.1.2.3/", None);
        check(&with("10.0.0.0/8"), "http://11.1.2.3/", proxy);
        check(&with("0.0.0.0/0"), "http://11.1.2.3/", None);
        check(&with("10.0.0.0/99,,/"), "http://10.1.2.3/", proxy);
        check(&with("*"), "http://heat/", None);
    }
}
