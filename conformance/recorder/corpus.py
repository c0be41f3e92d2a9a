"""Real templates as inputs: each as it is written, with values for its parameters, and mutants of it."""

import copy
import json
import pathlib

from heat.common import template_format
from heatclient.common import template_utils

from . import catalogue
from . import generated
from . import generated_templates
from . import generated_updates

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / 'schemas'

def read(folder, path):
    """The template of a file, with the files that the client sends; none if it is no template."""
    try:
        files, template = template_utils.get_template_contents(str(path))
    except Exception:
        try:
            # Some of its files are missing.
            files, template = {}, template_format.parse(path.read_text(encoding='utf-8'))
        except Exception:
            return None
    base = folder.resolve().as_uri()
    text = json.dumps({'template': template, 'files': files}).replace(base, 'file:///templates')
    return json.loads(text)


def inputs(folder, mutants, seed):
    """The inputs of each family that real templates have, with their sources."""
    texts, templates, updates, stacks = [], [], [], []
    types = catalogue.load(SCHEMAS)
    for path in sorted(folder.rglob('*')):
        if path.suffix not in ('.yaml', '.yml', '.template', '.json') or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        text = path.read_text(encoding='utf-8', errors='replace')
        maker = generated.Maker(f'{seed}/{name}')
        texts.append((f'corpus:{name}', {'text': text}))
        texts += [(f'corpus:{name}:{number}', {'text': maker.mutated(text)}) for number in range(mutants if len(text) < 20_000 else 0)]
        given = read(folder, path)
        if given is None or not isinstance(given['template'], dict):
            continue
        if not given['files']:
            del given['files']
        templates.append((f'corpus:{name}:without', copy.deepcopy(given)))
        given['environment'] = {'parameters': generated_updates.missing_values(given['template'])}
        templates.append((f'corpus:{name}', given))
        stacks.append((f'corpus:{name}', given))
        for number in range(mutants):
            mutant = {**given, 'template': generated_templates.mutated(maker, given['template'], maker.random.randint(1, 2))}
            templates.append((f'corpus:{name}:{number}', mutant))
            stacks.append((f'corpus:{name}:{number}', mutant))
            updates.append((f'corpus:{name}:{number}', generated_updates.UpdateMaker(maker).pair(types, given)))
    return {'template_text': texts, 'templates': templates, 'update_preview': updates, 'dependencies': stacks}
