//! Rules about security, which are data: each is a file in `security/`, in the form that projects use for their own rules.

use heat_yaml::Severity;

use super::super::{Check, Declared, Family, Rule};

/// A rule from its file.
macro_rules! rule {
    ($id:literal, $severity:ident, $summary:literal) => {
        Rule {
            id: $id,
            family: Family::Security,
            summary: $summary,
            docs: "",
            check: Check::Declared(Declared::BuiltIn(
                Severity::$severity,
                include_str!(concat!("../security/", $id, ".yaml")),
            )),
        }
    };
}

pub(in super::super) static RULES: &[Rule] = &[
    rule!("security-admin-role", Note, "A user or group becomes an administrator"),
    rule!("security-any-address-pair", Warning, "A port may use any address"),
    rule!("security-credentials-in-url", Warning, "An address contains a password"),
    rule!(
        "security-default-egress",
        Note,
        "A security group restricts what comes in, and nothing that goes out"
    ),
    rule!("security-download-over-http", Note, "A script downloads without encryption"),
    rule!("security-firewall-any-destination", Note, "A firewall rule allows any destination"),
    rule!("security-firewall-any-source", Note, "A firewall rule allows any source"),
    rule!("security-http-address", Note, "An address is used without encryption"),
    rule!(
        "security-ignored-remote-group",
        Warning,
        "A rule of a security group names a remote group that Heat ignores"
    ),
    rule!("security-listener-without-tls", Note, "A load balancer accepts HTTP without encryption"),
    rule!("security-literal-secret", Warning, "A password or key is written in the template"),
    rule!("security-open-admin-port", Warning, "A port for administration is open to any address"),
    rule!("security-open-all-ports", Warning, "All ports are open to any address"),
    rule!(
        "security-open-database-port",
        Warning,
        "A port of a database or message queue is open to any address"
    ),
    rule!("security-open-egress", Note, "A rule lets servers send to public addresses"),
    rule!("security-open-port", Note, "A port is open to public addresses"),
    rule!("security-port-security-off", Warning, "Port security is off"),
    rule!("security-private-key-in-text", Warning, "A private key is written in the template"),
    rule!("security-public-container", Warning, "Everybody can read or write a container"),
    rule!("security-public-image", Note, "An image is offered to all projects"),
    rule!("security-public-share", Warning, "A shared file system admits any address"),
    rule!("security-saved-private-key", Note, "Heat stores a private key"),
    rule!("security-script-from-network", Note, "A script runs what it downloads"),
    rule!("security-secret-in-map", Warning, "A map contains a secret that is written in the template"),
    rule!("security-secret-in-text", Warning, "A script contains a secret"),
    rule!("security-shared-with-everyone", Note, "All projects can use a resource"),
    rule!("security-ssh-password", Note, "Users can log in to a server by a password"),
    rule!("security-tls-disabled", Warning, "TLS or the check of certificates is switched off"),
    rule!("security-undescribed-group", Note, "A security group has no description"),
    rule!("security-unencrypted-volume-type", Note, "A volume type has no encryption"),
    rule!("security-unverified-certificate", Warning, "A script does not check certificates"),
    rule!("security-unverified-package", Note, "A script installs packages without checking signatures"),
    rule!("security-weak-random-string", Warning, "A generated password can be guessed"),
    rule!("security-weak-vpn", Warning, "A VPN uses weak cryptography"),
];

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;
    use crate::DeclaredRule;

    #[test]
    fn files_have_no_mistakes_and_say_what_the_table_says() {
        for rule in RULES {
            let Check::Declared(Declared::BuiltIn(severity, text)) = rule.check else {
                panic!("{}", rule.id)
            };
            let (read, found) = DeclaredRule::read(&Source::new(rule.id, text));
            assert!(found.is_empty(), "{found:?}");
            let read = read.unwrap();
            assert_eq!(
                (read.id.as_str(), read.summary.as_str(), read.severity),
                (rule.id, rule.summary, severity)
            );
            assert!(
                read.example.is_some() && read.use_instead.is_some() && read.cwe.is_some(),
                "{}",
                rule.id
            );
        }
    }
}
