"""The project's own templates with mistakes that people make, and Heat's verdicts on them."""

import pathlib
import random
import tempfile

from . import bases, cloudless, examples, template_mistakes, verdicts

ATTEMPTS = 12
# One that a template with nested templates has more often.
NESTED = 'wrong_nested'


def kind_of(base, source):
    """A kind of mistake: each is equally frequent, except in templates that consist of several files."""
    has_nested = any(name.endswith('.yaml') for name in base.files if name not in (base.template, base.environment))
    kinds = template_mistakes.KINDS + [NESTED] * len(template_mistakes.KINDS) * has_nested
    return random.Random(source).choice(kinds)


def mutants(base, count, seed):
    """Cases with one mistake, each with its kind."""
    for number in range(count):
        for attempt in range(ATTEMPTS):
            made = f'{seed}/{base.source}/{number}/{attempt}'
            kind = kind_of(base, made)
            try:
                yield kind, template_mistakes.Mistake(made, base).made(kind)
                break
            except (template_mistakes.NotHere, AttributeError, TypeError, ValueError):
                # The template has nothing, or nothing of this form, that could be changed so.
                continue


def inputs(root):
    """One mutant of each of the project's own templates."""
    cloudless.load_default_environment()
    accepted_values = examples.accepted_values(root / 'schemas')
    for base in bases.own(root / 'schemas', root / 'site' / 'architectures', accepted_values):
        for kind, case in mutants(base, 1, 'shipped'):
            given = {'files': case.files, 'template': case.template}
            yield kind, {**given, 'environment': case.environment} if case.environment else given


def write(files, folder):
    """Writes the files of a case below a folder."""
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding='utf-8')


def of_files(given):
    """Both verdicts, and who refuses the template."""
    with tempfile.TemporaryDirectory(prefix='verdicts') as folder:
        write(given['files'], folder)
        environment = given.get('environment')
        answers = verdicts.of_file(pathlib.Path(folder, given['template']), environment and pathlib.Path(folder, environment))
    recorded = {request: answer['verdict'] for request, answer in answers.items()}
    by = {f'{request}_by': answer['by'] for request, answer in answers.items() if 'by' in answer}
    return {**recorded, **by}
