//! Rules about resources, except their properties. `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Resources,
        Problem::InvalidResource,
        "A part of a resource has the wrong type",
        r"
## What it does
Reports a resource that is not a map, or a key of a resource whose value has the wrong type, such as a function under `depends_on`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  other:
    type: OS::Heat::RandomString
    depends_on: {get_resource: token}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  other:
    type: OS::Heat::RandomString
    depends_on: token
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::UnknownResourceKey,
        "A resource has an unknown key",
        r"
## What it does
Reports a key of a resource that does not exist in the template version.

## Why
Heat refuses the template. Often a property was written beside `properties` instead of under it.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    length: 8
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 8}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::MissingResourceType,
        "A resource has no type",
        r"
## What it does
Reports a resource without a `type`.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    properties: {length: 8}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 8}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::UnknownType,
        "A resource type does not exist",
        r"
## What it does
Reports a `type` that is neither a type of Heat, nor in the registry of an environment, nor the name of a nested template.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomStrin}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::InvalidResourceName,
        "The name of a resource contains a slash",
        r"
## What it does
Reports a resource whose name contains `/`.

## Why
The name is a part of paths in Heat's API.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  web/token: {type: OS::Heat::RandomString}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  web_token: {type: OS::Heat::RandomString}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::DuplicateName,
        "A resource and a parameter have the same name",
        r"
## What it does
Reports a resource that has the same name as a parameter.

## Why
Heat refuses the template: `Ref` could mean either.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  size:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  size: {type: number, description: How many characters the token has.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: size}}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::InvalidDeletionPolicy,
        "The deletion policy does not exist",
        r"
## What it does
Reports a `deletion_policy` that the version of the template does not have.

## Why
Heat refuses the template. The policies are `delete`, `retain` and `snapshot`.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    deletion_policy: keep
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    deletion_policy: retain
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::UnsupportedSnapshot,
        "The type does not support the deletion policy `snapshot`",
        r"
## What it does
Reports `deletion_policy: snapshot` for a type that cannot make a snapshot.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    deletion_policy: snapshot
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    deletion_policy: snapshot
    properties: {size: 10}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::UnknownResource,
        "A reference to a resource that does not exist",
        r"
## What it does
Reports a `get_resource`, a `get_attr` or a `depends_on` that does not name a resource, or names one that a condition
always removes.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [tokn, value]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::UnknownAttribute,
        "A reference to an attribute that does not exist",
        r"
## What it does
Reports a `get_attr` of an attribute that the type of the resource does not have.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, vlaue]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token: {value: {get_attr: [token, value]}}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::CircularDependency,
        "Resources form a cycle",
        r"
## What it does
Reports resources that depend on each other, each with the place where it refers to the next.

## Why
None of them can be created first.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
    properties: {salt: {get_resource: second}}
  second:
    type: OS::Heat::RandomString
    properties: {salt: {get_resource: first}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  first:
    type: OS::Heat::RandomString
  second:
    type: OS::Heat::RandomString
    properties: {salt: {get_resource: first}}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::ExternalDependency,
        "A resource with `external_id` has `depends_on`",
        r"
## What it does
Reports a resource with both `external_id` and `depends_on`.

## Why
Heat does not create the resource, so it has nothing to wait for.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  volume:
    type: OS::Cinder::Volume
    external_id: 8a1d4c9e-4a5b-4d6c-9f7e-2b3c4d5e6f70
    depends_on: token
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
  volume:
    type: OS::Cinder::Volume
    external_id: 8a1d4c9e-4a5b-4d6c-9f7e-2b3c4d5e6f70
```
",
    ),
];
