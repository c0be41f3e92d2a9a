//! Rule `computed-file-name`: the name of a file is computed.

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "computed-file-name",
    family: Family::Functions,
    summary: "The name of a file is computed",
    docs: r"
## What it does
Reports a `get_file` whose argument is not a literal string.

## Why
The client sends the files that the template names. It does not evaluate functions, so the file is not there when Heat asks for it.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  script: {type: string, description: The script that sets the server up.}
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: {get_file: {get_param: script}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: {get_file: setup.sh}
```

`setup.sh`:
```text
echo done
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (call, _) in context.calls().filter(|(call, _)| call.name == "get_file") {
        // Heat refuses other arguments.
        if call.args.as_call().is_some() || !call.args.items().is_empty() {
            let help = "write the name of the file, or let the parameter have the content";
            findings.report(call.args.span, "the client does not send a file whose name is computed", help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn literal_names_are_sent() {
        let check = check_in(&RULE, "outputs: {o: {value: {get_file: …}}}");
        check("a.sh", &[]);
        check("{get_param: p}", &["get_param: p => the client does not send a file whose name is computed"]);
    }
}
