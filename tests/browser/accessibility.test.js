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
    const page = await site.page(undefined, { ...view, bypassCSP: true });
    // Each page has been looked at in the light.
    const ofColours = view.colorScheme === "dark";
    for (const path of PAGES) {
      await page.goto(site.base + path);
      found.push(...(await barriers(page, { ofColours })).map((barrier) => `${path}: ${barrier}`));
    }
    await page.context().close();
    assert.deepEqual(found, []);
  });
}

test("barriers are found, and on a dark page those of colours", async () => {
  const page = await site.page("404.html", { colorScheme: "dark", bypassCSP: true });
  await page.evaluate(() => {
    const faint = Object.assign(document.createElement("p"), { textContent: "faint" });
    faint.style.color = "rgb(90, 80, 75)";
    document.querySelector("main").append(faint, document.createElement("button"));
  });
  const rules = async (options) => (await barriers(page, options)).map((barrier) => barrier.split(":")[0]).sort();
  assert.deepEqual(await rules(), ["button-name", "color-contrast"]);
  assert.deepEqual(await rules({ ofColours: true }), ["color-contrast"]);
});
