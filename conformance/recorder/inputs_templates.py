"""The inputs of the shipped vectors of templates."""

import pathlib

from . import made_up
from . import made_up_nested
from . import made_up_templates
from . import made_up_updates
from . import yaql_in_templates

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / 'schemas'


def templates(types):
    """Whatever the grammar gives, and expressions of yaql."""
    maker = made_up.Maker('shipped/templates')
    for _ in range(160):
        yield 'mixed', made_up_templates.TemplateMaker(maker, types).given()
    maker = made_up.Maker('shipped/yaql_in_templates')
    for _ in range(150):
        yield 'yaql', yaql_in_templates.template(maker)


def nested_stacks(_types):
    """Whatever the grammar gives, and what the code of single plug-ins checks."""
    maker = made_up.Maker('shipped/nested_stacks')
    for _ in range(48):
        yield 'mixed', made_up_nested.NestedMaker(maker).given()
    for resources in made_up_nested.OF_PLUGINS:
        yield 'plug-in', {'template': {'heat_template_version': '2016-10-14', 'resources': resources}, 'files': made_up_nested.OF_PLUGINS_FILE}


def created_stacks(_types):
    """Whatever the grammar gives, with wrong values in nested stacks."""
    maker = made_up.Maker('shipped/created_stacks')
    for _ in range(120):
        yield 'mixed', made_up_nested.CreatedMaker(maker).given()


def template_text(types):
    """Texts with a mistake or two."""
    maker = made_up.Maker('shipped/template_text')
    for _ in range(60):
        yield 'mixed', made_up_templates.text(maker, types)


def update_preview(types):
    """Made-up stacks, and the examples of the catalogue, each with some changes."""
    maker = made_up_updates.UpdateMaker(made_up.Maker('shipped/update_preview'))
    for _ in range(150):
        yield 'mixed', maker.pair(types)
    for _, stack in made_up_updates.examples(SCHEMAS):
        yield 'example', maker.pair(types, stack)
