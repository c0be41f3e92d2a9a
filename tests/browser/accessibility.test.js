// axe-core on every kind of page, in both themes, wide and narrow.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { VIEWS, barriers } from "./axe.js";
import { PAGES } from "./kinds.js";
import { open } from "./site.js";

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
