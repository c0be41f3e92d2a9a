#!/usr/bin/env python3
"""Counts how many public repositories of templates use each resource type: `site/used-types.txt`.

    conformance/count_types.py OWNER/NAME=FOLDER... > site/used-types.txt

Each folder is a clone. Of a type, the number of repositories counts, and then that of templates: a repository with hundreds of templates
for one cloud does not decide what is shown first.
"""

import collections
import pathlib
import re
import subprocess
import sys

TYPE = re.compile(r"""["']?type["']?\s*:\s*["']?((?:OS|AWS)(?:::\w+){2,3})\b""")
VERSION = re.compile(r"heat_template_version|HeatTemplateFormatVersion|AWSTemplateFormatVersion")
ENDINGS = {".yaml", ".yml", ".json", ".template", ".hot", ".j2", ".tmpl"}


def git(folder, *arguments):
    """The output of a command of git in a clone."""
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True)
    return done.stdout.decode(errors="replace")


def templates(folder):
    """The texts of the templates at the head of a clone."""
    for path in git(folder, "ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0"):
        if pathlib.PurePosixPath(path).suffix not in ENDINGS:
            continue
        try:
            text = git(folder, "show", f"HEAD:{path}")
        except subprocess.CalledProcessError:
            continue  # the contents are not in this clone
        if VERSION.search(text):
            yield text


def main(clones):
    """Writes the table."""
    in_repositories, in_templates = collections.Counter(), collections.Counter()
    sources, read = [], 0
    for name, _, folder in (argument.partition("=") for argument in clones):
        types = collections.Counter()
        for text in templates(folder):
            read += 1
            types.update(set(TYPE.findall(text)))
        in_repositories.update(types.keys())
        in_templates.update(types)
        sources.append(f"{name}@{git(folder, 'rev-parse', '--short=12', 'HEAD').strip()}")
    print("# How many public repositories use each resource type, and in how many templates: the start page of the site shows the most")
    print("# used ones first. Written by conformance/count_types.py from these repositories of github.com:")
    for source in sorted(sources):
        print(f"#   {source}")
    print(f"# {len(sources)} repositories, {read} templates")
    for name, count in sorted(in_repositories.items(), key=lambda item: (-item[1], -in_templates[item[0]], item[0])):
        print(f"{count}\t{in_templates[name]}\t{name}")


if __name__ == "__main__":
    main(sys.argv[1:])
