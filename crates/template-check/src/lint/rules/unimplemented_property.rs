//! `unimplemented-property`.

use heat_hot::fault::Problem;

use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: Problem::UnimplementedProperty.id(),
    family: Family::Resources,
    summary: "Heat does not implement the property",
    docs: r"
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
    check: Check::Error(Problem::UnimplementedProperty),
};
