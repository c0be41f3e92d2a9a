"""The inputs of the shipped vectors of templates."""

from . import made_up
from . import made_up_templates


def templates(types):
    """Whatever the grammar gives."""
    maker = made_up.Maker('shipped/templates')
    for _ in range(160):
        yield 'mixed', made_up_templates.TemplateMaker(maker, types).given()


def template_text(types):
    """Texts with a mistake or two."""
    maker = made_up.Maker('shipped/template_text')
    for _ in range(60):
        yield 'mixed', made_up_templates.text(maker, types)
