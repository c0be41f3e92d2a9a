"""Recording: inputs in, vectors out."""

import copy
import json

from . import answers
from . import outcomes
from . import templates

# How often an input is tried again with more answers for its finders.
ATTEMPTS = 12


def answer_to(asked):
    """The answer of a recording's finder for a value that is not in its table yet."""
    if asked == 'bad':
        return {'error_class': 'EntityNotFound', 'error': 'The thing (bad) could not be found.'}
    if asked == 'none':
        return {'value': None}
    return {'value': asked if str(asked).startswith('id-') else f'id-{asked}'}


def taught(given, unanswered):
    """The input, with the requested answers in its finders' tables."""
    given = copy.deepcopy(given)
    for rule in given['rules']:
        results = rule.get('finder', {}).get('results')
        if results is None:
            continue
        for asked in unanswered:
            if not any(answers.schemas.same(asked, known) for known, _ in results):
                results.append([asked, answer_to(asked)])
    return given


def vector(family, source, given):
    """A vector; None if a finder would be asked endlessly, or if there is nothing to ask."""
    for _ in range(ATTEMPTS):
        try:
            output = answers.FAMILIES[family](given)
            return {'family': family, 'source': source, 'input': given, 'output': output}
        except outcomes.Dropped as dropped:
            given = taught(given, dropped.unanswered)
        except outcomes.NotOne:
            return None
    return None


def line(recorded):
    return json.dumps(recorded, ensure_ascii=False, separators=(',', ':')) + '\n'


def in_every_order(lines, others):
    """The lines, each with the answers that Heat gives under other orders of sets; `others` are the same vectors, recorded again."""
    again = {}
    for line_of_other in others:
        recorded = json.loads(line_of_other)
        again.setdefault(recorded['source'], []).append(recorded)
    for first in lines:
        recorded = json.loads(first)
        each = again.get(recorded['source'], [])
        merged = templates.one_of([recorded['output'], *(other['output'] for other in each)])
        if merged is not None:
            yield line({**recorded, 'output': merged})
