#!/usr/bin/env python3
"""Runs mutated schemas through every command of heat-codegen, with limits on time and memory.

    fuzz/attack.py target/debug/heat-codegen --runs 3000 --seed 1

The seeds are those of fuzz/seeds and the catalogue. Most mutants change a single value or name to one of the same kind, so
that they load and every command runs to its end; the others change lines, regardless of the result. A run fails if the program
panics, is killed, takes longer than the limit, or writes a page with an element that only an attack contains. Failures, and the
input that took the most processor time, are kept in the folder in --keep.
"""

import argparse
import collections
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent
NUMBERS = ["0", "-1", "1000", "65536", "3000000000", "9223372036854775807", "9223372036854775808",
           "18446744073709551615", "1e308", ".inf", ".nan", "1" + "0" * 400]
TEXTS = ["<x-evil onx=1>", "\"'><x-evil>", "</title><x-evil>", "[a](javascript:x())", "../../x", "a\\nb", "\\0", "\\u202e",
         "{{ 7 * 7 }}", "{% raw %}", "::", "a" * 300, "(((((a*)*)*)*)*)*b", "a{999999999}", "&amp;<", "]]>", "| a |", "#", "%00",
         "``` \\n", ".. include:: /etc/passwd", "@x", "::add-mask::e", "\\x1b]0;x\\x07", ""]
PATTERNS = ["(a+)+b", "(((((a*)*)*)*)*)*b", "(a|a)*c", "[a-z]{1,1000}", "(?=a)b", "(?:x?){50}x{50}", "a{999999999}", "(", "\\\\d+", "", ".*.*.*=.*"]
TYPES = ["string", "integer", "number", "boolean", "map", "list", "any"]
STATUSES = ["SUPPORTED", "DEPRECATED", "HIDDEN", "UNSUPPORTED"]
# A plain or quoted scalar after a key, or in brackets.
SCALAR = re.compile(r"""(?:(?P<key>\w+): +|[\[,] *)(?P<value>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'\[\]{},#&*!|>?-][^\n,\[\]{}#]*)(?=\s*(?:[,\]}#]|$))""", re.M)
# A name in the schema that is not part of the language.
NAME = re.compile(r"^(?P<indent> +)(?P<name>\w+):", re.M)
WORDS = set("""type description support_status status version message properties attributes schema constraints default required update_allowed
    immutable implemented allow_conversion range min max length modulo step offset allowed_values allowed_pattern custom_constraint
    cache_mode update_policy examples title template rule translation_path value_path value value_name client_plugin finder entity or and
    xor api_versions versions keywords properties_groups translation_rules physical_resource_name_limit resources parameters outputs
    heat_template_version default_client_name required_service_extension previous_status substitute_class""".split())
COMMANDS = [
    ["check"], ["check", "--format", "json"], ["check", "--format", "sarif"], ["check", "--format", "github"],
    ["build", "--out", "site"], ["build", "--out", "site", "--base-url", "https://docs.example.org", "--include-hidden"],
    ["list"], ["export", "--format", "json"], ["export", "--format", "json-schema"],
    ["export", "--format", "rst"], ["export", "--format", "markdown"],
    ["diff", "old", "schemas"], ["diff", "schemas", "old", "--format", "markdown"],
    ["diff", "old", "schemas", "--format", "json"], ["diff", "old", "schemas", "--format", "sarif"],
    ["diff", "old", "schemas", "--templates", "templates"], ["diff", "schemas", "old", "--templates", "templates"],
    ["diff", "old", "schemas", "--format", "junit"], ["diff", "old", "schemas", "--init-allowances",
     "--allowances", "allowed.yaml", "--reason", "x", "--expires", "99.0.0"],
]


def seeds():
    paths = sorted((ROOT / "seeds" / "site").iterdir()) + sorted((ROOT.parent / "schemas").glob("*/*/*.yaml"))
    return [path.read_text() for path in paths if path.stat().st_size < 20_000]


def quoted(text):
    return '"' + text.replace('"', '\\"') + '"'


def of_its_kind(rng, key, value):
    """Another value in place of this one that is also allowed, more or less."""
    if value in ("true", "false"):
        return "false" if value == "true" else "true"
    if key == "type":
        return rng.choice(TYPES) if value in TYPES else value
    if key == "status":
        return rng.choice(STATUSES)
    if key == "allowed_pattern":
        return quoted(rng.choice(PATTERNS))
    if key == "version" or key in ("custom_constraint", "rule"):
        return value
    if re.fullmatch(r"-?[\d.]+", value):
        return rng.choice(NUMBERS + ["1", "2", str(rng.randrange(100_000))])
    return quoted(rng.choice(TEXTS) + rng.choice(["", "", " and more."]))


def mutate_mildly(rng, text):
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        names = [found for found in NAME.finditer(text) if found["name"] not in WORDS]
        if names and rng.random() < 0.15:
            found = rng.choice(names)
            text = text[:found.start("name")] + quoted(rng.choice(TEXTS)) + text[found.end("name"):]
            continue
        values = [found for found in SCALAR.finditer(text) if not found["value"].startswith(("OS::", "AWS::"))]
        if values:
            found = rng.choice(values)
            value = of_its_kind(rng, found["key"], found["value"].strip())
            text = text[:found.start("value")] + value + text[found.end("value"):]
    return text


def mutate(rng, text, others):
    return mutate_mildly(rng, text) if rng.random() < 0.85 else mutate_wildly(rng, text, others)


def mutate_wildly(rng, text, others):
    lines = text.split("\n")
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        at = rng.randrange(len(lines))
        line = lines[at]
        kind = rng.randrange(9)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, line)
        elif kind == 2:
            key, colon, _ = line.partition(":")
            lines[at] = f"{key}{colon} {rng.choice(NUMBERS)}"
        elif kind == 3:
            key, colon, _ = line.partition(":")
            lines[at] = f'{key}{colon} "{rng.choice(TEXTS)}"'.replace('""', '"')
        elif kind == 4:
            indent = len(line) - len(line.lstrip())
            lines[at] = " " * indent + f"? \"{rng.choice(TEXTS)}\"\n" + " " * indent + ": " + line.partition(":")[2].strip()
        elif kind == 5:
            lines[at] = line + " " + rng.choice(TEXTS)
        elif kind == 6:
            other = rng.choice(others).split("\n")
            start = rng.randrange(len(other))
            lines[at:at] = other[start:start + rng.randrange(1, 12)]
        elif kind == 7:
            lines[at:at + 1] = [" " * rng.randrange(6) + line.strip()]
        else:
            start = rng.randrange(len(lines))
            lines[at:at] = lines[start:start + rng.randrange(1, 30)]
        if not lines:
            lines = [""]
    return "\n".join(lines)


def limit(megabytes):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return set_limits


def wrong_page(folder):
    for page in folder.rglob("*.html"):
        text = page.read_text(errors="replace")
        if "<x-evil" in text:
            return f"{page.relative_to(folder)} has <x-evil"
    return None


def main():
    """Runs attacks; if it is interrupted, it prints its findings so far."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="the time limit of a command in seconds")
    parser.add_argument("--megabytes", type=int, default=2000, help="the memory limit of a command in megabytes")
    parser.add_argument("--keep", default="attack-failures")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    program, others = str(pathlib.Path(args.program).resolve()), seeds()
    codes, failures, slowest = collections.Counter(), [], (0, [])
    loaded = mutants = 0
    keep = pathlib.Path(args.keep).resolve()
    runs = 0
    try:
        while runs < args.runs:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                text = mutate(rng, rng.choice(others), others)
                old = rng.choice([text, mutate(rng, text, others), rng.choice(others)])
                for side, schema in (("schemas", text), ("old", old)):
                    # The path of the type's file, so that `check` does not report it.
                    named = re.search(r"^type: (\w+(?:::\w+)*)$", schema, re.M)
                    path = folder / side / ((named[1].replace("::", "/") if named else "A") + ".yaml")
                    path.parent.mkdir(parents=True)
                    path.write_text(schema)
                (folder / "templates").mkdir()
                kind = next((line[5:].strip() for line in text.split("\n") if line.startswith("type:")), "A::B")
                (folder / "templates" / "t.yaml").write_text(mutate(rng, "\n".join([
                    "heat_template_version: 2021-04-16", "parameters: {y: {type: string}}", "resources:", "  r:", f"    type: {kind}",
                    "    properties: {a: x, b: {get_param: y}, name: [1, {c: d}]}", "outputs: {o: {value: {get_attr: [r, a]}}}"]), others)
                    if rng.random() < 0.7 else "")
                for command in rng.sample(COMMANDS, 6) + [["show", kind], ["template", kind]]:
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    try:
                        done = subprocess.run([program, *command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                                              timeout=args.seconds, preexec_fn=limit(args.megabytes), check=False)
                        code, said = done.returncode, done.stderr[-400:].decode(errors="replace")
                    except subprocess.TimeoutExpired:
                        code, said = "timeout", ""
                    except ValueError:
                        continue
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                    if took > slowest[0]:
                        slowest = (took, command)
                        shutil.rmtree(keep / "slowest", ignore_errors=True)
                        shutil.copytree(folder, keep / "slowest", ignore=shutil.ignore_patterns("site"))
                    runs += 1
                    codes[command[0], code] += 1
                    if command[0] == "show":
                        # This command does not use the rules' findings.
                        mutants, loaded = mutants + 1, loaded + (code == 0)
                    wrong = None if code in (0, 1, 2) else f"exit {code}: {said}"
                    if command[0] == "build" and code == 0:
                        wrong = wrong or wrong_page(folder / "site")
                    if wrong:
                        failures.append((command, wrong))
                        keep.mkdir(exist_ok=True)
                        shutil.copytree(folder, keep / str(len(failures)), ignore=shutil.ignore_patterns("site"))
                        (keep / str(len(failures)) / "wrong").write_text(f"{command}\n{wrong}\n")
    except KeyboardInterrupt:
        pass
    for (command, code), count in sorted(codes.items(), key=str):
        print(f"{command:10} exit {code}: {count}")
    print(f"{runs} runs of {mutants} mutants, of which {loaded} load; {len(failures)} failures; the slowest took "
          f"{slowest[0]:.1f} s of processor time: {' '.join(slowest[1])}")
    for command, wrong in failures[:20]:
        print(" ".join(command), "=>", wrong)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
