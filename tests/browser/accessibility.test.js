// axe-core on every kind of page, in both themes, wide and narrow.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { VIEWS, barriers } from "./axe.js";
import { open } from "./site.js";

const PAGES = [
  "index.html",
  "types/OS/Nova/Server.html",
  "types/OS/Neutron/RouterInterface.html",
  "types/OS/Aodh/Alarm.html",
  "types/OS/Heat/ResourceGroup.html",
  "properties.html",
  "constraints.html",
  "deprecations.html",
  "life-cycle.html",
  "releases.html",
  "releases/2024.2.html",
  "releases/ussuri.html",
  "hidden.html",
  "hidden.html?q=OS::Neutron::LBaaS::LoadBalancer",
  "types/OS/Neutron/LBaaS/LoadBalancer.html",
  "compare.html?from=19.0.0&to=24.0.0",
  "guide/writing-a-schema.html",
  "guide/start-here.html",
  "guide/functions.html",
  "architectures.html",
  "architectures/private-network.html",
  "architectures/autoscaling.html",
  "guide/lint-rules.html",
  "guide/diff-rules.html",
  "search.html?q=ip",
  "404.html",
];
let site;
before(async () => (site = await open()));
after(() => site.close());

for (const { name, ...view } of VIEWS) {
  test(`no page has barriers: ${name}`, async () => {
    const found = [];
    for (const path of PAGES) {
      const page = await site.page(path, { ...view, bypassCSP: true });
      found.push(...(await barriers(page)).map((barrier) => `${path}: ${barrier}`));
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });
}
