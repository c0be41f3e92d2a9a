"""Prints how long Python's yaql takes to parse and evaluate the expressions of the group `templates`, in seconds, for expressions.rs."""

import collections.abc  # yaql expects that somebody has done this
import json
import sys
import time

import yaql


def main():
    parse = yaql.YaqlFactory().create({'yaql.limitIterators': 200, 'yaql.memoryQuota': 10000})
    context = yaql.create_context()
    with open(sys.argv[1], encoding='utf-8') as file:
        vectors = [json.loads(line) for line in file]
    cases = [vector['input'] for vector in vectors if ':templates:' in vector['source']]
    for _ in range(2):
        start = time.perf_counter()
        for case in cases:
            try:
                parse(case['expression']).evaluate({'data': case['data']}, context.create_child_context())
            except Exception:
                pass
        # The first time, modules are still being loaded.
        took = time.perf_counter() - start
    print(took)


main()
