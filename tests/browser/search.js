// The shipped search script on the built index, without a browser.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./site.js";

// The script is a plain one: in here it gets a global object of its own.
const scope = {};
new Function("globalThis", "module", readFileSync(join(folder, "assets/search-engine.js"), "utf8"))(scope);

export const engine = scope.heatSearch;
export const index = readFileSync(join(folder, "search-index.json"));
export const search = engine.createSearch(JSON.parse(index));

/** A hit as tests write it: a type, a type with a path, or the address of a page. */
export function label(hit) {
  return hit.type ? [hit.type, hit.path].filter(Boolean).join(" ") : hit.url;
}
