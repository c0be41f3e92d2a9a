//! Rules about functions that have no code here: `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Functions,
        Problem::FunctionArguments,
        "The arguments of a function have the wrong form",
        r"
## What it does
Reports a call with too few or too many arguments, or with arguments of the wrong form, such as a list in place of a map.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {list_join: [{get_resource: token}]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {list_join: ['-', [token, {get_resource: token}]]}}
```
",
    ),
    Rule::error(
        Family::Functions,
        Problem::FunctionValue,
        "A function refuses the value of an argument",
        r"
## What it does
Reports a call whose arguments have the right form, but values that the function cannot use, such as a number where it joins
strings.

## Why
Heat does not create the stack. If the call is in the value of an output, Heat creates the stack, and the output has no value: this is a
warning.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {list_join: ['-', 5]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {list_join: ['-', ['5']]}}
```
",
    ),
    Rule::error(
        Family::Functions,
        Problem::FunctionInCondition,
        "A condition calls a function that conditions do not support",
        r"
## What it does
Reports a function that cannot be used in the definition of a condition.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{str_split: ['-', {get_param: stage}, 0]}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  stage: {type: string, description: Where the stack runs.}
conditions:
  in_production: {equals: [{get_param: stage}, production]}
resources:
  token: {type: OS::Heat::RandomString, condition: in_production}
```
",
    ),
    Rule::error(
        Family::Functions,
        Problem::RemovedFunction,
        "The template version no longer has the function",
        r"
## What it does
Reports a function of the CloudFormation style that later versions of HOT removed.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {'Fn::Join': ['-', [token, {get_resource: token}]]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {list_join: ['-', [token, {get_resource: token}]]}}
```
",
    ),
    Rule::error(
        Family::Functions,
        Problem::InvalidYaql,
        "The expression of a yaql has a syntax error",
        r"
## What it does
Reports an `expression` that yaql cannot read.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {yaql: {expression: '$.data.token.(', data: {token: {get_resource: token}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  text: {value: {yaql: {expression: $.data.token, data: {token: {get_resource: token}}}}}
```
",
    ),
    Rule::error(
        Family::Functions,
        Problem::FailingYaql,
        "The expression of a yaql fails",
        r"
## What it does
Evaluates the expressions of `yaql` whose data are known, and reports those that fail.

## Why
Heat evaluates the expressions in properties when it validates a template, and refuses it if one fails. When it validates a new stack,
attributes are null: an expression that gets one has to accept that, for example by `coalesce($.data.NAME, [])`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, default: '80,443', description: Open ports.}
resources:
  first:
    type: OS::Heat::Value
    properties: {value: {yaql: {expression: $.data.ports.first() + 1, data: {ports: {get_param: ports}}}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list, default: '80,443', description: Open ports.}
resources:
  first:
    type: OS::Heat::Value
    properties: {value: {yaql: {expression: int($.data.ports.first()) + 1, data: {ports: {get_param: ports}}}}}
```
",
    ),
];

/// Rule about files, which the docs list among the rules with code.
pub(in super::super) static FILES: &[Rule] = &[Rule::error(
    Family::Functions,
    Problem::MissingFile,
    "A file is not among those that the client sends",
    r"
## What it does
Reports a `get_file` whose name is computed, if no other part of the template names that file.

## Why
The client only sends the files that the template names. Without the file, Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  script: {type: string, description: The script to run., default: setup.sh}
resources:
  value:
    type: OS::Heat::Value
    properties: {value: {get_file: {get_param: script}}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties: {value: {get_file: setup.sh}}
```

`setup.sh`:
```text
echo done
```
",
)];
