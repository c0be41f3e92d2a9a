// The program itself, in a temporary folder.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const program = process.env.HEAT_CODEGEN ?? fileURLToPath(new URL("../../target/debug/heat-codegen", import.meta.url));

/** A folder with these files, in which the program can be run; `remove` removes it. */
export function scratch(files) {
  assert.ok(existsSync(program), "run `cargo build -p heat-codegen` first, or name the program in HEAT_CODEGEN");
  const path = mkdtempSync(join(tmpdir(), "heat-browser-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return {
    path,
    /** Runs a command, which has to exit with one of these codes. */
    run(commands, codes = [0]) {
      const ran = spawnSync(program, commands, { cwd: path, encoding: "utf8" });
      assert.ok(codes.includes(ran.status), `${commands.join(" ")}: exit ${ran.status}: ${ran.stderr}`);
      return ran.stdout;
    },
    remove() {
      rmSync(path, { recursive: true });
    },
  };
}
