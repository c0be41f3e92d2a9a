// The shipped search script on the built index, without a browser.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./site.js";

/** What the search scripts of a built site define. */
function scriptsOf(site) {
  // The scripts are not modules: here they get their own global object.
  const scope = {};
  for (const name of ["search-words.js", "search-abbreviations.js", "search-engine.js", "search-errors.js"]) {
    new Function("globalThis", readFileSync(join(site, "assets", name), "utf8"))(scope);
  }
  return scope;
}

/** The search script of a built site. */
export function engineOf(site) {
  return scriptsOf(site).heatSearch;
}

const scripts = scriptsOf(folder);
export const engine = scripts.heatSearch;
export const abbreviations = scripts.heatSearchAbbreviations;
export const index = readFileSync(join(folder, "search-index.json"));
export const search = engine.createSearch(JSON.parse(index));

const hidden = JSON.parse(readFileSync(join(folder, "hidden-names.json"))).names;
const errors = scripts.heatErrors.createErrors(JSON.parse(readFileSync(join(folder, "errors.json"))));

/** The results of a query as the field shows them, with errors of Heat and rules. */
export function asShown(query, limit) {
  const result = search.search(query, limit);
  const words = scripts.heatSearchWords;
  const added = words.mayBeError(query, result, search.ids) ? errors.added(query, result) : result;
  return (words.mayBeHidden(query, added) ? words.withHidden(query, added, hidden) : added).hits.slice(0, limit);
}

/** A hit in the notation of the tests: a type, a type with a path, a rule, or the address of a page. */
export function label(hit) {
  if (hit.kind === "hidden") return hit.url;
  if (hit.kind === "rule") return `rule ${hit.name}`;
  return hit.type && hit.kind !== "error" ? [hit.type, hit.path].filter(Boolean).join(" ") : hit.url;
}
