//! Snapshot tests of findings as shown in a terminal.

use heat_yaml::render::{RenderStyle, text};

use crate::tests::diagnostics;

/// Renders the findings in a schema.
fn drawn(yaml: &str) -> String {
    text(&diagnostics(yaml), RenderStyle::default())
}

const HEAD: &str = "type: My::Custom::Token\ndescription: Makes a token.\n";

macro_rules! check {
    ($name:ident, $yaml:expr) => {
        #[test]
        fn $name() {
            insta::assert_snapshot!(drawn(&format!("{HEAD}{}", $yaml)));
        }
    };
}

check!(
    what_cannot_be_read,
    "properties:
  length:
    typ: integer
    description: How many characters it has.
  once:
    type: bool
    description: Whether it can be used only once.
    required: 'true'
  2014.2:
    type: string
properties_groups:
  - or: [[once], length]
  - or: [[once]]
    and: [[length]]
"
);

check!(
    what_belongs_elsewhere,
    "properties:
  zone:
    type: string
    description: The zone.
    custom_constraint: designate.zone
  records:
    type: list
    description: The records.
    schema:
      type: string
      constraints:
        - length: {min: 1}
"
);

check!(
    constraints,
    "properties:
  length:
    type: integer
    description: How many characters it has.
    default: 128
    constraints:
      - length: {max: 64}
      - range: {min: 8, max: 64}
      - range: {}
  prefix:
    type: string
    description: What it starts with.
    default: abc
    constraints:
      - allowed_pattern: a|abc
      - allowed_pattern: '[a-z'
  kind:
    type: string
    description: What it is for.
    constraints:
      - allowed_values: [login, reset, login]
      - length: {min: 10, max: 5}
      - custom_constraint: nova.flavour
"
);

check!(
    properties,
    "properties:
  length:
    type: integer
    description: how many characters it has
    required: true
    default: many
    update_allowed: true
    immutable: true
    schema:
      min: {type: integer, description: The least.}
  hosts:
    type: list
    description: Where it is valid.
    schema:
      name: {type: string, description: The name of a host.}
  seed: {type: any, description: What it is made from., default: 42}
"
);

check!(
    statuses,
    "support_status:
  - status: HIDDEN
    version: 2014.2.0
    message: Gone.
    substitute_class: My::Custom::Secretes
  - version: 5.0.0
properties:
  length:
    type: integer
    description: How many characters it has.
    support_status:
      - {status: DEPRECATED, version: '2014.2'}
      - version: 27.0.0
  size:
    type: integer
    support_status:
      - {status: HIDDEN, version: 27.0.0}
      - {status: DEPRECATED, message: Use property length.}
"
);

check!(
    translation_rules,
    "properties:
  network: {type: string, description: Where it is valid.}
  network_id: {type: string, description: The ID of the network.}
translation_rules:
  - {rule: replace, translation_path: [network], value_path: [network_id]}
  - {rule: replace, translation_path: [network_id], value_name: network}
  - {rule: add, translation_path: [network], value: somewhere}
  - {rule: replace, translation_path: [netwrok], value: x, value_path: [network]}
  - {rule: resolve, translation_path: [network], finder: find, when: {property: networks}}
  - {rule: delete, translation_path: []}
"
);

check!(
    properties_groups,
    "properties:
  user: {type: string, description: Who asks for it., required: true}
  group: {type: string, description: Which group asks for it., required: true}
properties_groups:
  - xor: [[user], [group]]
  - or: [[usr], [group]]
  - or: []
"
);

check!(
    examples,
    "properties:
  length:
    type: integer
    description: How many characters it has.
    required: true
  size:
    type: integer
    description: How many characters it has.
    support_status:
      - {status: DEPRECATED, version: 5.0.0, message: Use property length.}
examples:
  - title: Make a token
    template: |
      heat_template_version: 2021-04-61

      resources:
        token:
          type: My::Custom::Token
          properties:
            size: thirty
            lenght: 30
  - title: Make a secret
    template: |
      heat_template_version: 2021-04-16
      resources:
        secret: {type: My::Custom::Secret}
  - title: Break
    template: |
      heat_template_version: 2021-04-16
      resources: {
accepted_findings:
  - {rule: example-invalid, path: 'examples[3]', reason: It is only an example.}
  - {rule: example-invlid, reason: It is only an example.}
"
);
