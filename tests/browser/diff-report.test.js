// The report of `diff --format html`: accessible, no wider than the screen, and without requests.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { VIEWS, barriers } from "./axe.js";
import { scratch } from "./program.js";
import { open } from "./site.js";

const FIXTURE = fileURLToPath(new URL("../../crates/cli/tests/fixtures/diff/", import.meta.url));
const LONG = "a_name_that_is_longer_than_a_line_of_a_phone_and_has_no_place_to_break";
const schema = (type, max) =>
  `type: My::Custom::${LONG}\ndescription: Test.\nproperties:\n  ${LONG}:\n    type: ${type}\n    description: |\n      ${"Words. ".repeat(30)}\n    constraints: [{length: {max: ${max}}}]\n`;
const TEMPLATE = "heat_template_version: 2021-04-16\nresources:\n  web:\n    type: OS::Nova::Server\n    properties:\n      flavor: m1.small\n      networks: [{network: private}]\n";
const ALLOWED = "allowances: [{rule: 'status-*', path: 'OS::**', reason: It is agreed upon., expires: 99.0.0}]\n";
const PAGES = ["report.html", "nothing.html"];

let folder, site;
before(async () => {
  folder = scratch({
    "templates/web.yaml": TEMPLATE,
    "schema-diff.yaml": ALLOWED,
    "before/Long.yaml": schema("string", 9),
    "after/Long.yaml": schema("string", 8),
  });
  for (const side of ["before", "after"]) cpSync(join(FIXTURE, side), join(folder.path, side), { recursive: true });
  const command = (head, name) => ["diff", "before", head, "--schemas", head, "--all", "--templates", "templates", "--report", `html=${name}`];
  folder.run(command("after", "report.html"), [1]);
  folder.run(command("before", "nothing.html"));
  site = await open(folder.path);
});
after(async () => {
  await site?.close();
  folder?.remove();
});

test("the report has every part that a report can have", async () => {
  const page = await site.page("report.html");
  for (const part of ["section.breaking", "section.safe", "pre.diff", "details pre.code", "#templates li", "#allowed li"]) {
    assert.ok((await page.locator(part).count()) > 0, part);
  }
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(page.requests.filter((url) => !url.endsWith("/report.html") && !url.endsWith("/favicon.ico")), []);
});

for (const { name, ...view } of VIEWS) {
  test(`no report has barriers: ${name}`, async () => {
    for (const path of PAGES) {
      const page = await site.page(path, { ...view, bypassCSP: true });
      assert.deepEqual(await barriers(page), [], path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, `${path} is wider than the screen`);
      await page.context().close();
    }
  });
}
