//! Rules about properties of resources that have no code here: `heat-hot` reports their findings.

use heat_hot::fault::Problem;

use crate::{Family, Rule};

pub(in super::super) static RULES: &[Rule] = &[
    Rule::error(
        Family::Resources,
        Problem::UnknownProperty,
        "A property does not exist",
        r"
## What it does
Reports a property, or a part of one, that the type does not have.

## Why
Heat refuses a property that does not exist when the template is validated, and a part of one when the stack is created.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {lenght: 8}
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
        Problem::MissingProperty,
        "A required property has no value",
        r"
## What it does
Reports a resource without a value for a required property, or a map without a required part.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  key: {type: OS::Nova::KeyPair}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  key:
    type: OS::Nova::KeyPair
    properties: {name: web}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::InvalidPropertyValue,
        "The value of a property has the wrong type",
        r"
## What it does
Reports a value that cannot be read as the type of its property.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: long}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 40}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::ViolatedPropertyConstraint,
        "The value of a property violates a constraint",
        r"
## What it does
Reports a value that a constraint of its property refuses. Constraints that query the cloud are not checked.

## Why
Heat does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 1000}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: 512}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::ConflictingProperties,
        "Both the old and the new name of a property are given",
        r"
## What it does
Reports a resource that sets a property under both its old and its new name.

## Why
Heat cannot decide between the two values, and does not create the stack.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: web, subnet: front, subnet_id: front}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: web, subnet: front}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::ViolatedValidationRule,
        "Properties of a resource do not fit together",
        r"
## What it does
Reports a resource whose properties are each valid, but together violate a rule of its type. The page of
each type lists its rules.

## Why
Heat does not create the stack. Unknown values, such as
those of parameters, are not compared.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  front:
    type: OS::Neutron::Subnet
    properties: {network: public, cidr: 10.0.0.0/24, subnetpool: small}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  front:
    type: OS::Neutron::Subnet
    properties: {network: public, cidr: 10.0.0.0/24}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::UnimplementedProperty,
        "Heat does not implement the property",
        r"
## What it does
Reports a property that a CloudFormation-style type only has for compatibility.

## Why
Heat refuses the template.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  attachment:
    type: AWS::EC2::VPCGatewayAttachment
    properties: {VpcId: web, VpnGatewayId: vpn}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  attachment:
    type: AWS::EC2::VPCGatewayAttachment
    properties: {VpcId: web}
```
",
    ),
    Rule::error(
        Family::Resources,
        Problem::ComputedProperties,
        "A function is used in place of the `properties` map",
        r"
## What it does
Reports a function in place of the whole `properties` map.

## Why
Heat has to know the names of the properties when it reads the template.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, description: The settings of the token., default: {}}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {get_param: settings}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, description: The settings of the token., default: {length: 8}}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: [settings, length]}}
```
",
    ),
];
