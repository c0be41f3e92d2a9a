// What people see in an editor that has the YAML language server.
"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { after, before, describe, test } = require("node:test");

const { schemaFile } = require("../exported.js");
const { Server } = require("../server.js");

const HOT = "heat_template_version: 2018-08-31\n";

/** A template with one resource. */
const resource = (type, properties) => `${HOT}resources:\n  it:\n    type: ${type}\n    properties:\n      ${properties}\n`;

let server;
let exported;

before(async () => {
  exported = schemaFile();
  server = await Server.start(exported.settings, exported.folder);
});
after(() => server.stop());

describe("completion", () => {
  /** All of the first are offered, and none of the second. */
  async function check(text, offered, others = []) {
    const labels = [...(await server.completions(text)).keys()];
    for (const label of offered) assert.ok(labels.includes(label), `${label} is not offered, but ${labels.join(" ")}`);
    for (const label of others) assert.ok(!labels.includes(label), `${label} is offered`);
  }

  test("versions and sections", async () => {
    await check("‸", ["heat_template_version", "resource_registry"]);
    await check("heat_template_version: ‸", ["2013-05-23", "2021-04-16", "wallaby"]);
    await check(`${HOT}‸`, ["parameters", "conditions", "resources"], ["resource_registry", "Resources"]);
  });

  test("types, without hidden ones", async () => {
    await check(`${HOT}resources:\n  it:\n    type: ‸`, ["OS::Nova::Server"], ["OS::Neutron::LoadBalancer", "OS::Senlin::Cluster"]);
  });

  test("properties of the type, without hidden ones", async () => {
    const others = ["imageRef", "policies", "get_param", "networks_"];
    await check(resource("OS::Nova::Server", "‸"), ["flavor", "networks", "user_data"], others);
    await check(resource("OS::Nova::Server", "name: it\n      f‸"), ["flavor", "networks"], ["name", ...others]);
    await check(resource("OS::Neutron::Port", "‸"), ["network", "fixed_ips"], ["network_id"]);
  });

  test("what is required comes at once", async () => {
    const items = await server.completions(resource("OS::Nova::Server", "‸"));
    assert.equal(items.get("OS::Nova::Server").insertText, "flavor: ");
    assert.equal(items.get("networks").insertText, "networks:\n  - ");
  });

  test("fields of items and of maps", async () => {
    await check(resource("OS::Nova::Server", "networks:\n        - ‸"), ["port", "fixed_ip"], ["uuid", "flavor"]);
    await check(resource("OS::Heat::AutoScalingGroup", "rolling_updates:\n        ‸"), ["max_batch_size"], ["desired_capacity"]);
  });

  test("values to choose from", async () => {
    await check(resource("OS::Nova::Server", "user_data_format: ‸"), ["RAW", "SOFTWARE_CONFIG"]);
    await check(resource("OS::Nova::Server", "config_drive: ‸"), ["true", "false"]);
    await check(resource("OS::Neutron::SecurityGroupRule", "protocol: ‸"), ["tcp", "icmp"], ["6", "255"]);
    // Nothing is offered for a text only because Heat would convert it.
    await check(resource("OS::Nova::Server", "flavor: ‸"), [], ["true", "null"]);
  });

  test("functions, and the keys that they take", async () => {
    await check(resource("OS::Nova::Server", "flavor:\n        ‸"), ["get_param", "str_replace"], ["Ref", "Fn::Join", "equals"]);
    await check(resource("OS::Nova::Server", "user_data:\n        str_replace:\n          ‸"), ["template", "params"]);
    await check(`${HOT}conditions:\n  it:\n    ‸`, ["equals", "not", "get_param"], ["get_attr", "Fn::Equals"]);
  });

  test("update policies", async () => {
    const text = `${HOT}resources:\n  it:\n    type: OS::Heat::ResourceGroup\n    update_policy:\n      ‸`;
    await check(text, ["rolling_update", "batch_create"], ["count"]);
  });

  test("parameters and outputs", async () => {
    await check(`${HOT}parameters:\n  it:\n    ‸`, ["type", "constraints", "hidden", "tags"], ["Type"]);
    await check(`${HOT}parameters:\n  it:\n    type: ‸`, ["comma_delimited_list", "json"]);
    await check(`${HOT}parameters:\n  it:\n    type: string\n    constraints:\n      - ‸`, ["allowed_pattern", "length"]);
    await check(`${HOT}outputs:\n  it:\n    ‸`, ["value", "condition"]);
  });

  test("environments", async () => {
    await check("resource_registry:\n  ‸", ["OS::Nova::Server", "base_url", "resources"], ["OS::Senlin::Cluster"]);
    await check("resource_registry:\n  resources:\n    it:\n      ‸", ["hooks", "restricted_actions"]);
    await check("resource_registry:\n  resources:\n    it:\n      hooks: ‸", ["pre-create", "post-delete"]);
    await check("parameter_defaults: {}\n‸", ["event_sinks", "parameters"], ["resources"]);
  });
});

describe("hover", () => {
  async function check(text, ...parts) {
    const shown = await server.hover(text);
    for (const part of parts) assert.ok(shown.includes(part), `${part} is not in: ${shown}`);
  }

  test("a type", async () => {
    const text = `${HOT}resources:\n  it:\n    type: OS::Nova::Ser‸ver\n`;
    await check(text, "**OS::Nova::Server**", "Boots a server");
    assert.ok(!(await server.hover(text)).includes("OS::Nova::ServerGroup"), "all types are listed");
  });

  test("a property: its type, whether it is required, what an update does, and what it accepts", async () => {
    await check(resource("OS::Nova::Server", "fla‸vor: small"), "`flavor`: string, required, update: interrupts, in some cases replaces", "`nova.flavor`");
    await check(resource("OS::Nova::Server", "key_n‸ame: {get_param: key}"), "update: replaces");
    await check(resource("OS::Nova::Server", "user_data_for‸mat: RAW"), 'Default: `"HEAT_CFNTOOLS"`', "SOFTWARE_CONFIG");
    await check(resource("OS::Nova::Server", "networks: [{po‸rt: it}]"), "`port`: string", "`neutron.port`");
  });

  test("deprecated and hidden properties say what to use", async () => {
    await check(resource("OS::Nova::Server", "person‸ality: {}"), "**DEPRECATED** since 12.0.0", "use user\\_data or metadata");
    await check(resource("OS::Neutron::Port", "netw‸ork_id: it"), "**HIDDEN** since 5.0.0", "Use property network");
  });

  test("a function: what it gives, how it is written, and since when", async () => {
    await check(resource("OS::Nova::Server", "flavor: {str_sp‸lit: [',', 'a,b', 0]}"), "Since 2015-10-15", "`{str_split: [DELIMITER, TEXT, INDEX]}`");
  });
});

describe("findings", () => {
  async function check(text, ...expect) {
    assert.deepEqual(await server.findings(text), expect);
  }

  test("an unknown property, and a missing one", async () => {
    await check(resource("OS::Nova::Server", "flavr: small"), '5: Missing property "flavor".', "6: Property flavr is not allowed.");
    await check(resource("OS::Nova::Server", "flavor: small\n      networks: [{prt: it}]"), "7: Property prt is not allowed.");
  });

  test("a property that another one can set is required only without that", async () => {
    await check(resource("OS::Neutron::Port", "network_id: it"));
    await check(resource("OS::Neutron::Port", "name: it"), '5: Missing property "network".');
  });

  test("wrong values", async () => {
    await check(resource("OS::Nova::Server", "flavor: [small]"), '6: Incorrect type. Expected "string".');
    await check(resource("OS::Cinder::Volume", "size: 0"), "6: Value is below the minimum of 1.");
    await check(resource("OS::Cinder::Volume", "size: '10'"));
    await check(
      resource("OS::Neutron::Subnet", "network: it\n      ip_version: 5"),
      "7: Value is not accepted. Valid values: 4, 6.",
    );
    await check(resource("OS::Neutron::Subnet", "network: it\n      ip_version: '6'"));
    const rule = (protocol) => resource("OS::Neutron::SecurityGroupRule", `security_group: it\n      protocol: ${protocol}`);
    await check(rule("6"));
    await check(rule("'6'"));
    const [found] = await server.findings(rule("tcpp"));
    assert.match(found, /^7: Value is not accepted. Valid values: "ah", "dccp", /);
  });

  test("unknown types are errors where no environment defines them, and names of templates are not", async () => {
    const type = (name) => `${HOT}resources:\n  it: {type: "${name}", properties: {anything: 1}}\n`;
    await check(type("OS::Nova::Sever"), "3: There is no such resource type.");
    for (const name of ["lib/nested.yaml", "nested.template", "https://example.org/a.yaml", "My::Own", "OS::TripleO::Any"]) {
      await check(type(name));
    }
  });

  test("hidden types and properties are accepted, with their schemas", async () => {
    await check(resource("OS::Neutron::RouterInterface", "router_id: it\n      subnet_id: it"));
    await check(resource("OS::Nova::FloatingIP", "pool: it"));
    await check(resource("OS::Nova::FloatingIP", "pol: it"), "6: Property pol is not allowed.");
    // Heat keeps only the name.
    await check(resource("OS::Senlin::Policy", "anything: it"));
  });

  test("what the version does not have", async () => {
    const text = (version) => `heat_template_version: ${version}
parameters: {p: {type: string, tags: [t]}}
conditions: {c: {contains: [a, [a]]}}
resources:
  it:
    type: OS::Nova::Server
    condition: c
    deletion_policy: retain
    properties:
      flavor: {list_concat_unique: [[a], [b]]}
      metadata: {list_concat_unique: [[a], [b]]}
`;
    await check(text("queens"));
    const tags = "2: Property tags is not allowed.";
    await check(text("2017-09-01"), tags);
    const [condition, call] = [3, 10].map((line) => `${line}: Templates of this version have no such function.`);
    await check(text("ocata"), tags, condition, call);
    const words = '8: Value is not accepted. Valid values: "Delete", "Retain", "Snapshot".';
    const found = await server.findings(text("2015-10-15"));
    const keys = ["3: Property conditions is not allowed.", "7: Property condition is not allowed."];
    assert.deepEqual(new Set(found), new Set([tags, words, call, ...keys]));
  });

  test("functions of the CFN syntax are none in HOT", async () => {
    await check(resource("OS::Nova::Server", "flavor: {Ref: it}"), "6: Templates of this version have no such function.");
    const text = "HeatTemplateFormatVersion: 2012-12-12\nResources:\n  it:\n    Type: OS::Nova::Server\n    Properties: {flavor: {Ref: it}}\n";
    await check(text);
    await check(text.replace("flavor:", "flavr:"), '5: Missing property "flavor".', "5: Property flavr is not allowed.");
  });

  test("templates without a version", async () => {
    await check("resources: {}\n", '1: Missing property "heat_template_version".');
  });

  test("environments", async () => {
    await check("parameters: {any: [thing]}\nresource_registry:\n  OS::Nova::Server: server.yaml\n  Own::*: OS::Nova::*\n");
    await check("parameter_default: {}\n", "1: Property parameter_default is not allowed.");
    await check("resource_registry:\n  resources:\n    it: {hooks: pre-creat}\n", `3: Value is not accepted. Valid values: ${["pre-create", "pre-update", "pre-delete", "post-create", "post-update", "post-delete"].map((word) => `"${word}"`).join(", ")}.`);
    await check("event_sinks: [{type: zaqar-queue}]\n", '1: Missing property "target".');
  });
});

test("a template names the schema in its first line", async (context) => {
  const plain = await Server.start({}, exported.folder);
  context.after(() => plain.stop());
  const line = `# yaml-language-server: $schema=${path.basename(exported.file)}\n`;
  assert.deepEqual(await plain.findings(line + resource("OS::Nova::Server", "flavor: small\n      flavr: small")), [
    "8: Property flavr is not allowed.",
  ]);
});
