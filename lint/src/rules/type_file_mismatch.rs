//! `type-file-mismatch`.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "type-file-mismatch",
    severity: Severity::Warning,
    summary: "A schema file is not where its type belongs",
    docs: r"
## What it does
Reports a file whose path does not end with the parts of its type's name: `OS/Nova/Server.yaml` for `OS::Nova::Server`.

## Why
Whoever looks for a type looks there, and a second schema of the type would be written there. Copied files keep their old
`type` easily.

## Example
```yaml
# schemas/My/Custom/Token.yaml
type: My::Custom::Secret
description: Makes a secret.
```

## Use instead
```yaml
# schemas/My/Custom/Secret.yaml
type: My::Custom::Secret
description: Makes a secret.
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(file) = &context.file_name else { return };
    let stem = file.strip_suffix(".yaml").or_else(|| file.strip_suffix(".yml")).unwrap_or(file);
    // A path that is given from within the catalogue may begin in the middle of the name.
    let mut steps = stem.rsplit('/').filter(|step| *step != ".");
    let fits = context.schema.name.rsplit("::").all(|part| steps.next().is_none_or(|step| step == part));
    if !fits {
        let expected = context.schema.name.replace("::", "/");
        let path = SchemaPath::root().join("type");
        findings
            .report(&path, Part::Value, format!("`{}` does not belong into this file", context.schema.name))
            .note(format!("the file is `{file}`"))
            .help(format!("move it to `{expected}.yaml`, or change the `type`"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_file(file: &str, name: &str, expect: &[&str]) {
        check(&RULE, &format!("# {file}\ntype: {name}"), expect);
    }

    #[test]
    fn the_path_ends_with_the_parts_of_the_name() {
        check_file("schemas/OS/Nova/Server.yaml", "OS::Nova::Server", &[]);
        check_file("schemas\\OS\\Nova\\Server.yaml", "OS::Nova::Server", &[]);
        check_file("OS/Neutron/LBaaS/Pool.yaml", "OS::Neutron::LBaaS::Pool", &[]);
        check_file("schemas/Token.yaml", "Token", &[]);
        let server = "OS::Nova::Server => `OS::Nova::Server` does not belong into this file";
        check_file("schemas/OS/Nova/server.yaml", "OS::Nova::Server", &[server]);
        check_file("schemas/OS/Neutron/Server.yaml", "OS::Nova::Server", &[server]);
        check_file("schemas/OS::Nova::Server.yaml", "OS::Nova::Server", &[server]);
    }

    #[test]
    fn a_path_may_begin_within_the_name() {
        check_file("Server.yaml", "OS::Nova::Server", &[]);
        check_file("./Nova/Server.yaml", "OS::Nova::Server", &[]);
        check_file(
            "Port.yaml",
            "OS::Nova::Server",
            &["OS::Nova::Server => `OS::Nova::Server` does not belong into this file"],
        );
    }
}
