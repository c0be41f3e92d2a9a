// Templates that Heat accepts: nothing is reported about any of them in the editor.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { after, before, test } = require("node:test");

const { ROOT, files, run, schemaFile } = require("../exported.js");
const { Server } = require("../server.js");

const CORPUS = path.resolve(ROOT, "../shared/corpus");

let server;

before(async () => {
  const { settings, folder } = schemaFile();
  server = await Server.start(settings, folder);
});
after(() => server.stop());

/** Nothing is found in any of these texts, which have names. There are at least so many. */
async function check(texts, atLeast) {
  assert.ok(texts.length >= atLeast, `only ${texts.length} texts`);
  const found = await Promise.all(texts.map(([, text]) => server.findings(text)));
  const refused = texts.flatMap(([name], index) => (found[index].length ? [{ name, found: found[index] }] : []));
  assert.deepEqual(refused, []);
}

const named = (name) => [path.relative(ROOT, name), fs.readFileSync(name, "utf8")];

test("the examples of all types", async () => {
  const { types } = JSON.parse(run("export", "--format", "json", "--include-hidden"));
  const examples = Object.values(types).flatMap(({ name, type, examples = [] }) =>
    examples.map(({ title, template }) => [`${name ?? type}: ${title}`, template]),
  );
  await check(examples, 190);
});

test("the architectures of the site, with their environments", async () => {
  const templates = files("site/architectures", ".yaml").filter((name) => !name.endsWith(".test.yaml"));
  await check(templates.map(named), 15);
});

test("the tests of the architectures", async () => {
  const schema = path.join(ROOT, "docs/template-tests.schema.json");
  const line = `# yaml-language-server: $schema=${schema}\n`;
  const tests = files("site/architectures", ".test.yaml").map(named);
  await check(tests.map(([name, text]) => [name, line + text]), 10);
  assert.notDeepEqual(await server.findings(`${line}cases: {a: {expct: []}}\n`), []);
});

test("what the rules for templates recommend", async () => {
  const rules = JSON.parse(run("rules", "templates", "--format", "json"));
  const recommended = rules.flatMap(({ id, docs }) => {
    const [, after = ""] = docs.split("\n## Use instead\n");
    const template = after.match(/^```yaml\n([^]*?)^```/m);
    return template ? [[id, template[1]]] : [];
  });
  await check(recommended, 90);
});

// Templates of other projects with Heat's verdicts, which are not part of this one.
test("real templates", { skip: !fs.existsSync(CORPUS) && "there are none" }, async () => {
  const lines = fs.readFileSync(path.join(CORPUS, "VERDICTS.tsv"), "utf8").split("\n").slice(1);
  const verdicts = lines.filter(Boolean).map((line) => line.split("\t"));
  const accepted = verdicts.filter(([, , validated, created]) => validated === "ok" && created === "same");
  await check(accepted.map(([name]) => named(path.join(CORPUS, name))), 25);
});
