//! Rule `type-file-mismatch`: the path of a schema file does not match its type.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "type-file-mismatch",
    severity: Severity::Warning,
    summary: "The path of a schema file does not match its type",
    docs: r"
## What it does
Reports a schema file whose path does not match its type's name: `OS/Nova/Server.yaml` for `OS::Nova::Server`.

## Why
People and tools look for a type under that path, and `import` writes it there. A copied file often still has its old
`type`.

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
    // A path relative to a folder inside the catalogue may start in the middle of the name.
    let mut steps = stem.rsplit('/').filter(|step| *step != ".");
    let fits = context.schema.name.rsplit("::").all(|part| steps.next().is_none_or(|step| step == part));
    if !fits {
        let expected = context.schema.name.replace("::", "/");
        let path = SchemaPath::root().join("type");
        findings
            .report(&path, Part::Value, format!("`{}` does not belong in this file", context.schema.name))
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
        let server = "OS::Nova::Server => `OS::Nova::Server` does not belong in this file";
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
            &["OS::Nova::Server => `OS::Nova::Server` does not belong in this file"],
        );
    }
}
