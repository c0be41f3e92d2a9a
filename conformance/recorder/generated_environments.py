"""Random environments: one to three files, with the parameters of a template and with questions to the registry."""

import copy
import json

import yaml

# Resource types of Heat, and names that it does not have.
PLUGINS = ['OS::Heat::None', 'OS::Heat::RandomString', 'OS::Heat::TestResource', 'OS::Neutron::Port', 'OS::Nova::Server']
TYPES = [*PLUGINS, 'My::A', 'My::B', 'My::B::C', 'Your::A']
TEMPLATES = ['a.yaml', 'b.template', 'dir/../c.yaml', 'http://host/d.yaml', 'file:///e.yaml']
GLOBS = ['*', 'OS::*', 'OS::Nova::*', 'OS::Nova::Ser*', 'My::*', 'My::B*', 'Your::*', 'My::A*']
RESOURCES = ['server', 'server_1', 'port', 'a', 'b']
PATTERNS = [*RESOURCES, '*', 'server*', 'server_?', '[ab]', '[!a]', 's[a-f]rver', '[', '[]a]', '*_[0-9]', '', 'ser[ver', '[b-a]',
            '[^a]', '?']
HOOKS = ['pre-create', 'pre-update', 'pre-delete', 'post-create', 'post-update', 'post-delete']
ACTIONS = ['update', 'replace']
KINDS = ['string', 'number', 'comma_delimited_list', 'json', 'boolean']
STRATEGIES = ['overwrite', 'merge', 'deep_merge']
PARAMETERS = ['text', 'count', 'words', 'data', 'flag', 'more', 'extra']
FITTING = {
    'string': ['a', 'b', '', 'a,b'],
    'number': [1, 2.5, '3', 0, '4.5'],
    'comma_delimited_list': [['a'], ['b', 'c'], 'd,e', [], '', 'f'],
    'json': [{'a': 1}, {'a': {'b': 1}}, {'a': {'b': [1], 'c': 'x'}, 'd': None}, {'a': {'b': [2], 'c': 'y'}}, {'a': 'x'},
             '{"a": {"e": [3]}}', {}, '', '{"a": "z"}', {'b': {'a': 1.5}}, {'a': {'b': {'c': {'d': [1, 2]}}}}],
    'boolean': [True, False, 'true', 'no'],
}
ODD = [None, 1, 0, True, 1.5, 'odd', '', [], ['x'], {}, {'x': 1}, [1, None], {'x': {'y': [1]}}, '[1]', '{', 'null']
SINKS = [
    [{'type': 'zaqar-queue', 'target': 'queue'}], [{'type': 'zaqar-queue', 'target': 'q', 'ttl': 5}], [],
    [{'type': 'zaqar-queue'}], [{'type': 'unknown', 'target': 'q'}], [{'target': 'q'}], ['x'], [None], [[]], [['type']],
    [{'type': 'zaqar-queue', 'target': 'q', 'other': 1}], {'type': 'zaqar-queue'}, 'x', 5, [5],
    [{'type': 'zaqar-queue', 'other': 1, 'more': 2}], [{'type': ['x']}],
    [{'type': 'zaqar-queue', 'self': 1, 'target': 2}], {'a': 1},
]
TEXTS = ['', '# nothing\n', '[]', 'null', 'text', '5', 'parameters:', 'resource_registry:\n', 'parameters: ~', '{', 'a: [',
         'parameters: {}\nunknown: {}\n', 'Parameters: {}\n', '1: {}\n', '~: {}\n', 'true: {}\n1.5: {}\n', '{"parameters": {"text": "x"}}',
         '{"parameters": {"data": {"a": 1e5, "b": 1.5e+3}}}', '\t{"parameters": {}}', '{\n\t"parameters": {}\n}',
         'parameters: {text: 2013-05-23}\n', 'parameters: {count: 0x10, text: 022}\n', 'parameters:\n  text: a\nparameters:\n  text: b\n',
         'parameters: &p\n  text: a\nparameter_defaults: *p\n', 'parameters: {<<: {text: a}, count: 1}\n', '--- {}\n--- {}\n',
         'parameters: {flag: yes, text: on, more: ~}\n', '%YAML 1.1\n---\nparameters: {text: a}\n', '@', 'parameters: {a: b: c}',
         'encrypted_param_names: [a\n', 'event_sinks:\nparameters: {}\n']


class EnvironmentMaker:
    """Generates inputs of the family `environments` from the random source of another maker."""

    def __init__(self, maker):
        self.mapped = []
        self.chance, self.one, self.some, self.random = maker.chance, maker.one, maker.some, maker.random

    def value(self, kind):
        return self.one(ODD) if self.chance(0.08) else self.one(FITTING[kind])

    def values(self, kinds):
        names = self.some(kinds, 4) if kinds else []
        values = {name: None if self.chance(0.03) else self.value(kinds[name]) for name in names}
        if self.chance(0.1):
            values['unknown'] = self.one(ODD)
        return values

    def target(self, odd):
        if self.chance(odd):
            return self.one([None, None, 5, True, ['x'], {}, {'a': 'b'}, '', 1.5])
        return self.one([*TYPES, *TYPES, *TEMPLATES, *GLOBS])

    def mappings(self, odd, most=4):
        names = [*TYPES, *TYPES, *GLOBS, *GLOBS, *TEMPLATES[:2]]
        return {name: self.target(odd) for name in self.some(names, most)}

    def words(self, words, odd):
        if self.chance(odd):
            return self.one(['x', None, [], {}, 5, ['x'], [None], True, '', [words[0], 'x'], {words[0]: 1}])
        return self.one(words) if self.chance(0.5) else self.some(words, 3)

    def resource(self, odd):
        if self.chance(odd):
            return self.one([None, 'My::A', 5, [], {}])
        entry = self.mappings(odd, 2) if self.chance(0.5) else {}
        if self.chance(0.5):
            entry['hooks'] = self.words(HOOKS, odd)
        if self.chance(0.4):
            entry['restricted_actions'] = self.words(ACTIONS, odd)
        return entry

    def registry(self, odd):
        if self.chance(odd / 2):
            return self.one([[], ['x'], 'x', 5, {}, {'hooks': 'pre-create'}, {'hooks': 'x'}, {'restricted_actions': 'update'}, {1: 'x'},
                             {'base_url': 'http://host/'}, {1: None}, {'a': {1: 'My::A'}}])
        registry = self.mappings(odd) if self.chance(0.8) else {}
        if self.chance(0.6):
            resources = {name: self.resource(odd) for name in self.some(PATTERNS, 3)}
            self.mapped += [[one, name] for name, entry in resources.items() if isinstance(entry, dict)
                            for one in entry if '::' in one]
            registry['resources'] = self.one([None, 'x', 5, []]) if self.chance(odd) else resources
        items = list(registry.items())
        self.random.shuffle(items)
        return dict(items)

    def strategies(self, kinds, odd):
        if self.chance(odd):
            return self.one([[], 'merge', {}, {'default': 'x'}, {'text': 'x', 'default': 'merge'}, ['x'], {'text': None},
                             {'default': None, 'data': 'x'}, {'data': ['merge']}, 5])
        strategies = {name: self.one(STRATEGIES) for name in self.some(kinds, 2)} if kinds and self.chance(0.5) else {}
        if self.chance(0.6):
            strategies['default'] = self.one(STRATEGIES)
        return strategies or {'default': 'merge'}

    def environment(self, kinds, odd, merging):
        made = {}
        if self.chance(0.8):
            made['parameters'] = self.values(kinds) if self.chance(1 - odd / 2) else self.one(ODD)
        if self.chance(0.4):
            made['parameter_defaults'] = self.values(kinds) if self.chance(1 - odd / 2) else self.one(ODD)
        if self.chance(0.7):
            made['resource_registry'] = self.registry(odd)
        if self.chance(merging):
            made['parameter_merge_strategies'] = self.strategies(kinds, odd)
        if self.chance(0.08):
            made['encrypted_param_names'] = self.one([['text'], [], ['a', 'b'], 'x', {'a': 1}])
        if self.chance(0.12):
            made['event_sinks'] = self.one(SINKS[:3]) if self.chance(0.6) else self.one(SINKS)
        if self.chance(odd / 3):
            made[self.one(['unknown', 'Parameters', 'resources', 5])] = self.one([{}, None])
        if self.chance(odd / 3):
            made[self.one(['parameters', 'resource_registry', 'event_sinks', 'parameter_merge_strategies'])] = None
        items = list(made.items())
        self.random.shuffle(items)
        return dict(items)

    def text(self, made):
        if self.chance(0.4):
            return json.dumps(made)
        return yaml.safe_dump(copy.deepcopy(made), sort_keys=False, default_flow_style=self.one([None, True, False]))

    def lookups(self):
        types = [*TYPES, *TYPES, *TEMPLATES[:3], 'OS::Nova::Serv', 'My::A::X', 'Nobody', 'hooks', 'resources', 'My::*']
        lookups = [[one, self.one([None, None, *RESOURCES])] for one in self.some(types, 6)]
        # Those of single resources, and then the same types again: Heat remembers what it has found.
        for one in self.some(self.mapped, 3) if self.mapped and self.chance(0.6) else []:
            lookups += [one, [one[0], self.one([None, *RESOURCES])]]
        return lookups

    def given(self):
        kinds = {name: self.one(KINDS) for name in self.some(PARAMETERS, 5)}
        odd = self.one([0, 0, 0.03, 0.15])
        merging = self.one([0, 0.3, 0.8])
        files = []
        for number in range(self.random.choices([1, 2, 3], [4, 4, 2])[0]):
            text = self.one(TEXTS) if self.chance(odd) else self.text(self.environment(kinds, odd, merging))
            files.append({'name': f'environment_{number}.yaml', 'text': text})
        made = {'parameters': kinds, 'plugins': PLUGINS, 'files': files}
        if self.chance(0.15):
            made['given'] = self.values(kinds)
        made['lookups'] = self.lookups()
        made['resources'] = self.some([*RESOURCES, 's', 'x_1'], 3)
        return made


# Files of a folder, with what each can name.
NAMES = ['a.yaml', 'sub/b.yaml', 'sub/c.template', 'script.sh', 'sub/data.txt', 'sub/deep/d.yaml', 'plain', 'with space.yaml']
WORDS = ['just text', 'echo heat_template_version', '{"a": 1}', '{"heat_template_version": }', '- heat_template_version\n- type: x\n',
         '', 'a: [', '5', 'heat_template_version', '\u00e4\u20ac', '{"heat_template_version": "rocky", "a": 1e5, "b": [NaN, 1.0]}',
         'heat_template_version: 2013-05-23\na: 1.5\nb: 1.0e+22\n5: x\ntrue: y\n']


class FilesMaker:
    """Generates inputs of the family `environment_files`."""

    def __init__(self, maker):
        self.chance, self.one, self.some, self.random = maker.chance, maker.one, maker.some, maker.random

    def reference(self, name, odd):
        """The name of a file that comes later, as the file `name` writes it: otherwise the client would never end."""
        later = NAMES[NAMES.index(name) + 1:] if name in NAMES else NAMES
        if not later:
            return '../' * name.count('/') + 'text.txt'
        if self.chance(odd):
            return self.one(['no.yaml', '../../../no.yaml', 'http://127.0.0.1:1/a.yaml', '', 'bogus:a.yaml'])
        target = self.one(later)
        up = '../' * name.count('/')
        if self.chance(0.2):
            up += self.one(['./', 'sub/../', 'nowhere/../'])
        if ' ' in target and self.chance(0.5):
            target = target.replace(' ', '%20')
        return up + target

    def node(self, name, odd, depth=0):
        kind = self.random.choices(['get_file', 'type', 'map', 'list', 'plain'], [4, 4, 3, 2, 2])[0]
        if depth > 3 or kind == 'plain':
            return self.one([1, 1.5, None, True, {'type': 'OS::Nova::Server'}, {'get_file': ['a']}, {'type': 5}, {'type': 'a.txt'}])
        if kind == 'map':
            return {key: self.node(name, odd, depth + 1) for key in self.some(['x', 'y', 'type', 'get_file'], 3)}
        if kind == 'list':
            return [self.node(name, odd, depth + 1) for _ in range(self.random.randint(0, 3))]
        reference = self.reference(name, odd)
        if kind == 'type' and not reference.endswith(('.yaml', '.template')):
            kind = 'get_file'
        return {kind: reference, 'other': self.one([1, 'a', [self.node(name, odd, depth + 1)]])}

    def template(self, name, odd):
        made = {'heat_template_version': '2018-08-31', 'resources': {key: self.node(name, odd) for key in self.some('abcd', 3)}}
        return json.dumps(made) if self.chance(0.4) else yaml.safe_dump(made, sort_keys=False)

    def mappings(self, name, odd, most):
        targets = ['OS::Heat::None', 'OS::*', 'My::A']
        made = {}
        for one in self.some(['My::A', 'My::B', 'OS::*', 'a.yaml'], most):
            made[one] = self.one(targets) if self.chance(0.3) else self.reference(name, odd)
            if self.chance(odd):
                made[one] = self.one([None, 5, ['x'], {}, True])
        if self.chance(0.3):
            made['hooks'] = self.one(['pre-create', ['pre-update']])
        if self.chance(odd):
            made['base_url'] = self.one(['http://127.0.0.1:1/', 'sub', '', 'bogus://x', None, 5])
        return made

    def environment(self, name, odd):
        registry = self.mappings(name, odd, 3)
        if self.chance(0.6):
            registry['resources'] = {one: self.mappings(name, odd, 2) for one in self.some(['a', 'b*'], 2)}
            if self.chance(odd):
                registry['resources'] = self.one([None, {'a': None}, 'x', {'a': {}}, []])
        made = {'resource_registry': registry, 'parameters': {'a': self.one([1, 'x', 1.5, 1e22, [None], {5: 1}, float('inf')])}}
        if self.chance(odd):
            made = self.one([{}, {'resource_registry': []}, {'resource_registry': 'x'}, {'resource_registry': None}, {'unknown': {}}])
        return yaml.safe_dump(made, sort_keys=False)

    def given(self):
        odd = self.one([0, 0, 0, 0.02, 0.1])
        files = {'text.txt': 'text'}
        for name in NAMES:
            is_template = name.endswith(('.yaml', '.template')) and self.chance(0.8)
            files[name] = self.template(name, odd) if is_template else self.one(WORDS)
        folder = self.one(['', 'sub/', 'other/'])
        files[folder + 'main.yaml'] = self.template(folder + 'main.yaml', odd)
        environments = [f'{self.one(["", "env/", "sub/deep/"])}env{number}.yaml' for number in range(self.random.randint(0, 2))]
        for name in environments:
            files[name] = self.environment(name, odd)
        return {'files': files, 'template': folder + 'main.yaml', 'environments': environments}
