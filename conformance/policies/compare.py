"""Compares the verdicts of three policy languages on the JSON of `heat-codegen`.

    python compare.py [--program HEAT_CODEGEN] [--judge POLICY_JUDGE] [--verbose] [FOLDER_OF_TEMPLATES...]

The inputs are the resolved templates of `site/architectures`, of `templates`, of the examples in the rules and of the folders, and the
plans of `plans.txt`. Templates that `heat-codegen resolve` refuses are left out. The exit code is 1 if a verdict differs.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
ARCHITECTURES = HERE.parents[1] / "site" / "architectures"
RULES = {path.stem: yaml.safe_load(path.read_text()) for path in sorted((HERE / "rules").glob("*.yaml"))}
FORMATS = ("guard", "rego")


def run(*command, cwd=None):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=cwd)


def stacks(program, folders, work):
    """Yields the name, the group, the resolved template and the violated rules of each template."""
    examples = work / "examples"
    examples.mkdir()
    for name, rule in RULES.items():
        for key in ("example", "use_instead"):
            if key in rule:
                (examples / f"{name}.{key}.yaml").write_text(rule[key])
    for root in (ARCHITECTURES, examples, HERE / "templates", *folders):
        for path in sorted(path for end in ("*.yaml", "*.yml") for path in root.rglob(end)):
            if path.name.endswith(".test.yaml"):
                continue
            options = [path, "--root", root]
            if (path.name, path.with_name("environment.yaml").exists()) == ("template.yaml", True):
                options += ["-e", path.with_name("environment.yaml")]
            # The values that the tests use, so that more is known.
            test = path.with_suffix(".test.yaml")
            for number, parameters in enumerate(({}, test.exists() and yaml.safe_load(test.read_text())["parameters"] or {})):
                if number and not parameters:
                    continue
                values = [part for key, value in parameters.items() for part in ("-P", f"{key}={value}")]
                resolved = run(program, "resolve", *options, *values, "--format", "json")
                if resolved.returncode:
                    continue
                found = run(program, "validate", *options, *values, "--rules", HERE / "rules", "--format", "json", "--fail-on", "none")
                violated = {finding["code"] for finding in json.loads(found.stdout)} & RULES.keys()
                yield f"{path.relative_to(root)}{' with values' * number}", root.name, resolved.stdout, violated


def plans(program, work):
    """Yields the same of each plan."""
    settings = work / "settings.yaml"
    settings.write_text(yaml.safe_dump({"templates": {"rules": [str(HERE / "rules")]}}))
    for line in (HERE / "plans.txt").read_text().splitlines():
        if not line.startswith("#"):
            plan = run(program, "plan", *line.split(), "--settings", settings, "--format", "json", "--fail-on", "none", cwd=ARCHITECTURES)
            if plan.returncode:
                sys.exit(f"{line}\n{plan.stderr}")
            # The document has no findings of rules: they are on standard error.
            yield line, "plans", plan.stdout, set(re.findall(r"^\w+\[([\w-]+)\]", plan.stderr, re.M)) & RULES.keys()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="heat-codegen", help="the program")
    parser.add_argument("--judge", default="policy-judge", help="the program of the folder `judge`")
    parser.add_argument("--verbose", action="store_true", help="list all violations")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="more templates")
    arguments = parser.parse_args()
    counts, differences = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for kind, inputs in (("stacks", stacks(arguments.program, arguments.folders, work)), ("plans", plans(arguments.program, work))):
            names, files, own = {}, [], {}
            for number, (name, group, document, violated) in enumerate(inputs):
                file = work / f"{kind}-{number}.json"
                file.write_text(document)
                files.append(file)
                names[str(file)], own[str(file)] = name, violated
                counts[f"inputs: {group}"] += 1
            judged = run(arguments.judge, HERE, kind, *files)
            if judged.returncode:
                sys.exit(judged.stderr)
            for line in judged.stdout.splitlines():
                file, policy, *others = line.split("\t")
                ours = "violated" if policy in own[file] else "-"
                counts[f"verdicts: {kind}"] += 1
                counts[f"violated: {policy}"] += ours == "violated"
                if set(others) != {ours}:
                    differences += 1
                    print(f"{policy}: {names[file]}: rules {ours}, " + ", ".join(map(" ".join, zip(FORMATS, others))))
                elif arguments.verbose and ours == "violated":
                    print(f"{policy}: {names[file]}: violated")
    for name, count in counts.items():
        print(f"{name}: {count}")
    print(f"differences: {differences}")
    sys.exit(differences > 0)


main()
