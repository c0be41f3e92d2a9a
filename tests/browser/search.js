// The shipped search script on the built index, without a browser.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./site.js";

/** The search script of a built site. */
export function engineOf(site) {
  // The scripts are not modules: here they get their own global object.
  const scope = {};
  for (const name of ["search-words.js", "search-abbreviations.js", "search-engine.js"]) {
    new Function("globalThis", readFileSync(join(site, "assets", name), "utf8"))(scope);
  }
  return scope.heatSearch;
}

export const engine = engineOf(folder);
export const index = readFileSync(join(folder, "search-index.json"));
export const search = engine.createSearch(JSON.parse(index));

/** A hit in the notation of the tests: a type, a type with a path, or the address of a page. */
export function label(hit) {
  return hit.type ? [hit.type, hit.path].filter(Boolean).join(" ") : hit.url;
}
