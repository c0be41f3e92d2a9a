//! Rules that are data: each is a file in `declared/`, in the form that projects use for their own rules.

use heat_yaml::Severity;

use super::super::{Check, Declared, Family, Rule};

/// A rule from its file. It is on by default, unless its family is [`Family::Security`] or it is `optional`.
macro_rules! rule {
    ($id:literal, $severity:ident, $summary:literal) => {
        rule!($id, $severity, $summary, Security, is_optional: true)
    };
    ($id:literal, $severity:ident, $summary:literal, $family:ident, is_optional: $is_optional:literal) => {
        Rule {
            id: $id,
            family: Family::$family,
            summary: $summary,
            docs: "",
            check: Check::Declared(Declared::BuiltIn {
                severity: Severity::$severity,
                text: include_str!(concat!("../declared/", $id, ".yaml")),
                is_optional: $is_optional,
            }),
        }
    };
}

pub(in super::super) static PARAMETERS: &[Rule] = &[
    rule!("undescribed-parameter", Warning, "A parameter has no description", Parameters, is_optional: true),
    rule!("visible-secret", Warning, "A secret parameter is not hidden", Parameters, is_optional: false),
    rule!("secret-with-default", Warning, "A secret parameter has a default", Parameters, is_optional: false),
];

pub(in super::super) static RESOURCES: &[Rule] = &[rule!(
    "ignored-properties",
    Warning,
    "A resource with `external_id` has `properties`",
    Resources,
    is_optional: false
)];

pub(in super::super) static SOFTWARE: &[Rule] = &[
    rule!("reserved-input", Warning, "An input has the name of one that Heat adds", Software, is_optional: false),
    rule!(
        "empty-component-config",
        Warning,
        "A config of a component has no `config`",
        Software,
        is_optional: false
    ),
];

pub(in super::super) static SECURITY: &[Rule] = &[
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
        for rule in [PARAMETERS, RESOURCES, SOFTWARE, SECURITY].into_iter().flatten() {
            let Check::Declared(Declared::BuiltIn { severity, text, .. }) = rule.check else {
                panic!("{}", rule.id)
            };
            let (read, found) = DeclaredRule::read(&Source::new(rule.id, text));
            assert!(found.is_empty(), "{found:?}");
            let read = read.unwrap();
            assert_eq!(
                (read.id.as_str(), read.summary.as_str(), read.severity),
                (rule.id, rule.summary, severity)
            );
            let has_cwe = read.cwe.is_some() || rule.family != Family::Security;
            assert!(read.example.is_some() && read.use_instead.is_some() && has_cwe, "{}", rule.id);
        }
    }

    /// Compares the findings of a rule about parameters in a template.
    #[track_caller]
    fn check(id: &str, parameters: &str, expect: &[&str]) {
        let rule = PARAMETERS.iter().find(|rule| rule.id == id).unwrap();
        crate::lint::tests::check(rule, &format!("parameters: {{{parameters}}}"), expect);
    }

    #[test]
    fn names_of_secrets_are_recognised() {
        for name in ["password", "DBPassword", "api_token", "private-key"] {
            let expect =
                format!("{name} => the value of `{name}` is shown to everyone who can see the stack");
            check("visible-secret", &format!("{name}: {{type: string}}"), &[&expect]);
            check("visible-secret", &format!("{name}: {{type: string, hidden: yes}}"), &[]);
        }
        let others = "key_name: {type: string}, password_length: {type: number}, has_token: {type: boolean}";
        check("visible-secret", others, &[]);
        let yaml =
            "AWSTemplateFormatVersion: 2010-09-09\nParameters: {Password: {Type: String, NoEcho: 'no'}}";
        let expect = "'no' => the value of `Password` is shown to everyone who can see the stack";
        crate::lint::tests::check(&PARAMETERS[1], yaml, &[expect]);
        crate::lint::tests::check(&PARAMETERS[1], &yaml.replace("'no'", "'true'"), &[]);
    }

    #[test]
    fn an_empty_default_is_no_secret() {
        let check = |parameters: &str, expect: &[&str]| check("secret-with-default", parameters, expect);
        check(
            "password: {type: string, hidden: true, default: x}",
            &["x => everyone who reads the template knows the default of `password`"],
        );
        check("password: {type: string, hidden: true, default: ''}", &[]);
        check("password: {type: string, default: x}", &[]);
        check("size: {type: string, hidden: true, default: x}", &[]);
    }

    #[test]
    fn an_empty_description_is_none() {
        let message = "the parameter `a` has no description";
        check("undescribed-parameter", "a: {type: string}", &[&format!("a => {message}")]);
        check("undescribed-parameter", "a: {type: string, description: ''}", &[&format!("'' => {message}")]);
        check("undescribed-parameter", "a: {type: string, description: What it is for.}", &[]);
    }

    #[test]
    fn an_external_resource_has_no_properties() {
        let yaml = "resources: {r: {type: My::Thing, …}}";
        let check = crate::lint::tests::check_in(&RESOURCES[0], yaml);
        let alarm = "properties => the resource already exists, so its properties have no effect";
        check("external_id: x, properties: {new: 1}", &[alarm]);
        check("external_id: x, properties: {}", &[]);
        check("properties: {new: 1}", &[]);
    }

    #[test]
    fn names_that_differ_in_case_are_different() {
        let yaml = "resources:
  a: {type: My::Thing, properties: {old: 1}}
  A: {type: My::Thing, external_id: x, properties: {new: 1}}
";
        let rule = &RESOURCES[0];
        let template = heat_hot::Template::read(&Source::new(
            "a.yaml",
            format!("heat_template_version: 2021-04-16\n{yaml}"),
        ));
        let types = indexmap::IndexMap::<String, heat_model::ResourceType>::new();
        let found = crate::lint(&template.template.unwrap(), &types, &crate::EnabledRules::default(), None);
        let found = found.iter().find(|found| found.code == rule.id).unwrap();
        assert_eq!(found.labels[0].source.line_column(found.labels[0].span.start).line, 4);
    }
}
