"""The inputs of the shipped vectors of templates."""

import pathlib

from . import generated
from . import generated_nested
from . import generated_templates
from . import generated_updates
from . import yaql_in_templates

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / 'schemas'


def templates(types):
    """Whatever the grammar gives, and expressions of yaql."""
    maker = generated.Maker('shipped/templates')
    for _ in range(160):
        yield 'mixed', generated_templates.TemplateMaker(maker, types).given()
    maker = generated.Maker('shipped/yaql_in_templates')
    for _ in range(150):
        yield 'yaql', yaql_in_templates.template(maker)


def nested_stacks(_types):
    """Whatever the grammar gives, and what the code of single plug-ins checks."""
    maker = generated.Maker('shipped/nested_stacks')
    for _ in range(48):
        yield 'mixed', generated_nested.NestedMaker(maker).given()
    for resources in generated_nested.OF_PLUGINS:
        yield 'plug-in', {'template': {'heat_template_version': '2016-10-14', 'resources': resources}, 'files': generated_nested.OF_PLUGINS_FILE}


def created_stacks(_types):
    """Whatever the grammar gives, with wrong values in nested stacks."""
    maker = generated.Maker('shipped/created_stacks')
    for _ in range(120):
        yield 'mixed', generated_nested.CreatedMaker(maker).given()


def template_text(types):
    """Texts with a mistake or two."""
    maker = generated.Maker('shipped/template_text')
    for _ in range(60):
        yield 'mixed', generated_templates.text(maker, types)


def update_preview(types):
    """Made-up stacks, and the examples of the catalogue, each with some changes."""
    maker = generated_updates.UpdateMaker(generated.Maker('shipped/update_preview'))
    for _ in range(150):
        yield 'mixed', maker.pair(types)
    for _, stack in generated_updates.examples(SCHEMAS):
        yield 'example', maker.pair(types, stack)
