// How long an editor waits for the YAML language server with the JSON Schema, on a template of 100 resources.
"use strict";

const protocol = require("vscode-languageserver-protocol");

const { schemaFile } = require("./exported.js");
const { Server } = require("./server.js");

/** What the server waits after a change before it validates. */
const DELAY = 200;

const group = (index) => `
  net${index}:
    type: OS::Neutron::Net
    properties: {name: net${index}, admin_state_up: true}
  subnet${index}:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net${index}}, cidr: 10.0.${index}.0/24, dns_nameservers: [192.0.2.1]}
  port${index}:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net${index}}, fixed_ips: [{subnet: {get_resource: subnet${index}}}]}
  server${index}:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: small
      networks: [{port: {get_resource: port${index}}}]
      user_data_format: RAW
      user_data:
        str_replace:
          template: "#!/bin/sh"
          params: {$name: {get_param: image}}`;

const template = `heat_template_version: 2018-08-31
parameters:
  image: {type: string}
resources:${Array.from({ length: 25 }, (_, index) => group(index)).join("")}
`;

async function time(what, delay, run) {
  const times = [];
  for (let round = 0; round < 10; round += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start - delay);
  }
  times.sort((a, b) => a - b);
  console.log(`${what}: ${Math.round(times[5])} ms`);
}

async function main() {
  const { settings, folder } = schemaFile();
  const server = await Server.start(settings, folder);
  const start = performance.now();
  await server.open("heat_template_version: 2018-08-31\n");
  console.log(`reading the schema: ${Math.round(performance.now() - start - DELAY)} ms`);
  const ask = (type, at) => () => server.connection.sendRequest(type, at);
  await time("validating", DELAY, () => server.open(template));
  const hover = await server.open(template.replace("flavor: small", "fla‸vor: small"));
  await time("hover", 0, ask(protocol.HoverRequest.type, hover.at));
  const completion = await server.open(template.replace("flavor: small", "‸"));
  await time("completion", 0, ask(protocol.CompletionRequest.type, completion.at));
  await server.stop();
}

main();
