// axe-core on a page, and the views in which pages are checked.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that look at colours: the others see the same on a dark page as on a light one. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

export const VIEWS = [
  { name: "wide, light", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "wide, dark", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { name: "phone, light", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "phone, dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

/** The accessibility violations on a page, which is opened without its policy; those of colours alone on request. */
export async function barriers(page, { ofColours = false } = {}) {
  await page.evaluate(() => document.querySelectorAll("main details").forEach((details) => (details.open = true)));
  await page.evaluate(axe);
  const runOnly = ofColours ? { type: "rule", values: OF_COLOURS } : { type: "tag", values: RULES };
  // Only what is wrong is listed, and not where it stands in the document: that takes a third of the time.
  const options = { runOnly, resultTypes: ["violations"], selectors: false };
  const report = await page.evaluate((options) => window.axe.run(document, options), options);
  return report.violations.flatMap((violation) => violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 120)}`));
}
