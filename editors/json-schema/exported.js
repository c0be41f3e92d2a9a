// What `heat-codegen` exports, and the places of the repository.
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const ROOT = path.resolve(__dirname, "../..");
const PROGRAM = process.env.HEAT_CODEGEN ?? path.join(ROOT, "target/debug/heat-codegen");

/** What the program prints. It runs in an empty folder, where only its built-in catalogue can be. */
function run(...args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "json-schema-"));
  try {
    return execFileSync(PROGRAM, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The JSON Schema as a file in a folder of its own, with the settings of an editor that uses it. */
function schemaFile() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "json-schema-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, "hot.schema.json");
  fs.writeFileSync(file, run("export", "--format", "json-schema"));
  return { file, folder, settings: { schemas: { [pathToFileURL(file).href]: ["*.yaml"] } } };
}

/** All files below a folder of the repository with this ending. */
function files(folder, ending) {
  const found = fs.readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

module.exports = { ROOT, run, schemaFile, files };
