// Recorded answers of Heat, in another validator of JSON Schema: it accepts what Heat accepts.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const Ajv = require("ajv");
const YAML = require("yaml");

const { ROOT, run } = require("../exported.js");

const schema = { ...JSON.parse(run("export", "--format", "json-schema")), $id: "heat" };
// The keywords of editors are unknown to it.
const ajv = new Ajv({ strict: false, logger: false });
const accepts = ajv.compile(schema);

/** Recordings that are not part of the project. */
const MORE = path.join(ROOT, "../shared/vectors");
const hasMore = fs.existsSync(MORE);

/** The recordings of a family: those of the project, and more if there are any. */
function recorded(family) {
  const files = [path.join(ROOT, "conformance/vectors"), MORE].map((folder) => path.join(folder, `${family}.jsonl`));
  const lines = files.filter((file) => fs.existsSync(file)).flatMap((file) => fs.readFileSync(file, "utf8").split("\n"));
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** A text as an editor reads it; nothing if it cannot be read. */
function read(text) {
  const document = YAML.parseDocument(text, { uniqueKeys: false });
  return document.errors.length ? undefined : document.toJS();
}

const known = (type) => Object.hasOwn(schema.definitions, type);

/** The types of resources, at any depth of a registry too. */
const isOfTests = (template) =>
  Object.values(template.resources ?? template.Resources ?? {}).some((resource) => {
    const type = resource?.type ?? resource?.Type;
    return typeof type === "string" && type.includes("::") && !known(type);
  });

/** All that Heat accepts is accepted, and so much of what it refuses is refused; the rest is not about the form. */
function check(cases, atLeast, refusals) {
  const accepted = cases.filter(({ isAccepted }) => isAccepted);
  assert.ok(accepted.length >= atLeast, `only ${accepted.length} accepted`);
  const wrong = accepted.filter(({ isValid }) => !isValid).map(({ source }) => source);
  assert.deepEqual(wrong, []);
  const refused = cases.filter(({ isAccepted, isValid }) => !isAccepted && !isValid).length;
  const all = cases.length - accepted.length;
  assert.ok(refused / all >= refusals, `${refused} of ${all} are refused`);
}

test("templates", () => {
  const judged = recorded("templates").filter(({ input, output }) => {
    const isOwnType = input.environment?.resource_registry !== undefined || isOfTests(input.template);
    return typeof input.template === "object" && output.validate && !output.validate.one_of && !isOwnType;
  });
  const cases = judged.map(({ source, input, output }) => ({
    source,
    isAccepted: output.validate.ok === true,
    isValid: accepts(input.template),
  }));
  // Heat takes whatever is empty for an empty section.
  const empty = ({ source }) => ["own:template:36", "own:template:49"].includes(source);
  assert.ok(cases.filter(empty).every(({ isAccepted, isValid }) => isAccepted && !isValid));
  // What an expression of yaql gives is not about the form: Heat has to evaluate it.
  const isOfResults = ({ source, isAccepted }) => source.startsWith("own:yaql:") && !isAccepted;
  check(cases.filter((each) => !empty(each) && !isOfResults(each)), hasMore ? 500 : 5, 0.4);
});

test("templates with mistakes, and without", () => {
  const cases = recorded("verdicts").map(({ source, input, output }) => ({
    source,
    isAccepted: output.create === "accepted",
    isValid: accepts(read(input.files[input.template])),
  }));
  check(cases, 30, 0.5);
});

// Heat reads what is in the members of these when it creates them; here it was only asked about the group.
const GROUPS = ["OS::Heat::ResourceGroup", "OS::Heat::ResourceChain", "OS::Heat::AutoScalingGroup"];

// Those of the project have schemas of their own.
test("properties of all types", { skip: !hasMore && "there are no recordings" }, () => {
  const isJudged = ({ input, output }) =>
    known(input.schema_ref) && !GROUPS.includes(input.schema_ref) && (output.validate?.ok || output.validate?.error_class);
  const cases = recorded("properties").filter(isJudged).map(({ source, input, output }) => ({
    source,
    isAccepted: output.validate.ok === true,
    isValid: ajv.getSchema(`heat#/definitions/${input.schema_ref}`)(input.data ?? {}),
  }));
  check(cases, 700, 0.8);
});

test("environments", () => {
  const cases = recorded("environments").map(({ source, input, output }) => ({
    source,
    isAccepted: !output.error_class && !output.loaded?.error_class,
    isValid: input.files.every(({ text }) => read(text) === null || accepts(read(text))),
  }));
  check(cases, 130, 0.4);
});
