"""Mistakes that people make in templates: each changes a template that is right in one place. A seed always makes the same ones.

A mistake is one of the data, which are written as YAML again, or one of the text. `KINDS` names them; a mistake that finds nothing to
change in a template raises `NotHere`.
"""

import copy
import random
import re

import yaml
from heat.common import template_format
from heat.engine import resources

FUNCTIONS = ['get_param', 'get_resource', 'get_attr', 'get_file', 'str_replace', 'str_replace_strict', 'list_join', 'repeat', 'resource_facade',
             'digest', 'str_split', 'map_merge', 'map_replace', 'yaql', 'if', 'equals', 'not', 'and', 'or', 'filter', 'contains', 'make_url',
             'list_concat', 'list_concat_unique', 'Ref', 'Fn::GetAtt', 'Fn::Join', 'Fn::Select', 'Fn::Base64', 'Fn::FindInMap']
CONDITIONS = ['equals', 'not', 'and', 'or', 'yaql', 'contains']
TYPED = ['some text', '', 'yes', 'not-a-number', 5, -1, 3.5, True, None, [], ['a', 'b'], [1, {}], {}, {'key': 'value'}, 70000, '10.0.0.300',
         'fe80::1', '10.0.0.0/33', 'a b', 'x' * 300]
VERSIONS = ['2013-05-23', '2014-10-16', '2015-04-30', '2015-10-15', '2016-04-08', '2016-10-14', '2017-02-24', '2018-08-31', '2021-04-16', 'rocky',
            'wallaby', '2015-05-23', '2013-5-23', 'Rocky', 'zed', '', None, 2018, 'yoga', '2018-08-31 ']
HOT = 'heat_template_version'


class NotHere(Exception):
    """A mistake cannot be made in a template."""


class Case:
    """A template with its environment, its nested templates and other files, all as texts by name."""

    def __init__(self, source, files, template, environment):
        self.source, self.files, self.template, self.environment = source, files, template, environment


class Mistake:
    """One mistake in a case."""

    def __init__(self, seed, case):
        self.random = random.Random(seed)
        self.case = case
        self.files = dict(case.files)
        self.data = template_format.parse(case.files[case.template])
        self.given = yaml.safe_load(case.files[case.environment]) if case.environment else {}
        self.is_hot = HOT in self.data

    # Choices.

    def chance(self, probability):
        return self.random.random() < probability

    def one(self, items):
        items = list(items)
        if not items:
            raise NotHere
        return self.random.choice(items)

    def typo(self, word):
        """A word as it is mistyped."""
        if not isinstance(word, str) or not word:
            raise NotHere
        place = self.random.randrange(len(word))
        made = self.one([
            word[:place] + word[place + 1:], word[:place] + word[place] + word[place:],
            word[:place] + word[place:place + 2][::-1] + word[place + 2:], word[0].swapcase() + word[1:], word.replace('_', '-'),
            word.replace('_', ''), word + 's', word.rstrip('s'), word.title(), word.replace('::', ':'), word + ' ', word.lower(),
        ])
        if made == word:
            raise NotHere
        return made

    @staticmethod
    def rename(members, key, other):
        items = [(other if name == key else name, member) for name, member in members.items()]
        members.clear()
        members.update(items)

    # Parts of the template.

    def section(self, name):
        found = self.data.get(name if self.is_hot else name.title())
        if not isinstance(found, dict):
            raise NotHere
        return found

    def resource(self):
        return self.one([each for each in self.section('resources').items() if isinstance(each[1], dict)])

    def properties(self):
        """A resource's type and properties."""
        found = []
        for resource in self.section('resources').values():
            members = resource.get('properties' if self.is_hot else 'Properties') if isinstance(resource, dict) else None
            if isinstance(members, dict) and members and not self.function_of(members):
                found.append((resource.get('type' if self.is_hot else 'Type'), members))
        return self.one(found)

    def schemas(self, resource_type):
        try:
            return resources.global_env().get_class(resource_type).properties_schema
        except Exception:
            return {}

    @staticmethod
    def function_of(node):
        if isinstance(node, dict) and len(node) == 1 and next(iter(node)) in FUNCTIONS:
            return next(iter(node))
        return None

    def calls(self, names=FUNCTIONS):
        """All calls of functions below resources, outputs and conditions."""
        found = []

        def walk(node):
            if self.function_of(node) in names:
                found.append(node)
            for member in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
                walk(member)
        for name in ('resources', 'outputs', 'conditions'):
            walk(self.data.get(name if self.is_hot else name.title()))
        return found

    def slots(self):
        """All values in properties: their containers and keys, with nested ones, outside of functions."""
        found = []

        def walk(node):
            for key, member in list(node.items() if isinstance(node, dict) else enumerate(node)):
                found.append((node, key))
                if isinstance(member, (dict, list)) and not self.function_of(member):
                    walk(member)
        walk(self.properties()[1])
        return found

    # Mistakes in the data.

    def misspelt_key(self):
        place = self.one(['sections', 'resource', 'output', 'parameter'])
        members = self.data
        if place != 'sections':
            members = self.one(self.section(f'{place}s').values())
        if not isinstance(members, dict):
            raise NotHere
        key = self.one(members)
        self.rename(members, key, self.typo(key))

    def misspelt_function(self):
        call = self.one(self.calls())
        name = next(iter(call))
        self.rename(call, name, self.typo(name))

    def misspelt_property(self):
        container, key = self.one([slot for slot in self.slots() if isinstance(slot[0], dict)])
        self.rename(container, key, self.typo(key))

    def misspelt_type(self):
        _, resource = self.resource()
        key = 'type' if self.is_hot else 'Type'
        resource[key] = self.typo(resource.get(key))

    def misspelt_reference(self):
        call = self.one(self.calls(['get_param', 'get_resource', 'get_attr', 'Ref', 'Fn::GetAtt']))
        name, arguments = next(iter(call.items()))
        if isinstance(arguments, list) and arguments:
            place = self.random.randrange(min(len(arguments), 2))
            call[name] = [*arguments[:place], self.typo(arguments[place]), *arguments[place + 1:]]
        else:
            call[name] = self.typo(arguments)

    def wrong_value(self):
        container, key = self.one(self.slots())
        container[key] = copy.deepcopy(self.one(TYPED))

    def missing_property(self):
        resource_type, members = self.properties()
        schemas = self.schemas(resource_type)
        required = [name for name in members if name in schemas and schemas[name].required]
        del members[self.one(required if required and self.chance(0.7) else members)]

    def foreign_property(self):
        _, members = self.properties()
        other, others = self.properties()
        key = self.one([*others, *self.schemas(other)])
        if key in members:
            raise NotHere
        members[key] = copy.deepcopy(others.get(key, self.one(TYPED)))

    def out_of_constraint(self):
        resource_type, members = self.properties()
        schemas = self.schemas(resource_type)
        name = self.one([name for name in schemas if schemas[name].constraints and (name in members or self.chance(0.2))])
        members[name] = self.one(TYPED + ['1' * 60, 10 ** 9, 0, 'wrong'])

    def deleted_resource(self):
        section = self.section('resources')
        named = [name for call in self.calls(['get_resource', 'get_attr', 'Ref', 'Fn::GetAtt']) for name in [self.first(next(iter(call.values())))]]
        named = [name for name in named if isinstance(name, str) and name in section]
        del section[self.one(named if named and self.chance(0.8) else section)]

    def deleted_parameter(self):
        section = self.section('parameters')
        name = self.one(section)
        del section[name]
        if self.chance(0.8):
            self.given.get('parameters', {}).pop(name, None)

    @staticmethod
    def first(arguments):
        return arguments[0] if isinstance(arguments, list) and arguments else arguments

    def wrong_version(self):
        if not self.is_hot:
            raise NotHere
        self.data[HOT] = self.one(VERSIONS)

    def wrong_argument(self):
        call = self.one(self.calls())
        name, arguments = next(iter(call.items()))
        if isinstance(arguments, list) and arguments and self.chance(0.7):
            place = self.random.randrange(len(arguments))
            changed = list(arguments)
            self.one([lambda: changed.pop(place), lambda: changed.insert(place, 'other'), lambda: changed.__setitem__(place, self.one(TYPED))])()
            call[name] = changed
        elif isinstance(arguments, dict) and arguments and self.chance(0.7):
            key = self.one(arguments)
            changed = dict(arguments)
            if self.chance(0.5):
                del changed[key]
            else:
                self.rename(changed, key, self.typo(key))
            call[name] = changed
        else:
            call[name] = copy.deepcopy(self.one([*TYPED, [arguments], {'get_param': arguments}]))

    def reference_by_other_function(self):
        call = self.one(self.calls(['get_param', 'get_resource', 'get_attr']))
        name, arguments = next(iter(call.items()))
        self.rename(call, name, self.one([each for each in ('get_param', 'get_resource', 'get_attr') if each != name]))
        del arguments

    def wrong_condition(self):
        if not self.is_hot:
            raise NotHere
        name = self.one(self.data.get('conditions') or ['is_wanted'])
        how = self.one(['unknown', 'removed', 'arguments', 'value', 'function', 'branches', 'of output'])
        if how == 'removed':
            if not self.data.pop('conditions', None):
                raise NotHere
        elif how == 'unknown':
            self.resource()[1]['condition'] = self.typo(name)
        elif how == 'of output':
            output = self.one(self.section('outputs').values())
            output['condition'] = self.one([name, {'equals': ['a']}, 'no', True, 5])
        elif how == 'value':
            self.data.setdefault('conditions', {})[name] = self.one(['true', 5, None, [], {}, {'get_param': 'missing'}, 'other', True])
            self.resource()[1]['condition'] = name
        elif how == 'function':
            self.resource()[1]['condition'] = {self.one([*CONDITIONS, 'get_attr', 'equal']): self.one([['a', 'a'], 'a', [], [True, False], {'a': 1}])}
        elif how == 'arguments':
            call = self.one(self.calls(CONDITIONS))
            key = next(iter(call))
            call[key] = self.one([[], 'a', ['a'], ['a', 'b', 'c'], {'a': 1}, None, [True, True]])
        else:
            container, key = self.one(self.slots())
            value = container[key]
            container[key] = {'if': self.one([[name, value], [self.typo(name), value, value], [name, value, value, value], value, [name, value, None]])}

    def wrong_output(self):
        name = self.one(self.section('resources'))
        outputs = self.data.setdefault('outputs' if self.is_hot else 'Outputs', {})
        key = 'value' if self.is_hot else 'Value'
        call = 'get_attr' if self.is_hot else 'Fn::GetAtt'
        made = self.one([
            {}, 'text', None, {key: None}, {key: {call: [name]}}, {key: {call: [name, 'no_such_attribute']}}, {key: {call: ['missing', 'show']}},
            {key: {call: f'{name}.show'}}, {key: {'get_resource': 'missing'}}, {'description': 'No value.'}, {key: 'a', 'typ': 'string'},
            {key: {'get_param': 'missing'}}, {key: {call: [name, 'show', 'a', 0]}}, [{key: 'a'}], {key: {call: [[name], 'show']}},
        ])
        if isinstance(outputs, dict):
            outputs[self.one([*outputs, 'result'])] = made

    def wrong_parameter(self):
        name = self.one(self.section('parameters'))
        definition = self.section('parameters')[name]
        if not isinstance(definition, dict):
            raise NotHere
        how = self.one(['type', 'no type', 'default', 'constraint', 'constraints', 'key', 'whole'])
        if how == 'type':
            definition['type'] = self.one(['String', 'str', 'int', 'integer', 'list', 'map', 'bool', 'number', 'json', 'boolean', 'Json', 'comma_delimited_list', 5, None])
        elif how == 'no type':
            definition.pop('type', definition.pop('Type', None))
        elif how == 'default':
            definition['default' if self.is_hot else 'Default'] = copy.deepcopy(self.one(TYPED))
        elif how == 'constraint':
            made = self.one([{'length': {'min': 50}}, {'range': {'min': 50}}, {'allowed_values': ['a', 'b']}, {'allowed_pattern': '[a-z]{40,}'},
                             {'range': {'minimum': 5}}, {'length': 5}, {'allowed_pattern': '['}, {'allowed_value': ['a']}, {'custom_constraint': 'nova.flavour'},
                             {'modulo': {'step': 0, 'offset': 0}}, {'modulo': {'step': 2, 'offset': 1}}, {'allowed_values': 'a'}, {'length': {'min': 5, 'max': 2}}])
            definition['constraints'] = [*(definition.get('constraints') or []), made]
        elif how == 'constraints':
            definition['constraints'] = self.one(['a', {'length': {'max': 5}}, [], None, ['length'], [{}], [{'description': 'Nothing.'}]])
        elif how == 'key':
            definition[self.one(['hiden', 'required', 'Default', 'label', 'tags', 'immutable', 'NoEcho', 'properties'])] = self.one([True, 'a', ['a'], 'false'])
        else:
            self.section('parameters')[name] = self.one(['string', None, [], {}])

    def wrong_environment(self):
        how = self.one(['unknown', 'missing', 'value', 'value', 'key', 'registry', 'registry', 'defaults'])
        given = self.given.setdefault('parameters', {})
        if how == 'unknown':
            given[self.typo(self.one(given)) if given else 'other'] = 'text'
        elif how == 'missing':
            del given[self.one(given)]
        elif how == 'value':
            name = self.one(self.section('parameters'))
            given[name] = copy.deepcopy(self.one(TYPED))
        elif how == 'key':
            self.given[self.one(['parameter', 'Parameters', 'resources', 'resource_registery', 'parameter_default'])] = self.one([{'a': 'b'}, 'a', None, []])
        elif how == 'registry':
            used = [resource.get('type') for resource in self.section('resources').values() if isinstance(resource, dict)]
            name = self.one([each for each in used if isinstance(each, str)])
            self.given['resource_registry'] = self.one([{name: 'No::Such::Type'}, {name: 'OS::Heat::None'}, {'My::*': name}, {name: 'missing.yaml'},
                                                        {name: name}, {'OS::*': 'OS::Heat::None'}, 'a', {name: 5}, {name: None}, {name: ''}])
        else:
            self.given['parameter_defaults'] = {self.one([*self.section('parameters'), 'other']): self.one(TYPED)}

    def cycle(self):
        key = 'depends_on' if self.is_hot else 'DependsOn'
        name, resource = self.resource()
        other = self.one(self.section('resources'))
        how = self.one(['itself', 'other', 'both', 'unknown', 'form'])
        if how == 'itself':
            resource[key] = name
        elif how == 'other':
            resource[key] = [other]
        elif how == 'both':
            resource[key] = other
            if isinstance(self.section('resources')[other], dict):
                self.section('resources')[other][key] = [name]
        elif how == 'unknown':
            resource[key] = self.one([self.typo(other), [other, self.typo(name)]])
        else:
            resource[key] = self.one([5, {'a': other}, [[other]], [{'get_resource': other}], None, '', [None]])

    def wrong_policy(self):
        _, resource = self.resource()
        keys = ('deletion_policy', 'update_policy') if self.is_hot else ('DeletionPolicy', 'UpdatePolicy')
        if self.chance(0.5):
            resource[keys[0]] = self.one(['Delete', 'delete', 'retain', 'Snapshot', 'keep', 'DELETE', 5, None, ['Delete'], ''])
        else:
            resource[keys[1]] = self.one([{'rolling_updates': {'max_batch_size': 0}}, {'rolling_update': {'max_batch_size': 1}}, {'batch_create': {'max_batch_size': 1}},
                                          'rolling', [], {'rolling_updates': {'min_in_service': -1}}, {'rolling_updates': {'pause_time': 'long'}}, {}])

    def wrong_resource(self):
        name, resource = self.resource()
        how = self.one(['no type', 'key', 'properties', 'metadata', 'whole', 'type', 'name'])
        if how == 'no type':
            resource.pop('type' if self.is_hot else 'Type', None)
        elif how == 'key':
            resource[self.one(['property', 'depends', 'count', 'name', 'user_data', 'Type', 'Properties', 'when', 'parameters'])] = self.one(TYPED)
        elif how == 'properties':
            resource['properties' if self.is_hot else 'Properties'] = self.one(['text', [], None, 5, ['a'], {}, {'get_param': 'a'}])
        elif how == 'metadata':
            resource['metadata' if self.is_hot else 'Metadata'] = self.one(['text', [], None, 5, {'a': {'get_attr': [name, 'show']}}])
        elif how == 'type':
            resource['type' if self.is_hot else 'Type'] = self.one(['OS::Heat::None', 'OS::Nova::Server', 'OS::Heat::TestResource', 'AWS::EC2::Instance', '', None, 5,
                                                                   'OS::Neutron::Port', 'OS::Cinder::Volume', 'OS::Heat::ResourceGroup', ['OS::Nova::Server']])
        elif how == 'name':
            self.rename(self.section('resources'), name, self.one(['a/b', '', 'x' * 300, 5, 'a b']))
        else:
            self.section('resources')[name] = self.one(['text', [], None, {}])

    def wrong_nested(self):
        """A mistake in a file that the template is made of, or in what is given to it."""
        names = [name for name in self.files if name not in (self.case.template, self.case.environment) and name.endswith(('.yaml', '.template'))]
        name = self.one(names)
        how = self.one(['data', 'data', 'text', 'other', 'gone'])
        if how == 'gone':
            del self.files[name]
        elif how == 'other':
            self.files[name] = self.one(['', '{}\n', '- a\n', 'heat_template_version: rocky\n', 'heat_template_version: 2015-10-99\nresources: {}\n'])
        else:
            inner = Mistake(self.random.random(), Case('', {name: self.files[name]}, name, None))
            self.files[name] = inner.text_with(self.one(TEXT_KINDS if how == 'text' else [kind for kind in DATA_KINDS if kind not in ('wrong_nested', 'wrong_environment')]))

    # Mistakes in the text.

    def lines(self, text, wanted):
        lines = text.splitlines(keepends=True)
        return lines, self.one([number for number, line in enumerate(lines) if re.match(wanted, line)])

    def wrong_indentation(self, text):
        lines, number = self.lines(text, r' +\S')
        change = self.one([1, 2, -1, -2, 4])
        if self.chance(0.4):
            # A whole block.
            depth = len(lines[number]) - len(lines[number].lstrip())
            end = number + 1
            while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
                end += 1
        else:
            end = number + 1
        for place in range(number, end):
            line = lines[place]
            lines[place] = ' ' * change + line if change > 0 else line[min(-change, len(line) - len(line.lstrip())):]
        return ''.join(lines)

    def duplicated_key(self, text):
        lines, number = self.lines(text, r' *[\w-]+:( |$)')
        depth = len(lines[number]) - len(lines[number].lstrip())
        end = number + 1
        while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
            end += 1
        block = lines[number:end]
        return ''.join([*lines[:end], *block, *lines[end:]])

    def broken_syntax(self, text):
        how = self.one(['tab', 'colon', 'space', 'quote', 'bracket', 'special', 'dash', 'line', 'join'])
        if how == 'tab':
            lines, number = self.lines(text, r' +\S')
            lines[number] = '\t' + lines[number].lstrip()
        elif how in ('colon', 'space'):
            lines, number = self.lines(text, r' *[\w-]+: ?\S')
            lines[number] = lines[number].replace(': ', ' ' if how == 'colon' else ':', 1)
        elif how == 'quote':
            lines, number = self.lines(text, r'.*["\']')
            quote = '"' if '"' in lines[number] else "'"
            lines[number] = quote.join(lines[number].rsplit(quote, 1)[::1]).replace(quote, '', 1)
        elif how == 'bracket':
            lines, number = self.lines(text, r'.*[][{}]')
            bracket = self.one([each for each in '[]{}' if each in lines[number]])
            lines[number] = lines[number].replace(bracket, '', 1)
        elif how == 'special':
            lines, number = self.lines(text, r' *[\w-]+: \w')
            key, value = lines[number].split(': ', 1)
            lines[number] = f"{key}: {self.one(['*', '&', '%', '@', '`', '!', '? ', '- ', ': ', '#', '{', '[', '|', '>'])}{value}"
        elif how == 'dash':
            lines, number = self.lines(text, r' *- ')
            lines[number] = lines[number].replace('- ', self.one(['-', '', '-  ']), 1)
        elif how == 'line':
            lines, number = self.lines(text, r' *\S')
            del lines[number]
        else:
            lines, number = self.lines(text, r' *\S')
            lines[number] = lines[number].rstrip('\n') + ' '
        return ''.join(lines)

    # Making one.

    def text_with(self, kind):
        """The text of the template with a mistake."""
        text = self.files[self.case.template]
        if kind in TEXT_KINDS:
            made = getattr(self, kind)(text)
        else:
            before = copy.deepcopy(self.data), copy.deepcopy(self.given), dict(self.files)
            getattr(self, kind)()
            if (self.data, self.given, self.files) == before:
                raise NotHere
            made = text if self.data == before[0] else written(self.data)
        if kind in TEXT_KINDS and made == text:
            raise NotHere
        return made

    def made(self, kind):
        """The case with a mistake."""
        text = self.text_with(kind)
        files = {**self.files, self.case.template: text}
        environment = self.case.environment
        if self.given:
            environment = environment or 'environment.yaml'
            files[environment] = written(self.given)
        return Case(f'{self.case.source}: {kind}', files, self.case.template, environment)


def written(data):
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, default_flow_style=False, width=100)


DATA_KINDS = ['misspelt_key', 'misspelt_function', 'misspelt_property', 'misspelt_type', 'misspelt_reference', 'wrong_value', 'missing_property',
              'foreign_property', 'out_of_constraint', 'deleted_resource', 'deleted_parameter', 'wrong_version', 'wrong_argument',
              'reference_by_other_function', 'wrong_condition', 'wrong_output', 'wrong_parameter', 'wrong_environment', 'cycle', 'wrong_policy',
              'wrong_resource', 'wrong_nested']
TEXT_KINDS = ['wrong_indentation', 'duplicated_key', 'broken_syntax']
KINDS = DATA_KINDS + TEXT_KINDS
