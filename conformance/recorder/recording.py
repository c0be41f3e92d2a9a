"""Recording: inputs in, vectors out."""

import copy
import json

from . import answers

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
        except answers.Dropped as dropped:
            given = taught(given, dropped.unanswered)
        except answers.NotOne:
            return None
    return None


def line(recorded):
    return json.dumps(recorded, ensure_ascii=False, separators=(',', ':')) + '\n'
