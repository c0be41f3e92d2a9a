"""Recording: inputs in, vectors out."""

import copy
import json

from . import answers

# How often an input is tried again with more answers for its finders.
ATTEMPTS = 12


def answer_to(asked):
    """What a finder of the recordings says of a value that its table does not have yet."""
    if asked == 'bad':
        return {'error_class': 'EntityNotFound', 'error': 'The thing (bad) could not be found.'}
    if asked == 'none':
        return {'value': None}
    return {'value': asked if str(asked).startswith('id-') else f'id-{asked}'}


def taught(given, unanswered):
    """The input with answers in its finders' tables to what they were asked for."""
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
    """A vector; nothing where a finder would be asked without end, or where there is nothing to ask about."""
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
