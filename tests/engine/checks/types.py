"""What the API says of the types, and what it refuses before a resource exists."""

import re
from typing import Any

from case import Case, Failed, template
from checks import check
from heat_engine.rest import Document, quoted

NAMES = ['My::Custom::Plain', 'My::Custom::Probe']


@check('types: list, show, template')
def listed(case: Case) -> None:
    found = case.api.get('resource_types')['resource_types']
    case.expect('the types of the plug-in', NAMES, sorted(name for name in found if name.startswith('My::Custom::P')))
    for name in NAMES:
        path = f'resource_types/{quoted(name)}'
        case.see(f'{name}: schema', case.api.get(path))
        for language in ('hot', 'cfn'):
            case.see(f'{name}: template', case.api.get(f'{path}/template?template_type={language}'))
    probe = case.api.get(f'resource_types/{quoted(NAMES[1])}')
    case.expect('properties', ['value', 'old_value', 'size', 'region', 'tint', 'zone', 'polls', 'repairs', 'journal', 'faults'],
                list(probe['properties']))
    case.expect('attributes', ['handled', 'process', 'show', 'size', 'stored', 'value'], sorted(probe['attributes']))
    case.expect('size', {'type': 'integer', 'default': 1, 'required': False, 'update_allowed': False, 'immutable': False,
                         'description': re.compile('Changing it replaces.*'),
                         'constraints': [{'range': {'min': 1, 'max': 100}}]}, probe['properties']['size'])
    kinds = probe['properties']['faults']['schema']['*']['schema']['kind']
    case.expect('a nested property is required', True, kinds['required'])
    generated = case.api.get(f'resource_types/{quoted(NAMES[1])}/template?template_type=hot')
    case.expect('the type in the template', NAMES[1], generated['resources']['Probe']['type'])


def validated(case: Case, what: str, resource: Document, message: Any) -> None:
    """Fails unless a template is refused by validation, and by the creation of a stack."""
    body = {'template': template({'probe': resource})}
    case.refused(f'{what}, creation', 'POST', 'stacks', {**body, 'stack_name': case.name}, 400, message)
    if case.api.ask('GET', f'stacks/{case.name}').status != 404:
        raise Failed(f'{what}: there is a stack')


@check('validation: 400 with the reason')
def validation(case: Case) -> None:
    def probe(**properties: Any) -> Document:
        return {'type': 'My::Custom::Probe', 'properties': properties}

    def error(place: str, message: str) -> re.Pattern[str]:
        # Colons appear when the error goes through a broker.
        return re.compile(f'Property error:( :)? {re.escape("resources.probe.properties" + place)}:( :)? {re.escape(message)}')

    for what, resource, message in [
        ('out of range', probe(size=101), error('.size', '101 is out of range (min: 1, max: 100)')),
        ('wrong type', probe(polls='many'), error('.polls', "Value 'many' is not an integer")),
        ('not allowed', probe(region='west'), error('.region', '"west" is not an allowed value ["north", "south"]')),
        ('unknown', probe(colour='red'), error('', 'Unknown Property colour')),
        ('nested', probe(faults=[{'action': 'create'}]), error('.faults[0]', 'Property kind not assigned')),
        ('a custom constraint', probe(tint='pink'), error('.tint', 'pink is not one of the colours red, green, blue')),
        ('the validation of the type itself', probe(region='south', size=51), 'There is no such size in the region south.'),
    ]:
        validated(case, what, resource, message)


@check('validation: both names of a property')
def both_names(case: Case) -> None:
    resource = {'type': 'My::Custom::Probe', 'properties': {'value': 'one', 'old_value': 'two'}}
    validated(case, 'both names', resource, re.compile('.*'))
