//! Rule `deprecated-type`: a resource type is deprecated.

use heat_model::Status;

use crate::lint::status::types_with;
use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deprecated-type",
    family: Family::Resources,
    summary: "A resource type is deprecated",
    docs: r"
## What it does
Reports a resource whose type is deprecated.

## Why
It still works, but will be hidden and then removed from Heat.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Aodh::Alarm
    properties: {meter_name: cpu, threshold: 90}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  alarm:
    type: OS::Aodh::GnocchiAggregationByResourcesAlarm
    properties:
      metric: cpu
      threshold: 90
      comparison_operator: gt
      aggregation_method: mean
      query: server_group=web
      resource_type: instance
```
",
    check: Check::Template(|context, findings| types_with(Status::Deprecated, context, findings)),
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn the_status_of_the_type_counts() {
        check(
            &RULE,
            "resources: {a: {type: My::Deprecated}}",
            &["My::Deprecated => `My::Deprecated` is deprecated"],
        );
        check(&RULE, "resources: {a: {type: My::Thing}, b: {type: My::Unknown}}", &[]);
        check(
            &RULE,
            "resources: {a: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Deprecated}}}}",
            &["My::Deprecated => `My::Deprecated` is deprecated"],
        );
    }
}
