// axe-core on every kind of page, in both themes, wide and narrow.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { open } from "./site.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
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
  "guide/lint-rules.html",
  "guide/diff-rules.html",
  "search.html?q=ip",
  "404.html",
];
const VIEWS = [
  { name: "wide, light", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "wide, dark", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { name: "phone, light", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "phone, dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

let site;
before(async () => (site = await open()));
after(() => site.close());

for (const { name, ...view } of VIEWS) {
  test(`no page has barriers: ${name}`, async () => {
    const barriers = [];
    for (const path of PAGES) {
      const page = await site.page(path, { ...view, bypassCSP: true });
      await page.evaluate(() => document.querySelectorAll("main details").forEach((details) => (details.open = true)));
      await page.evaluate(axe);
      const report = await page.evaluate((values) => window.axe.run(document, { runOnly: { type: "tag", values } }), RULES);
      for (const violation of report.violations) {
        for (const node of violation.nodes) barriers.push(`${path}: ${violation.id}: ${node.html.slice(0, 120)}`);
      }
      await page.context().close();
    }
    assert.deepEqual(barriers, []);
  });
}
